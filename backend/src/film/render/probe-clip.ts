import { FfmpegFailure } from '@storyreel/ffmpeg';
import { z } from 'zod';
import { FILM_LIMITS } from './film-limits';
import { encode, type FilmTools, FROM_FILE } from './film-tools';
import { demuxerOf } from './media-kind';

export const clipFactsSchema = z.object({
  demuxer: z.string(),
  seconds: z.number(),
  hasSound: z.boolean(),
});
/** What a clip is, as ffmpeg found it. */
export type ClipFacts = z.infer<typeof clipFactsSchema>;

const SHORTEST = 0.1;
const SECONDS = 30;

/** What is wrong with a clip, in words that go behind "The clip of scene 3". */
export class UnusableClip extends Error {}

/**
 * Reads what ffmpeg says of a clip while it decodes its first frame: what cannot give one frame gives no scene.
 * @throws UnusableClip; FfmpegFailure when it is damaged or takes too long
 */
export async function probeClip(tools: FilmTools, path: string): Promise<ClipFacts> {
  const demuxer = await demuxerOf(path);
  if (demuxer !== 'mov' && demuxer !== 'matroska') throw new UnusableClip('is not a video');
  const input = [...FROM_FILE, '-f', demuxer, '-i', path];
  const output = ['-map', '0:v:0', '-frames:v', '1', '-vf', 'scale=64:64', '-f', 'null', '-'];
  try {
    const words = await encode(tools, ['-threads', '1', ...input, ...output], { seconds: SECONDS, says: 'info' });
    return { demuxer, ...readFacts(words) };
  } catch (error) {
    // What it said of the input may tell why it was not decoded.
    if (error instanceof FfmpegFailure && error.words.includes('Input #0')) readFacts(error.words);
    throw error;
  }
}

/** From ffmpeg's own words about an input. @throws UnusableClip */
export function readFacts(words: string): Omit<ClipFacts, 'demuxer'> {
  const [input = ''] = words.split(/^(?:Stream mapping|Output #0)/mu);
  const size = /Stream #0:\d+.*?: Video:.*?[ ,](\d+)x(\d+)[ ,[]/u.exec(input);
  if (!size) throw new UnusableClip('has no picture');
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (Math.max(width, height) > FILM_LIMITS.clipSide || width * height > FILM_LIMITS.clipPixels) {
    throw new UnusableClip(
      `is too large: ${width} × ${height} pixels, where ${FILM_LIMITS.clipSide} a side are the most`,
    );
  }
  const length = /Duration: (\d+):(\d+):(\d+\.\d+)/u.exec(input);
  const seconds = length ? Number(length[1]) * 3600 + Number(length[2]) * 60 + Number(length[3]) : 0;
  if (seconds < SHORTEST) throw new UnusableClip('has no length');
  return { seconds, hasSound: /Stream #0:\d+.*?: Audio:/u.test(input) };
}
