import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findFfmpeg, runFfmpeg } from '@storyreel/ffmpeg';
import { renderPicture } from '../pictures/render';
import { WorkerPool } from '../worker/worker-pool';
import type { Prediction, SandboxOptions } from './predictions';
import { type VideoOrder, VideoPredictions } from './video-predictions';

const still = renderPicture({ prompt: 'a lighthouse at dusk', seed: '1', variant: 0, width: 432, height: 768 });

const order = (changes: Partial<VideoOrder> = {}): VideoOrder => ({
  prompt: 'Camera: slow pan to the right.',
  readStill: () => Promise.resolve(still),
  seconds: 1,
  resolution: '480p',
  ...changes,
});

/** Returns the top-level boxes of an mp4 in order. */
function boxes(mp4: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= mp4.length;) {
    names.push(mp4.toString('latin1', at + 4, at + 8));
    at += Math.max(8, mp4.readUInt32BE(at));
  }
  return names;
}

/** Reads the duration in seconds from the movie header. */
function duration(mp4: Buffer): number {
  const at = mp4.indexOf('mvhd') + 4;
  return mp4.readUInt32BE(at + 16) / mp4.readUInt32BE(at + 12);
}

describe('sandbox clips', () => {
  const pool = new WorkerPool(1);
  let home: string;
  const providers: VideoPredictions[] = [];

  const provider = (options: SandboxOptions = {}, ffmpeg = () => findFfmpeg()): VideoPredictions => {
    const made = new VideoPredictions(home, pool, ffmpeg, { delayMs: 0, ...options });
    providers.push(made);
    return made;
  };

  async function finished(videos: VideoPredictions, id: string): Promise<Prediction> {
    for (;;) {
      const prediction = await videos.get(id);
      if (prediction.status !== 'starting' && prediction.status !== 'processing') return prediction;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function clip(changes: Partial<VideoOrder> = {}): Promise<Buffer> {
    const videos = provider();
    const { predictionId } = await videos.create(order(changes), { idempotencyKey: JSON.stringify(changes) });
    const done = await finished(videos, predictionId);
    const [output] = done.outputs;
    if (output === undefined) throw new Error(done.error ?? 'no clip');
    expect(output.mimeType).toBe('video/mp4');
    return buffer((await videos.open(output.ref)).stream);
  }

  /** Returns a small image of the frame at a moment of a clip. */
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

  it('are streamable H.264, upright, as long as requested, move, and never go dark', async () => {
    const mp4 = await clip({ seconds: 2 });
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
    const last = await frame(mp4, 'last.jpg', ['-ss', '1.95']);
    const light = ({ pixels }: typeof last): number => pixels.reduce((sum, value) => sum + value, 0);
    expect(light(last)).toBeGreaterThan(0.8 * light(first));
  });

  it.each([
    ['720p', [720, 1280]],
    ['512p', [512, 910]],
  ])('of %s have the size %j', async (resolution, size) => {
    const { width, height } = await frame(await clip({ resolution }), 'size.jpg', []);
    expect([width, height]).toEqual(size);
  });

  it('continue after the process was killed, without another upload of the image', async () => {
    const before = provider({ sketches: true });
    const { predictionId } = await before.create(order(), { idempotencyKey: 'lost' });
    await before.close();
    const after = provider({ sketches: true });
    expect((await finished(after, predictionId)).status).toBe('succeeded');
  });

  it('end at once when they are canceled', async () => {
    const videos = provider();
    const { predictionId } = await videos.create(order({ seconds: 30, resolution: '1080p' }), {
      idempotencyKey: 'c',
    });
    await videos.cancel(predictionId);
    expect((await videos.get(predictionId)).status).toBe('canceled');
  });

  it.each([
    ['no picture', { readStill: () => Promise.resolve(Buffer.from('<svg/>')) }],
    ['no length', { seconds: 0 }],
  ])('are refused for %s', async (_, changes) => {
    await expect(provider().create(order(changes), { idempotencyKey: 'x' })).rejects.toMatchObject({
      kind: 'invalid-input',
    });
  });

  it.each([
    // Node rejects these arguments and names one of them.
    ['has other words', () => Promise.resolve(process.execPath), "The sandbox couldn't make the clip.", /bad option/u],
    ['is missing', () => findFfmpeg('/nowhere/ffmpeg'), 'has no ffmpeg that works', /CannotMake|no ffmpeg that works/u],
  ])('fail with a message for users when ffmpeg %s, and the log has the cause', async (_, ffmpeg, words, logged) => {
    const heard: unknown[] = [];
    const videos = provider({ onFailure: (error) => heard.push(error) }, ffmpeg);
    const { predictionId } = await videos.create(order(), { idempotencyKey: 'none' });
    const { error } = await finished(videos, predictionId);
    expect(error).toContain(words);
    expect(error).not.toMatch(/\/|FFMPEG_PATH|bad option/u);
    expect(heard.map(String)).toEqual([expect.stringMatching(logged)]);
  });

  it('report an ffmpeg that was killed, and are made when requested again', async () => {
    let runs = 0;
    const killed = join(home, 'killed');
    await writeFile(killed, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
    const videos = provider({ sketches: true }, async () => ((runs += 1) === 1 ? killed : findFfmpeg()));
    const { predictionId } = await videos.create(order(), { idempotencyKey: 'killed' });
    const refusal: unknown = await finished(videos, predictionId).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'unwritable', cause: { trouble: 'killed' } });
    expect((await finished(videos, predictionId)).status).toBe('succeeded');
  });
});
