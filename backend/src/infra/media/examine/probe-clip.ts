import { open } from 'node:fs/promises';
import { LIMITS } from '@storyreel/contracts';
import { FfmpegFailure, isWholeMov, runFfmpeg } from '@storyreel/ffmpeg';
import { z } from 'zod';

const HEAD_BYTES = 16;

/** The demuxers that read files from outside, each with the first bytes of its files. */
export const KINDS: readonly [demuxer: string, magic: (head: Buffer) => boolean][] = [
  ['mov', (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(head.toString('latin1', 4, 8))],
  ['matroska', (head) => head.readUInt32BE(0) === 0x1a45dfa3],
  ['wav', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'],
  ['ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
  ['flac', (head) => head.toString('latin1', 0, 4) === 'fLaC'],
  // Layer bits 0 mark ADTS; MP3 frames begin with the same sync bits but have a layer.
  ['aac', (head) => head.readUInt8(0) === 0xff && (head.readUInt8(1) & 0xf6) === 0xf0],
  ['mp3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head.readUInt16BE(0) & 0xffe0) === 0xffe0],
];

/**
 * Returns the demuxer for a file by its first bytes, so that ffmpeg never guesses: its guesses include playlists, which
 * open other files. Null for anything else.
 */
export async function demuxerOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead < HEAD_BYTES) return null;
    return KINDS.find(([, magic]) => magic(head))?.[0] ?? null;
  } finally {
    await file.close();
  }
}

/** Files only: no input may make ffmpeg open an address. */
export const FROM_FILE = ['-protocol_whitelist', 'file'] as const;

const DEMUXERS = ['mov', 'mp4', 'matroska', 'webm', 'wav', 'ogg', 'flac', 'aac', 'mp3'];
/** Formats that browsers play, each with the decoders that builds of ffmpeg have for it. */
export const DECODERS: readonly (readonly string[])[] = [
  ...[['h264'], ['hevc'], ['vp8', 'libvpx'], ['vp9', 'libvpx-vp9'], ['libdav1d', 'libaom-av1', 'av1']],
  ...[['aac'], ['mp3', 'mp3float'], ['opus', 'libopus'], ['vorbis', 'libvorbis'], ['flac'], ['alac']],
  ...['u8', 's16le', 's24le', 's32le', 'f32le', 's16be', 'alaw', 'mulaw'].map((format) => [`pcm_${format}`]),
];

/**
 * Options before a file from outside. Of the hundreds of formats that ffmpeg reads, many are rarely tested and some are
 * broken, so only the few needed here are allowed.
 */
export const FROM_OUTSIDE = [
  ...FROM_FILE,
  '-format_whitelist',
  DEMUXERS.join(','),
  '-codec_whitelist',
  DECODERS.flat().join(','),
] as const;

export const clipFactsSchema = z.object({
  demuxer: z.string(),
  seconds: z.number(),
  hasSound: z.boolean(),
  /** The width as shown: a phone's clip may lie on its side in the file. */
  width: z.number(),
  height: z.number(),
  /** The pixel format, with the colours that the file states: 'yuv420p(tv, bt709)'. */
  colours: z.string(),
});
/** Properties of a clip, as reported by ffmpeg. */
export type ClipFacts = z.infer<typeof clipFactsSchema>;

export interface ProbeTools {
  /** Path of the ffmpeg executable. */
  ffmpeg: string;
  signal?: AbortSignal;
}

const MOST_SIDE = LIMITS.clipSide;
const MOST_PIXELS = MOST_SIDE * 4_320;
const SHORTEST = 0.1;
/** Limits of ffmpeg for the examination of one file. */
const MOST = { seconds: 30, memoryMb: 2_048, fileMb: 1 };

/** A clip cannot be used; the message continues "The clip of scene 3". */
export class UnusableClip extends Error {}
/** A sound cannot be used; the message continues "The narration of scene 3". */
export class UnusableSound extends Error {}

/**
 * Reads ffmpeg's report on a clip while it decodes the first two frames: a clip without a decodable frame is useless.
 * @throws UnusableClip; FfmpegFailure when it is damaged or takes too long
 */
export async function probeClip(tools: ProbeTools, path: string): Promise<ClipFacts & { frames: number }> {
  const demuxer = await demuxerOf(path);
  if (demuxer !== 'mov' && demuxer !== 'matroska') throw new UnusableClip('is not a video');
  if (demuxer === 'mov' && !(await isWholeMov(path))) throw new UnusableClip('is damaged: a part of it is missing');
  const input = ['-threads', '1', ...FROM_OUTSIDE, '-f', demuxer, '-i', path, '-map', '0:v:0'];
  let frames = 0;
  const words = await run(tools, [...input, '-frames:v', '2', '-vf', 'scale=64:64', '-f', 'null', '-'], (frame) => {
    frames = frame;
  }).catch((error: unknown) => {
    // ffmpeg's report on the input may give a better reason, such as a codec that is not allowed.
    if (error instanceof FfmpegFailure && error.words.includes('Input #0')) readFacts(error.words);
    throw error;
  });
  const { seconds: told, ...facts } = readFacts(words);
  // Recorders that stream, such as a browser's, do not write the length.
  const seconds = told ?? (await lastTime(tools, [...input, '-c', 'copy', '-f', 'null', '-']));
  if (seconds < SHORTEST)
    throw new UnusableClip(frames < 2 ? 'has no length: it is a still image, not a video' : 'has no length');
  return { demuxer, seconds, ...facts, frames };
}

/**
 * Decodes the first second of a sound.
 * @returns its demuxer
 * @throws UnusableSound; FfmpegFailure when it is damaged or takes too long
 */
export async function probeSound(tools: ProbeTools, path: string): Promise<string> {
  const demuxer = await demuxerOf(path);
  if (demuxer === null) throw new UnusableSound('is not a sound');
  const input = [...FROM_OUTSIDE, '-f', demuxer, '-i', path, '-map', '0:a:0', '-t', '1'];
  await run(tools, [...input, '-f', 'null', '-']);
  return demuxer;
}

/** Returns the length of a sound. @throws UnusableSound; FfmpegFailure when it is damaged or takes too long */
export async function soundSeconds(tools: ProbeTools, path: string): Promise<number> {
  const demuxer = await demuxerOf(path);
  if (demuxer === null) throw new UnusableSound('is not a sound');
  return lastTime(tools, [
    ...FROM_OUTSIDE,
    '-f',
    demuxer,
    '-i',
    path,
    '-map',
    '0:a:0',
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ]);
}

const run = ({ ffmpeg, signal }: ProbeTools, args: string[], onFrame?: (frame: number) => void): Promise<string> =>
  runFfmpeg(ffmpeg, args, { signal, onFrame, limits: MOST, says: 'info' });

/** Returns the time of an input's last packet, in seconds. */
async function lastTime(tools: ProbeTools, args: string[]): Promise<number> {
  return secondsIn(/ time=(\d+):(\d+):(\d+\.\d+)/u.exec(await run(tools, args))) ?? 0;
}

const secondsIn = (clock: RegExpExecArray | null): number | null =>
  clock && Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);

/**
 * Parses ffmpeg's report on an input; `seconds` is null where the file does not state its length. @throws UnusableClip
 */
function readFacts(words: string): Omit<ClipFacts, 'demuxer' | 'seconds'> & { seconds: number | null } {
  const [input = ''] = words.split(/^(?:Stream mapping|Output #0)/mu);
  const video = /Stream #0:\d+[^\n]*?: Video: (\w+)([^\n]*)/u.exec(input);
  if (!video || video[2]?.includes('attached pic')) throw new UnusableClip('has no picture');
  if (new RegExp(`Codec \\(${video[1]}\\) not on whitelist`, 'u').test(words))
    throw new UnusableClip(`is encoded as ${video[1]}, which browsers don't play: please use H.264, VP9 or AV1`);
  const size = /[ ,](\d+)x(\d+)(?:[ ,[]|$)/u.exec(video[2] ?? '');
  if (!size) throw new UnusableClip('has no picture');
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (Math.max(width, height) > MOST_SIDE || width * height > MOST_PIXELS)
    throw new UnusableClip(`is too large: ${width} × ${height} pixels, where ${MOST_SIDE} a side are the most`);
  const seconds = secondsIn(/Duration: (\d+):(\d+):(\d+\.\d+)/u.exec(input));
  const [, colours = ''] = /, ([a-z]\w*(?:\([^)]*\))?), \d+x\d+/u.exec(video[2] ?? '') ?? [];
  const turned = Number(/displaymatrix: rotation of (-?[\d.]+) degrees/u.exec(input)?.[1] ?? 0);
  const shown = Math.round(turned / 90) % 2 === 0 ? { width, height } : { width: height, height: width };
  return { seconds, hasSound: /Stream #0:\d+.*?: Audio:/u.test(input), ...shown, colours };
}
