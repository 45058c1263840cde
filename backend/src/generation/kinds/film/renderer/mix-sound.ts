import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireWhole } from '@storyreel/ffmpeg';
import { FROM_FILE, FROM_OUTSIDE } from '../../../../infra/media/examine/probe-clip';
import { SAMPLE_RATE } from './film-plan';
import type { FilmMusic } from './film-plan';
import { encode, requireBytes, WITHOUT_METADATA } from './film-tools';
import type { FilmTools } from './film-tools';
import { fileHash } from './part-store';
import type { FilmContext } from './prepare-scenes';

export interface MixOrder {
  /** Paths of raw tracks as long as the film; null for a missing track. */
  voice: string | null;
  own: string | null;
  music: (FilmMusic & { demuxer: string }) | null;
  samples: number;
}

/** The mix, as raw floating-point samples, so that nothing clips before the limiter. */
const MIX_FILE = 'mix.raw';
/** Bytes per sample of the mix: two channels. */
export const MIX_BYTES = 8;
const MIX_INPUT = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** Lengths of the music's fades at the film's start and end, in seconds. */
const [MUSIC_RISES, MUSIC_FADES] = [0.4, 2.5];
/**
 * Lowers the clips' own sound within 20 ms after speech begins, and restores it within half a second after speech ends.
 */
const DUCK_OWN = 'sidechaincompress=threshold=0.02:ratio=12:attack=20:release=450:knee=4';
/** Lowers the music by some eight decibels during speech, and does not restore it in short pauses. */
const DUCK_MUSIC = 'sidechaincompress=threshold=0.03:ratio=4:attack=40:release=700:knee=4';
/** Loudness to which the voice is brought before it controls the ducking, in LUFS. */
const KEY = -20;
/** Difference in loudness between the voice and music without speech, in LU. */
const BELOW_VOICE = 8;
/** Maximum gain for music, in decibels: softer music is meant to be inaudible. */
const MOST_MUSIC_GAIN = 24;
/** Maximum number of seconds of music that are measured. */
const MUSIC_MEASURED = 240;
const MIX_SECONDS = 600;

const raw = (file: string, channels: number): string[] => [
  ...[...FROM_FILE, '-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(channels), '-i', file],
];

/** File with the repeating part of the music as raw samples. Other formats cannot repeat without a gap. */
const MUSIC_FILE = 'music.raw';

/** Returns ffmpeg's arguments for endlessly repeated music. */
async function musicInput(
  tools: FilmTools,
  { path, demuxer, repeats }: NonNullable<MixOrder['music']>,
): Promise<string[]> {
  const again = ['-stream_loop', '-1'];
  if (!repeats) return [...FROM_OUTSIDE, ...again, '-f', demuxer, '-i', path];
  const part = `atrim=start_sample=${repeats.from}:end_sample=${repeats.to},asetpts=PTS-STARTPTS`;
  const input = [...FROM_FILE, '-f', demuxer, '-i', path, '-map', '0:a:0', '-af', part];
  const output = ['-ac', '2', '-ar', String(SAMPLE_RATE), '-f', 's16le', join(tools.scratch, MUSIC_FILE)];
  await encode(tools, [...input, ...output], { seconds: MIX_SECONDS });
  await requireBytes(join(tools.scratch, MUSIC_FILE), (repeats.to - repeats.from) * 4);
  return [...again, ...raw(MUSIC_FILE, 2)];
}

/**
 * Returns the gain, in decibels, with which both the music and the speech are audible. Without speech, the music is set
 * below the clips' own sound; without that, its gain stays unchanged.
 */
async function musicGain(
  tools: FilmTools,
  music: NonNullable<MixOrder['music']>,
  { input, above, seconds }: { input: readonly string[]; above: number | null; seconds: number },
): Promise<number> {
  if (music.gainDb !== undefined) return music.gainDb;
  if (above === null || above < SILENCE) return 0;
  const span = `atrim=end_sample=${Math.round(Math.min(seconds, MUSIC_MEASURED) * SAMPLE_RATE)}`;
  const own = await loudness(tools, input, `aresample=${SAMPLE_RATE},${span}`);
  if (own < SILENCE) return 0;
  return Math.min(MOST_MUSIC_GAIN, above - BELOW_VOICE - own);
}

/** Mixes narration, the clips' own sound and music; the latter two are lowered during speech. */
export async function mixSound(tools: FilmTools, { voice, own, music, samples }: MixOrder): Promise<void> {
  const inputs: string[] = [];
  const chain: string[] = [];
  const bed: string[] = [];
  let count = 0;
  const voiceLoudness = voice === null ? null : await loudness(tools, raw(voice, 1));
  const keyGain = voiceLoudness === null || voiceLoudness < SILENCE ? 0 : KEY - voiceLoudness;
  const add = (args: readonly string[], filter: string, name: string): void => {
    inputs.push(...args);
    chain.push(`[${count}:a:0]${filter},aformat=sample_fmts=fltp:channel_layouts=stereo[${name}]`);
    count += 1;
  };
  if (own !== null) {
    add(raw(own, 2), 'anull', 'own');
    bed.push('own');
  }
  if (music !== null) {
    const end = samples / SAMPLE_RATE;
    const fade = Math.min(MUSIC_FADES, end / 4);
    const above = voiceLoudness ?? (own === null ? null : await loudness(tools, raw(own, 2)));
    const input = await musicInput(tools, music);
    const gainDb = await musicGain(tools, music, { input, above, seconds: end });
    const filter = [
      `aresample=${SAMPLE_RATE}`,
      `atrim=end_sample=${samples}`,
      `volume=${gainDb.toFixed(2)}dB`,
      `afade=t=in:d=${Math.min(MUSIC_RISES, fade).toFixed(3)}`,
      `afade=t=out:st=${(end - fade).toFixed(3)}:d=${fade.toFixed(3)}`,
    ];
    add(input, filter.join(','), 'music');
    bed.push('music');
  }
  if (voice !== null) add(raw(voice, 1), 'anull', 'voice');
  if (voice !== null && bed.length > 0) {
    chain.push(`[voice]asplit=${bed.length + 1}[heard]${bed.map((name) => `[key-${name}]`).join('')}`);
    for (const [index, name] of bed.entries()) {
      const duck = name === 'music' ? DUCK_MUSIC : DUCK_OWN;
      chain.push(
        `[key-${name}]volume=${keyGain.toFixed(2)}dB[by-${name}]`,
        `[${name}][by-${name}]${duck}[low-${name}]`,
      );
      bed[index] = `low-${name}`;
    }
  }
  const heard = voice === null ? bed : [bed.length > 0 ? 'heard' : 'voice', ...bed];
  const all = together(chain, heard, 'all');
  chain.push(all === null ? silence(samples) : `[${all}]anull[mix]`);
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

/** Sums the inputs. `amix` divides the sum by the number of inputs, which the volume filter undoes. */
function together(chain: string[], names: readonly string[], as: string): string | null {
  if (names.length < 2) return names[0] ?? null;
  const all = names.map((name) => `[${name}]`).join('');
  chain.push(`${all}amix=inputs=${names.length}:duration=first:dropout_transition=3600,volume=${names.length}[${as}]`);
  return as;
}

const silence = (samples: number): string => `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end_sample=${samples}[mix]`;

/** Target loudness in LUFS (EBU R 128), to which platforms normalise. */
const GOAL = -14;
/** Peak limit as a share of full scale, about -2 dB: AAC adds up to one decibel to a peak. */
const LIMIT = 0.79;
const CLOSE_ENOUGH = 0.3;
const ROUNDS = 4;
/** A mix below this loudness is not amplified. */
const SILENCE = -60;
const MOST_GAIN = 40;
const MEASURE_SECONDS = 300;

export interface Loudness {
  /** Integrated loudness in LUFS; -70 or less means silence. */
  integrated: number;
  /** True peak, in dB relative to full scale. */
  peak: number;
}

/** Limits at four times the sample rate, so that the limiter also detects peaks between samples. */
const loud = (gainDb: number): string =>
  [
    `volume=${gainDb.toFixed(2)}dB`,
    `aresample=${SAMPLE_RATE * 4}`,
    `alimiter=limit=${LIMIT}:attack=5:release=80:level=false`,
    `aresample=${SAMPLE_RATE}`,
  ].join(',');

/** Measures the integrated loudness of an input, in LUFS. */
async function loudness(tools: FilmTools, input: readonly string[], filter = 'anull'): Promise<number> {
  const measured = ['-map', '0:a:0', '-af', `${filter},ebur128=framelog=verbose`, '-f', 'null', '-'];
  const words = await encode(tools, [...input, ...measured], { seconds: MEASURE_SECONDS, says: 'info' });
  return readLoudness(words).integrated;
}

/** Finds the gain, in decibels, that gives the mix its target loudness after the limiter. */
async function gainFor(tools: FilmTools): Promise<number> {
  const measure = (filter: string): Promise<number> =>
    loudness(tools, [...FROM_FILE, ...MIX_INPUT, '-i', MIX_FILE], filter);
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
/** At this rate, this coder is as good as the default one, and faster: https://ffmpeg.org/ffmpeg-codecs.html#aac */
const CODER = ['-aac_coder', 'fast'];

/** Returns the path of the mix as AAC at target loudness. The file is reused until the mix changes. */
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
