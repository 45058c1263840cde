import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { isFinished, type Prediction } from '../generation-provider';
import type { VideoRequest } from '../video/video-provider';
import { findFfmpeg } from './clips/find-ffmpeg';
import { extractPoster } from './clips/render-clip';
import { runFfmpeg } from './clips/run-ffmpeg';
import { renderPicture } from './pictures/render';
import type { SandboxOptions } from './predictions/sandbox-provider';
import { SandboxVideoProvider } from './sandbox-video-provider';
import { WorkerPool } from './worker/worker-pool';

const still = renderPicture({ prompt: 'a lighthouse at dusk', seed: '1', variant: 0, width: 432, height: 768 });

const request = (changes: Partial<VideoRequest> = {}): VideoRequest => ({
  modelId: 'seedance-1-pro',
  prompt: 'Camera: slow pan to the right.',
  image: { mimeType: 'image/jpeg', read: () => Promise.resolve(still) },
  durationSeconds: 1,
  settings: { resolution: '480p' },
  ...changes,
});

/** The boxes of an mp4 at its top level, in order. */
function boxes(mp4: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= mp4.length;) {
    names.push(mp4.toString('latin1', at + 4, at + 8));
    at += Math.max(8, mp4.readUInt32BE(at));
  }
  return names;
}

/** Seconds, from the movie header. */
function duration(mp4: Buffer): number {
  const at = mp4.indexOf('mvhd') + 4;
  return mp4.readUInt32BE(at + 16) / mp4.readUInt32BE(at + 12);
}

describe('sandbox clips', () => {
  const pool = new WorkerPool(1);
  let home: string;
  const providers: SandboxVideoProvider[] = [];

  const provider = (options: SandboxOptions = {}, ffmpeg = () => findFfmpeg()): SandboxVideoProvider => {
    const made = new SandboxVideoProvider(home, pool, ffmpeg, { delayMs: 0, ...options });
    providers.push(made);
    return made;
  };

  async function finished(videos: SandboxVideoProvider, id: string): Promise<Prediction> {
    for (;;) {
      const prediction = await videos.get(id);
      if (isFinished(prediction.status)) return prediction;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function clip(changes: Partial<VideoRequest> = {}): Promise<Buffer> {
    const videos = provider();
    const { predictionId } = await videos.create(request(changes), { idempotencyKey: JSON.stringify(changes) });
    const done = await finished(videos, predictionId);
    const [output] = done.outputs;
    if (output === undefined) throw new Error(done.error ?? 'no clip');
    expect(output.mimeType).toBe('video/mp4');
    return buffer(await videos.fetchOutput(output, { maxBytes: 50_000_000 }));
  }

  /** The picture at a moment of a clip, small. */
  async function frame(
    mp4: Buffer,
    name: string,
    args: string[],
  ): Promise<{ width: number; height: number; pixels: Uint8ClampedArray }> {
    await writeFile(join(home, 'clip.mp4'), mp4);
    await runFfmpeg(await findFfmpeg(), [
      ...args,
      '-i',
      join(home, 'clip.mp4'),
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-update',
      '1',
      join(home, name),
    ]);
    const image = await loadImage(await readFile(join(home, name)));
    const ctx = createCanvas(36, 64).getContext('2d');
    ctx.drawImage(image, 0, 0, 36, 64);
    return { width: image.width, height: image.height, pixels: ctx.getImageData(0, 0, 36, 64).data };
  }

  beforeEach(async () => (home = await mkdtemp(join(tmpdir(), 'sandbox-clips-'))));
  afterEach(async () => {
    await Promise.all(providers.splice(0).map((videos) => videos.close()));
    await rm(home, { recursive: true, force: true });
  });
  afterAll(() => pool.close());

  it('are H.264 that starts before it is loaded, upright, as long as asked, and move', async () => {
    const mp4 = await clip({ durationSeconds: 2 });
    const order = boxes(mp4);
    expect(order.indexOf('moov')).toBeGreaterThan(-1);
    expect(order.indexOf('moov')).toBeLessThan(order.indexOf('mdat'));
    expect(mp4.includes('avc1')).toBe(true);
    expect(duration(mp4)).toBeCloseTo(2, 1);
    const first = await frame(mp4, 'first.jpg', []);
    expect([first.width, first.height]).toEqual([480, 854]);
    const later = await frame(mp4, 'later.jpg', ['-ss', '1']);
    const moved =
      first.pixels.reduce((sum, value, index) => sum + Math.abs(value - (later.pixels[index] ?? 0)), 0) /
      first.pixels.length;
    expect(moved).toBeGreaterThan(2);
  });

  it.each([
    ['kling-v2.1', { mode: 'standard' }, [720, 1280]],
    ['hailuo-02', { resolution: '512p' }, [512, 910]],
  ] as const)('of %s have the size of the setting %j', async (modelId, settings, size) => {
    const { width, height } = await frame(await clip({ modelId, settings }), 'size.jpg', []);
    expect([width, height]).toEqual(size);
  });

  it('go on after the process was lost, without the caller bringing the picture again', async () => {
    const before = provider();
    const { predictionId } = await before.create(request(), { idempotencyKey: 'lost' });
    await before.close();
    const after = provider();
    expect((await finished(after, predictionId)).status).toBe('succeeded');
  });

  it('end at once when they are canceled', async () => {
    const videos = provider();
    const { predictionId } = await videos.create(request({ durationSeconds: 30, settings: { resolution: '1080p' } }), {
      idempotencyKey: 'c',
    });
    await videos.cancel(predictionId);
    expect((await videos.get(predictionId)).status).toBe('canceled');
  });

  it.each([
    ['no picture', { image: { mimeType: 'image/png', read: () => Promise.resolve(Buffer.from('<svg/>')) } }],
    ['a picture elsewhere', { image: { url: 'https://example.com/a.png' } }],
    ['an unknown model', { modelId: 'sora' }],
    ['no length', { durationSeconds: 0 }],
  ])('are refused for %s', async (_, changes) => {
    await expect(provider().create(request(changes), { idempotencyKey: 'x' })).rejects.toMatchObject({
      name: 'CreateRefused',
      reason: 'invalid-input',
    });
  });

  it('fail with words when there is no ffmpeg', async () => {
    const videos = provider({}, () => findFfmpeg('/nowhere/ffmpeg'));
    const { predictionId } = await videos.create(request(), { idempotencyKey: 'none' });
    expect((await finished(videos, predictionId)).error).toContain('FFMPEG_PATH');
  });

  it('have a poster: their first frame', async () => {
    await writeFile(join(home, 'clip.mp4'), await clip());
    await extractPoster({
      ffmpeg: await findFfmpeg(),
      clip: join(home, 'clip.mp4'),
      target: join(home, 'poster.jpg'),
      width: 240,
    });
    const poster = await loadImage(await readFile(join(home, 'poster.jpg')));
    expect(poster.width).toBe(240);
  });
});

describe('ffmpeg', () => {
  it('is said to have failed in its own words', async () => {
    await expect(runFfmpeg(await findFfmpeg(), ['-i', '/nowhere.jpg', '/nowhere/out.mp4'])).rejects.toThrow(
      /No such file/u,
    );
  });

  it('is killed when its caller gives up', async () => {
    const abort = new AbortController();
    const endless = runFfmpeg(
      await findFfmpeg(),
      ['-re', '-f', 'lavfi', '-i', 'color=c=black:s=64x64', '-f', 'null', '-'],
      { signal: abort.signal, onFrame: () => abort.abort(new Error('enough')) },
    );
    await expect(endless).rejects.toThrow('enough');
  });

  it('is found on the path before the one that comes along', async () => {
    const found = await findFfmpeg(undefined, { PATH: '' });
    expect(found).toContain('@ffmpeg-installer');
    expect(await findFfmpeg(process.execPath)).toBe(process.execPath);
  });
});
