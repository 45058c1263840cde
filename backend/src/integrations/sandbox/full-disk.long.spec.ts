import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCanvas } from '@napi-rs/canvas';
import { findFfmpeg, troubleOf } from '@storyreel/ffmpeg';
import { createSandbox } from '@storyreel/sandbox';
import { eventually } from '../../testing/eventually';
import { fileLimit, smallDisk } from '../../testing/small-disk';

const PAGE = 4_096;
const pagesOf = (bytes: number): number => Math.ceil(bytes / PAGE);
/** An image with so many edges that its clip takes more than a few pages. */
const still = ((): Buffer => {
  const canvas = createCanvas(240, 427);
  const context = canvas.getContext('2d');
  for (let n = 0; n < 600; n++) {
    context.fillStyle = `hsl(${(n * 47) % 360} 60% ${20 + ((n * 13) % 60)}%)`;
    context.fillRect((n * 137) % 240, (n * 277) % 427, 24, 24);
  }
  return canvas.toBuffer('image/jpeg');
})();

let folder: string;
let ffmpeg: string;
/** A clip made on a disk with enough space, and the number of pages that its prediction takes there. */
let whole: Buffer;
let pages: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-clips-'));
  ffmpeg = await findFfmpeg();
  const clip = await clipOf(folder, ffmpeg);
  if (!Buffer.isBuffer(clip)) throw clip;
  whole = clip;
  const made = predictionIn(folder);
  pages = readdirSync(made).reduce((sum, name) => sum + pagesOf(statSync(join(made, name)).size), 0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const predictionIn = (home: string): string => {
  const name = readdirSync(join(home, 'sandbox')).find((entry) => entry.startsWith('sandbox-video'));
  return join(home, 'sandbox', name ?? 'none');
};

/** Makes a clip in the sandbox of a data directory; returns its bytes or the error. */
async function clipOf(home: string, program: string): Promise<unknown> {
  const sandbox = createSandbox(home, { delayMs: 0, ffmpegPath: program });
  const { videos } = sandbox;
  const order = { prompt: 'A slow push in.', readStill: () => Promise.resolve(still), seconds: 1, resolution: '480p' };
  try {
    const { predictionId } = await videos.create(order, { idempotencyKey: 'one' });
    const made = await eventually(
      'The clip',
      async () => {
        const prediction = await videos.get(predictionId);
        return prediction.status === 'succeeded' || prediction.status === 'failed' ? prediction : null;
      },
      60_000,
    );
    const [output] = made.outputs;
    if (output === undefined) throw new Error(`failed for good: ${made.error}`);
    return await buffer((await videos.open(output.ref)).stream);
  } catch (error) {
    return error;
  } finally {
    await sandbox.close();
  }
}

it.each([
  ['a disk that is full', () => smallDisk(ffmpeg, 16)],
  ['a limit on file sizes', () => Promise.resolve(fileLimit(ffmpeg, mkdtempSync(join(tmpdir(), 'storyreel-limit-'))))],
])('%s leaves no incomplete clip, and makes the clip once there is space', async (_, open) => {
  const disk = await open();
  try {
    const most = disk.how === 'a file system' ? pages : pagesOf(whole.length);
    let refused = 0;
    expect(most).toBeGreaterThan(10);
    for (const left of [most - 1, most - 2, most - 3, most - 6]) {
      disk.leave(left * PAGE);
      const clip = await clipOf(disk.folder, disk.ffmpeg);
      if (!Buffer.isBuffer(clip)) {
        refused += 1;
        expect([left, troubleOf(clip)]).toEqual([left, 'space']);
      }
      disk.free();
      expect([left, await clipOf(disk.folder, disk.ffmpeg)]).toEqual([left, whole]);
      for (const name of readdirSync(disk.folder)) rmSync(join(disk.folder, name), { recursive: true });
    }
    expect(refused).toBeGreaterThan(1);
  } finally {
    await disk.close();
  }
});

it('makes a clip again that an earlier release stored without its end', async () => {
  const made = predictionIn(folder);
  rmSync(join(made, 'result.json'));
  truncateSync(join(made, 'clip.mp4'), whole.length - 500);
  expect(await clipOf(folder, ffmpeg)).toEqual(whole);
});
