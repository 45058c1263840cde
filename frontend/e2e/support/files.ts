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

/** A 9:16 picture of one colour. */
export const pngFile = async (name: string, colour: string): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await render(`color=${colour}:s=90x160`, ['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe']),
});

/** A 9:16 picture as large as models make them, and as hard to make small; each number is another one. */
export const drawnFile = async (name: string, number: number): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await render(`testsrc2=s=720x1280,noise=alls=24:all_seed=${number + 1}`, [
    ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe'],
  ]),
});

/** A 9:16 clip of two seconds that every browser plays. */
export const mp4File = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: 'video/mp4',
  buffer: await render('testsrc=s=90x160:r=12:d=2', [
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
    ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  ]),
});

/** A tone of a second. */
export const wavFile = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: 'audio/wav',
  buffer: await render('sine=frequency=440:duration=1', ['-f', 'wav']),
});
