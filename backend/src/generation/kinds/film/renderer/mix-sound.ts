import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireWhole } from '@storyreel/ffmpeg';
import { FROM_FILE, FROM_OUTSIDE } from '../../../../infra/media/examine/probe-clip';
import { SAMPLE_RATE } from './film-plan';
import { encode, requireBytes, WITHOUT_METADATA } from './film-tools';
import type { FilmTools } from './film-tools';
import { fileHash } from './part-store';
import type { FilmContext } from './prepare-scenes';

export interface MixOrder {
  /** Raw tracks as long as the film; null for none. */
  voice: string | null;
  own: string | null;
  music: { path: string; demuxer: string; gainDb: number } | null;
  samples: number;
}

/** The mix as raw floating-point samples, so that nothing clips before the limiter. */
const MIX_FILE = 'mix.raw';
/** Bytes per sample of the mix: two channels. */
export const MIX_BYTES = 8;
const MIX_INPUT = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

const MUSIC_FADE_SECONDS = 1.5;
/** Ducks within a fiftieth of a second and recovers within half of one. */
const DUCK = 'sidechaincompress=threshold=0.02:ratio=12:attack=20:release=450:knee=4';
const MIX_SECONDS = 600;

/** Mixes narration, clips' own sound and music; the latter two are ducked while someone speaks. */
export async function mixSound(tools: FilmTools, { voice, own, music, samples }: MixOrder): Promise<void> {
  const inputs: string[] = [];
  const chain: string[] = [];
  const bed: string[] = [];
  let count = 0;
  const add = (args: readonly string[], filter: string, name: string): void => {
    inputs.push(...args);
    chain.push(`[${count}:a:0]${filter},aformat=sample_fmts=fltp:channel_layouts=stereo[${name}]`);
    count += 1;
  };
  const raw = (file: string, channels: number): string[] => [
    ...[...FROM_FILE, '-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(channels), '-i', file],
  ];
  if (own !== null) {
    add(raw(own, 2), 'anull', 'own');
    bed.push('own');
  }
  if (music !== null) {
    const end = samples / SAMPLE_RATE;
    const fade = Math.min(MUSIC_FADE_SECONDS, end / 4);
    const input = [...FROM_OUTSIDE, '-stream_loop', '-1', '-f', music.demuxer, '-i', music.path];
    const filter = [
      `aresample=${SAMPLE_RATE}`,
      `atrim=end_sample=${samples}`,
      `volume=${music.gainDb}dB`,
      `afade=t=out:st=${(end - fade).toFixed(3)}:d=${fade.toFixed(3)}`,
    ];
    add(input, filter.join(','), 'music');
    bed.push('music');
  }
  if (voice !== null) add(raw(voice, 1), 'anull', 'voice');
  const below = together(chain, bed, 'bed');
  if (voice === null) chain.push(below === null ? silence(samples) : `[${below}]anull[mix]`);
  else if (below === null) chain.push('[voice]anull[mix]');
  else {
    chain.push('[voice]asplit[heard][key]', `[${below}][key]${DUCK}[ducked]`);
    chain.push('[heard][ducked]amix=inputs=2:duration=first:dropout_transition=3600,volume=2[mix]');
  }
  const output = [
    '-map',
    '[mix]',
    '-ac',
    '2',
    '-ar',
    String(SAMPLE_RATE),
    '-f',
    'f32le',
    join(tools.scratch, MIX_FILE),
  ];
  await encode(tools, [...inputs, '-filter_complex', chain.join(';'), ...output], { seconds: MIX_SECONDS });
  await requireBytes(join(tools.scratch, MIX_FILE), samples * MIX_BYTES);
}

/** Sums the inputs. `amix` divides by their number, which the volume undoes. */
function together(chain: string[], names: readonly string[], as: string): string | null {
  if (names.length < 2) return names[0] ?? null;
  const all = names.map((name) => `[${name}]`).join('');
  chain.push(`${all}amix=inputs=${names.length}:duration=first:dropout_transition=3600,volume=${names.length}[${as}]`);
  return as;
}

const silence = (samples: number): string => `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end_sample=${samples}[mix]`;

/** Target loudness in LUFS (EBU R 128): the level that platforms play at. */
const GOAL = -14;
/** Peak limit as a share of full scale, about -2 dB: AAC adds up to one decibel to a peak. */
const LIMIT = 0.79;
const CLOSE_ENOUGH = 0.3;
const ROUNDS = 4;
/** Below this loudness there is nothing worth amplifying. */
const SILENCE = -60;
const MOST_GAIN = 40;
const MEASURE_SECONDS = 300;

export interface Loudness {
  /** Integrated loudness, in LUFS; -70 and less is silence. */
  integrated: number;
  /** True peak, in dB of full scale. */
  peak: number;
}

/** Limits at four times the sample rate, where the limiter sees the peaks between samples. */
const loud = (gainDb: number): string =>
  [
    `volume=${gainDb.toFixed(2)}dB`,
    `aresample=${SAMPLE_RATE * 4}`,
    `alimiter=limit=${LIMIT}:attack=5:release=80:level=false`,
    `aresample=${SAMPLE_RATE}`,
  ].join(',');

/** Finds the gain, in decibels, that gives the mix its target loudness after the limiter. */
async function gainFor(tools: FilmTools): Promise<number> {
  const measure = async (filter: string): Promise<number> => {
    const input = [...FROM_FILE, ...MIX_INPUT, '-i', MIX_FILE];
    const words = await encode(tools, [...input, '-af', `${filter},ebur128=framelog=verbose`, '-f', 'null', '-'], {
      seconds: MEASURE_SECONDS,
      says: 'info',
    });
    return readLoudness(words).integrated;
  };
  const before = await measure('anull');
  if (before < SILENCE) return 0;
  let gain = Math.min(MOST_GAIN, GOAL - before);
  for (let round = 0; round < ROUNDS; round++) {
    const missing = GOAL - (await measure(loud(gain)));
    if (Math.abs(missing) <= CLOSE_ENOUGH) break;
    gain = Math.min(MOST_GAIN, gain + missing);
  }
  return gain;
}

/** Reads the loudness from the summary of ffmpeg's ebur128. @throws Error when there is none */
export function readLoudness(words: string): Loudness {
  const summary = words.slice(words.lastIndexOf('Summary:'));
  const integrated = /I:\s+(-?[\d.]+|-?inf|nan) LUFS/u.exec(summary)?.[1];
  if (integrated === undefined) throw new Error('ffmpeg measured no loudness');
  const peak = /Peak:\s+(-?[\d.]+|-?inf) dBFS/u.exec(summary)?.[1];
  return { integrated: decibels(integrated), peak: decibels(peak) };
}

const decibels = (text = '-inf'): number => (/\d/u.test(text) ? Number(text) : -Infinity);

const TRACK = 'sound.mp4';
const RATE = '192k';
const ENCODE_SECONDS = 900;
/** As good as the default coder at this rate, and faster: https://ffmpeg.org/ffmpeg-codecs.html#aac */
const CODER = ['-aac_coder', 'fast'];

/** Returns the path of the mix as AAC at target loudness, which is reused until the mix changes. */
export async function encodeSound({ tools, parts, nameOf }: FilmContext): Promise<string> {
  const path = join(tools.scratch, MIX_FILE);
  const mix = await fileHash(path, Infinity, tools.signal);
  const soundSeconds = (await stat(path)).size / MIX_BYTES / SAMPLE_RATE;
  const folder = await parts.keep(nameOf({ kind: 'sound', mix, rate: RATE }), {
    make: (draft) => encodeMix(tools, join(draft, TRACK)),
    check: (made) => requireWhole(join(made, TRACK), { soundSeconds }),
  });
  return join(folder, TRACK);
}

async function encodeMix(tools: FilmTools, target: string): Promise<void> {
  const gainDb = await gainFor(tools);
  const mix = [...FROM_FILE, ...MIX_INPUT, '-i', MIX_FILE];
  const encoded = ['-af', loud(gainDb), '-c:a', 'aac', ...CODER, '-b:a', RATE];
  const file = [...WITHOUT_METADATA, '-f', 'mp4', target];
  await encode(tools, [...mix, ...encoded, ...file], { seconds: ENCODE_SECONDS });
}
