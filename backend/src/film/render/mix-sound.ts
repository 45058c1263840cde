import { join } from 'node:path';
import { FROM_FILE, FROM_OUTSIDE } from '../../platform/examine/ffmpeg-input';
import { encode, type FilmTools, requireBytes } from './film-tools';
import { SAMPLE_RATE } from './sound';

export interface MixWish {
  /** Raw tracks as long as the film; null where there is none. */
  voice: string | null;
  own: string | null;
  music: { path: string; demuxer: string; gainDb: number } | null;
  samples: number;
}

/** Raw samples of the mix: floating point, so that nothing is cut off before the limiter. */
export const MIX_FILE = 'mix.raw';
/** Of one sample of both channels. */
export const MIX_BYTES = 8;
export const MIX_INPUT = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

const MUSIC_FADE_SECONDS = 1.5;
/** Gives way within a fiftieth of a second and comes back within half of one. */
const DUCK = 'sidechaincompress=threshold=0.02:ratio=12:attack=20:release=450:knee=4';
const MIX_SECONDS = 600;

/** Writes voice, own sound and music as one, in which the latter two give way while someone speaks. */
export async function mixSound(tools: FilmTools, { voice, own, music, samples }: MixWish): Promise<void> {
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

/** `amix` halves what it adds up; that is taken back. */
function together(chain: string[], names: readonly string[], as: string): string | null {
  if (names.length < 2) return names[0] ?? null;
  const all = names.map((name) => `[${name}]`).join('');
  chain.push(`${all}amix=inputs=${names.length}:duration=first:dropout_transition=3600,volume=${names.length}[${as}]`);
  return as;
}

const silence = (samples: number): string => `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end_sample=${samples}[mix]`;
