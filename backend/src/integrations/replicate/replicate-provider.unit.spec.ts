import { buffer } from 'node:stream/consumers';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import type { ImageRequest } from '../ports/image-provider';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderAnswerInvalid,
  ProviderUnavailable,
} from '../http/provider-errors';
import { progressFromLogs, ReplicateImageProvider } from './replicate-providers';
import { type ReplicateOptions, ReplicateTransport } from './replicate-transport';

const request: ImageRequest = { prompt: 'a lighthouse', count: 4, model: 'v6.1' };
const call = { idempotencyKey: 'key' };

describe('images by Replicate', () => {
  let stub: ReplicateStub;
  let baseUrl: string;
  let waited: number[];

  const provider = (changes: Partial<ReplicateOptions> = {}): ReplicateImageProvider =>
    new ReplicateImageProvider(
      new ReplicateTransport({
        apiToken: ReplicateStub.token,
        baseUrl,
        timeoutMs: 5_000,
        retry: { sleep: async (ms) => void waited.push(ms) },
        ...changes,
      }),
    );

  beforeEach(async () => {
    stub = new ReplicateStub();
    baseUrl = await stub.start();
    waited = [];
  });
  afterEach(() => stub.stop());

  const png = Buffer.from('png');
  const source = {
    ...{ name: 'image', kind: 'reference' as const, hash: 'h', mimeType: 'image/png', width: 9, height: 16 },
    read: () => Promise.resolve(png),
  };
  const sent = `data:image/png;base64,${png.toString('base64')}`;

  it.each([
    // https://replicate.com/black-forest-labs/flux-2-pro/api/schema, read 2026-11-27
    [
      { prompt: 'make it night', model: 'flux-2-pro', seed: 7 },
      {
        model: 'black-forest-labs/flux-2-pro',
        input: { prompt: 'make it night', input_images: [sent], aspect_ratio: 'match_input_image', seed: 7 },
      },
    ],
    // https://docs.oxen.ai/inference-api/reference/models/topazlabs-image-upscale.md, read 2026-11-27
    [
      { prompt: '', model: 'topaz-image-upscale', factor: 4 },
      { model: 'topazlabs/image-upscale', input: { image: sent, upscale_factor: '4x', output_format: 'jpg' } },
    ],
  ])('are made as versions of an image: %j', async (asked, expected) => {
    await provider().create({ ...asked, count: 1, source }, call);
    expect(stub.predictions).toMatchObject([expected]);
  });

  it.each([
    [{ model: 'flux-2-pro', mask: source }, 'takes no mask'],
    [{ model: 'flux-dev' }, 'does not edit images'],
    [{ model: 'flux-2-pro', factor: 2 }, 'does not enlarge images'],
  ])('are refused where the model cannot make them: %#', async (asked, words) => {
    await expect(provider().create({ prompt: 'night', count: 1, source, ...asked }, call)).rejects.toThrow(words);
    expect(stub.accepted).toBe(0);
  });

  it('are requested from flux-dev, four upright ones, without the switches of other services', async () => {
    const prompt = 'a lighthouse --oref https://example.com/a.png';
    await provider().create({ ...request, prompt, seed: 7 }, call);
    expect(stub.predictions[0]).toMatchObject({
      model: 'black-forest-labs/flux-dev',
      input: { prompt: 'a lighthouse', num_outputs: 4, aspect_ratio: '9:16', seed: 7 },
    });
  });

  it('take one prediction each from a model that makes one image per prediction', async () => {
    const images = provider();
    const { predictionId } = await images.create({ ...request, model: 'flux-2-pro', format: '16:9', seed: 7 }, call);
    expect(stub.predictions.map(({ model, input }) => [model, input])).toEqual(
      [7, 8, 9, 10].map((seed) => [
        'black-forest-labs/flux-2-pro',
        {
          prompt: 'a lighthouse',
          aspect_ratio: '16:9',
          resolution: '1 MP',
          output_format: 'jpg',
          output_quality: 92,
          seed,
        },
      ]),
    );
    const ids = stub.predictions.map(({ id }) => id);
    for (const id of ids.slice(1)) stub.succeed(id, [{ name: `${id}.jpg`, bytes: Buffer.from(id) }]);
    expect(await images.get(predictionId)).toMatchObject({ status: 'processing', progress: 0.75, outputs: [] });
    stub.fail(ids[0] ?? '', 'blurred');
    const done = await images.get(predictionId);
    expect([done.status, done.outputs.length]).toEqual(['succeeded', 3]);
  });

  it('are limited to the accepted predictions when a later prediction is refused', async () => {
    const images = provider();
    stub.failAfter('create', 2, { kind: 'status', status: 402 });
    const { predictionId } = await images.create({ ...request, model: 'flux-2-pro' }, call);
    expect(predictionId.split(' ')).toEqual(stub.predictions.map(({ id }) => id));
    expect(stub.accepted).toBe(2);
    for (const { id } of stub.predictions) stub.succeed(id, [{ name: `${id}.jpg`, bytes: Buffer.from(id) }]);
    expect((await images.get(predictionId)).outputs).toHaveLength(2);
  });

  it('send the reference images of the cast, uploaded once for all predictions, to models that take them', async () => {
    const faces = [Buffer.from('a face'), Buffer.alloc(300 * 1024, 7)];
    const references = faces.map((face, at) => ({
      ...{ name: `Person ${at + 1}`, kind: 'character' as const, hash: `${at}`, mimeType: 'image/png' },
      read: () => Promise.resolve(face),
    }));
    await expect(provider().create({ ...request, references }, call)).rejects.toThrow('fewer reference pictures');
    await provider().create({ ...request, model: 'flux-2-pro', references }, call);
    expect([stub.predictions.length, stub.files.size]).toEqual([4, 1]);
    for (const { input } of stub.predictions)
      expect(input).toMatchObject({
        prompt: 'a lighthouse. Keep to the reference pictures: picture 1 shows Person 1, picture 2 shows Person 2.',
        input_images: [`data:image/png;base64,${faces[0]?.toString('base64')}`, expect.stringMatching(/file1$/u)],
      });
  });

  it('are followed from start to end and copied to our storage', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    expect(await images.get(predictionId)).toMatchObject({ id: predictionId, status: 'starting', outputs: [] });
    stub.work(predictionId, 'loading\n 12%|██  | 3/28\n 57%|█████ | 16/28');
    expect(await images.get(predictionId)).toMatchObject({ status: 'processing', progress: 0.57 });
    stub.succeed(predictionId, [
      { name: '0.jpg', bytes: Buffer.from('first') },
      { name: '1.webp', bytes: Buffer.from('second') },
    ]);
    const done = await images.get(predictionId);
    expect(done.outputs.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/webp']);
    const [first] = done.outputs;
    if (first === undefined) throw new Error('no output');
    expect((await buffer(await images.fetchOutput(first, { maxBytes: 100 }))).toString()).toBe('first');
    await expect(images.fetchOutput(first, { maxBytes: 3 })).rejects.toThrow(OutputTooLarge);
  });

  it.each([
    [400, 'invalid-input'],
    [401, 'unauthorized'],
    [402, 'no-credit'],
    [404, 'not-found'],
    [422, 'invalid-input'],
  ] as const)('are refused with %d: nothing was accepted, and nothing is sent again', async (status, reason) => {
    stub.failNext('create', { kind: 'status', status, detail: 'because' });
    await expect(provider().create(request, call)).rejects.toMatchObject({
      name: 'CreateRefused',
      reason,
      status,
      message: expect.stringContaining('because') as string,
    });
    expect([stub.accepted, stub.server.requests.length]).toEqual([0, 1]);
  });

  it('are refused for a wrong token, which no message contains', async () => {
    const refused = provider({ apiToken: 'r8_wrong_secret' }).create(request, call);
    await expect(refused).rejects.toMatchObject({
      reason: 'unauthorized',
      message: expect.not.stringContaining('r8_wrong_secret') as string,
    });
  });

  it.each([
    ['a connection lost after the acceptance', { kind: 'drop' }],
    ['an answer cut in half', { kind: 'malformed' }],
    ['no answer in time', { kind: 'hang' }],
  ] as const)('are never requested twice: %s', async (_, fault) => {
    stub.failNext('create', fault);
    await expect(provider({ timeoutMs: 300 }).create(request, call)).rejects.toThrow(CreateOutcomeUnknown);
    expect([stub.accepted, stub.server.requests.length]).toEqual([1, 1]);
  });

  it.each([500, 502, 503])(
    'are not requested again after a %d, which may have come after the acceptance',
    async (status) => {
      stub.failNext('create', { kind: 'status', status });
      await expect(provider().create(request, call)).rejects.toThrow(CreateOutcomeUnknown);
      expect(stub.server.requests).toHaveLength(1);
    },
  );

  it('wait as long as a 429 says and are then made once', async () => {
    stub.failNext('create', { kind: 'status', status: 429, retryAfter: '7' });
    await provider().create(request, call);
    expect(waited).toEqual([7000]);
    expect(stub.accepted).toBe(1);
  });

  it('pass a long wait on to the caller instead of waiting', async () => {
    stub.failNext('create', { kind: 'status', status: 429, retryAfter: '90' });
    await expect(provider().create(request, call)).rejects.toMatchObject({
      reason: 'throttled',
      retryAfterSeconds: 90,
      retryable: true,
    });
    expect(waited).toEqual([]);
  });

  it('are known not to have been accepted when the connection is refused', async () => {
    await stub.stop();
    await expect(provider().create(request, call)).rejects.toMatchObject({
      name: 'CreateRefused',
      reason: 'unreachable',
    });
    expect(waited).toEqual([500, 1000, 2000]);
    stub = new ReplicateStub();
    await stub.start();
  });

  it('are not requested for a caller who has given up; given up in between, the outcome is unknown', async () => {
    await expect(provider().create(request, { ...call, signal: AbortSignal.abort() })).rejects.toThrow(CreateRefused);
    expect(stub.server.requests).toHaveLength(0);
    stub.failNext('create', { kind: 'hang' });
    const abort = new AbortController();
    const running = provider().create(request, { ...call, signal: abort.signal });
    const outcome = expect(running).rejects.toThrow(CreateOutcomeUnknown);
    while (stub.accepted === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await outcome;
    expect(stub.accepted).toBe(1);
  });

  it('are polled again and again while Replicate has trouble', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.failNext(
      'get',
      { kind: 'status', status: 500 },
      { kind: 'drop' },
      { kind: 'status', status: 429, retryAfter: '1' },
    );
    expect((await images.get(predictionId)).status).toBe('starting');
    expect(waited).toEqual([500, 1000, 1000]);
    stub.failNext('get', ...Array.from({ length: 4 }, () => ({ kind: 'status', status: 503 }) as const));
    await expect(images.get(predictionId)).rejects.toThrow(ProviderUnavailable);
  });

  it('are rejected when the answer cannot be read', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.failNext('get', { kind: 'malformed' });
    await expect(images.get(predictionId)).rejects.toThrow(ProviderAnswerInvalid);
  });

  it('are not found under an unknown id', async () => {
    await expect(provider().get('nobody')).rejects.toThrow(PredictionNotFound);
    await expect(provider().cancel('nobody')).rejects.toThrow(PredictionNotFound);
  });

  it('pass the reason of a failure on', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.fail(predictionId, 'NSFW content detected');
    expect(await images.get(predictionId)).toEqual({
      id: predictionId,
      status: 'failed',
      outputs: [],
      error: 'NSFW content detected',
    });
  });

  it('can be canceled, also after network errors', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.failNext('cancel', { kind: 'drop' });
    await images.cancel(predictionId);
    expect(await images.get(predictionId)).toMatchObject({ status: 'canceled', error: expect.any(String) as string });
  });

  it('are reported as gone when Replicate has deleted them', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.succeed(predictionId, [{ name: '0.jpg', bytes: Buffer.from('x') }]);
    const [output] = (await images.get(predictionId)).outputs;
    if (output === undefined) throw new Error('no output');
    stub.deleteOutputs(predictionId, false);
    await expect(images.fetchOutput(output, { maxBytes: 10 })).rejects.toThrow(OutputGone);
    stub.deleteOutputs(predictionId, true);
    expect(await images.get(predictionId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('deleted') as string,
    });
  });

  it('are downloaded again after an interruption, and only from web addresses', async () => {
    const images = provider();
    const { predictionId } = await images.create(request, call);
    stub.succeed(predictionId, [{ name: '0.jpg', bytes: Buffer.from('x') }]);
    const [output] = (await images.get(predictionId)).outputs;
    if (output === undefined) throw new Error('no output');
    stub.failNext('output', { kind: 'status', status: 503 }, { kind: 'drop' });
    expect((await buffer(await images.fetchOutput(output, { maxBytes: 10 }))).toString()).toBe('x');
    await expect(
      images.fetchOutput({ url: 'file:///etc/passwd', mimeType: 'image/jpeg' }, { maxBytes: 10 }),
    ).rejects.toThrow(OutputGone);
    await expect(images.fetchOutput({ ref: 'a/b.jpg', mimeType: 'image/jpeg' }, { maxBytes: 10 })).rejects.toThrow(
      OutputGone,
    );
  });
});

describe('progress', () => {
  it.each([
    ['', undefined],
    [null, undefined],
    ['no numbers', undefined],
    ['  3%|▍', 0.03],
    ['10%|█ |\n100%|██████|', 1],
  ])('in the logs %j is %s', (logs, progress) => {
    expect(progressFromLogs(logs)).toBe(progress);
  });
});
