import ffmpeg from '@ffmpeg-installer/ffmpeg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const run = promisify(execFile);

async function render(input: string, output: readonly string[]): Promise<Buffer> {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', input, ...output, 'pipe:1'];
  const { stdout } = await run(ffmpeg.path, args, { encoding: 'buffer', maxBuffer: 20_000_000 });
  return stdout;
}

/** Returns a 9:16 image of one colour. */
export const pngFile = async (name: string, colour: string): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await render(`color=${colour}:s=90x160`, ['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe']),
});

/** Returns a 9:16 image as large as a model's and as hard to compress; each number gives a different one. */
export const drawnFile = async (name: string, number: number): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await render(`testsrc2=s=720x1280,noise=alls=24:all_seed=${number + 1}`, [
    ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe'],
  ]),
});

/** Returns a two-second 9:16 clip that every browser plays. */
export const mp4File = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: 'video/mp4',
  buffer: await render('testsrc=s=90x160:r=12:d=2', [
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
    ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  ]),
});

/** Returns a one-second tone. */
export const wavFile = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: 'audio/wav',
  buffer: await render('sine=frequency=440:duration=1', ['-f', 'wav']),
});
