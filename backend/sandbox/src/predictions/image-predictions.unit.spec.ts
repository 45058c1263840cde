import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { WorkerPool } from '../worker/worker-pool';
import { ImagePredictions } from './image-predictions';
import type { Prediction, SandboxOptions } from './predictions';

const request = { prompt: 'a boat at dusk', count: 2, width: 90, height: 160 };

const UNKNOWN = { kind: 'unknown-prediction' };

describe('sandbox images', () => {
  const pool = new WorkerPool(2);
  let home: string;
  let clock: number;
  const providers: ImagePredictions[] = [];

  const provider = (options: SandboxOptions = {}): ImagePredictions => {
    const made = new ImagePredictions(home, pool, { delayMs: 0, sketches: true, now: () => clock, ...options });
    providers.push(made);
    return made;
  };

  async function finished(images: ImagePredictions, id: string): Promise<Prediction> {
    for (;;) {
      const prediction = await images.get(id);
      if (prediction.status !== 'starting' && prediction.status !== 'processing') return prediction;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const bytesOf = async (images: ImagePredictions, prediction: Prediction): Promise<Buffer[]> =>
    Promise.all(prediction.outputs.map(async (output) => buffer((await images.open(output.ref)).stream)));

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sandbox-images-'));
    clock = Date.now();
  });
  afterEach(async () => {
    await Promise.all(providers.splice(0).map((images) => images.close()));
    await rm(home, { recursive: true, force: true });
  });
  afterAll(() => pool.close());

  it('are made, counted and cost nothing', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, { idempotencyKey: 'a' });
    const done = await finished(images, predictionId);
    expect(done).toMatchObject({ id: predictionId, status: 'succeeded', progress: 1, usd: 0 });
    expect(done.outputs.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/jpeg']);
    const [first, second] = await bytesOf(images, done);
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });

  it('are the same prediction for the same key, also for concurrent requests and in another process', async () => {
    const images = provider();
    const ids = await Promise.all([1, 2, 3].map(() => images.create(request, { idempotencyKey: 'same' })));
    const later = await provider().create({ ...request, prompt: 'another wish' }, { idempotencyKey: 'same' });
    expect(new Set([...ids, later].map(({ predictionId }) => predictionId)).size).toBe(1);
    expect(await readdir(join(home, 'sandbox'))).toHaveLength(1);
    await finished(images, later.predictionId);
  });

  it('differ for another key, and are equal for the same seed', async () => {
    const images = provider();
    const make = async (key: string, seed?: number) => {
      const { predictionId } = await images.create({ ...request, count: 1, seed }, { idempotencyKey: key });
      return (await bytesOf(images, await finished(images, predictionId)))[0]?.toString('base64');
    };
    expect(await make('k1')).not.toBe(await make('k2'));
    expect(await make('k3', 5)).toBe(await make('k4', 5));
  });

  it('take time, with progress, and are returned only when finished', async () => {
    const images = provider({ delayMs: 1000 });
    const { predictionId } = await images.create(request, { idempotencyKey: 'slow' });
    expect((await images.get(predictionId)).outputs).toEqual([]);
    clock += 500;
    const half = await images.get(predictionId);
    expect(half.progress).toBeLessThanOrEqual(0.5);
    clock += 600;
    expect((await finished(images, predictionId)).status).toBe('succeeded');
  });

  it('continue after the process was killed in between, with the finished ones', async () => {
    const before = provider();
    const { predictionId } = await before.create({ ...request, count: 4 }, { idempotencyKey: 'lost' });
    await before.close();
    expect(await readdir(join(home, 'sandbox', predictionId))).not.toContain('result.json');
    const after = provider();
    expect((await after.get(predictionId)).status).not.toBe('failed');
    expect((await finished(after, predictionId)).outputs).toHaveLength(4);
  });

  it('can be canceled once and for all', async () => {
    const images = provider({ delayMs: 60_000 });
    const { predictionId } = await images.create({ ...request, count: 4 }, { idempotencyKey: 'cancel' });
    await images.cancel(predictionId);
    expect((await images.get(predictionId)).status).toBe('canceled');
    await images.cancel(predictionId);
    clock += 100_000;
    expect((await provider().get(predictionId)).status).toBe('canceled');
  });

  it('fail when the prompt or the test demands it', async () => {
    const images = provider({ failWith: (prompt) => (prompt.includes('dragon') ? 'no dragons today' : null) });
    const marked = await images.create({ ...request, prompt: 'a hill [sandbox:fail]' }, { idempotencyKey: 'f1' });
    const dragon = await images.create({ ...request, prompt: 'a dragon' }, { idempotencyKey: 'f2' });
    expect((await finished(images, marked.predictionId)).error).toContain('[sandbox:fail]');
    expect(await finished(images, dragon.predictionId)).toMatchObject({
      status: 'failed',
      error: 'no dragons today',
      outputs: [],
    });
  });

  it.each([
    ['an empty prompt', { ...request, prompt: ' ' }],
    ['no pictures', { ...request, count: 0 }],
    ['five pictures', { ...request, count: 5 }],
    ['a giant picture', { ...request, width: 50_000 }],
  ])('are refused for %s', async (_, wrong) => {
    await expect(provider().create(wrong, { idempotencyKey: 'x' })).rejects.toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('are not started for a caller who has aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(provider().create(request, { idempotencyKey: 'x', signal })).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it.each(['unknown', 'sandbox-image-00000000000000000000000000000000', '../../etc', ''])(
    'are not found as %j',
    async (id) => {
      await expect(provider().get(id)).rejects.toMatchObject(UNKNOWN);
      await expect(provider().cancel(id)).rejects.toMatchObject(UNKNOWN);
    },
  );

  it('are returned only under their own name, and not after their deletion', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, { idempotencyKey: 'out' });
    const [output] = (await finished(images, predictionId)).outputs;
    const { stream, size } = await images.open(output?.ref ?? '');
    expect((await buffer(stream)).length).toBe(size);
    for (const ref of [
      `${predictionId}/request.json`,
      `${predictionId}/../x.jpg`,
      'a/b.jpg',
      `${predictionId}/none.jpg`,
      'https://example.com/a.jpg',
    ]) {
      await expect(images.open(ref)).rejects.toMatchObject({ kind: 'no-output' });
    }
  });

  it('report that their folder was deleted in between', async () => {
    const images = provider({ delayMs: 60_000 });
    const { predictionId } = await images.create({ ...request, count: 4 }, { idempotencyKey: 'gone' });
    // After `close`, nothing is written into the folder while it is being removed.
    await images.close();
    await rm(join(home, 'sandbox', predictionId), { recursive: true, force: true });
    await expect(images.get(predictionId)).rejects.toMatchObject(UNKNOWN);
  });

  it('are deleted a day after they were made', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, { idempotencyKey: 'old' });
    await finished(images, predictionId);
    clock += 25 * 60 * 60 * 1000;
    const next = await images.create(request, { idempotencyKey: 'new' });
    await expect(images.get(predictionId)).rejects.toMatchObject(UNKNOWN);
    await finished(images, next.predictionId);
  });
});
