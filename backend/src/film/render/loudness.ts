import { FROM_FILE } from '../../platform/examine/ffmpeg-input';
import { encode, type FilmTools } from './film-tools';
import { MIX_FILE, MIX_INPUT } from './mix-sound';
import { SAMPLE_RATE } from './sound';

/** EBU R 128, in LUFS: what the platforms play at. */
const GOAL = -14;
/** As a share of full scale, about -2 dB: AAC adds up to one decibel to a peak. */
const LIMIT = 0.79;
const CLOSE_ENOUGH = 0.3;
const ROUNDS = 4;
/** Below this nothing is heard that should be made louder. */
const SILENCE = -60;
const MOST_GAIN = 40;
const MEASURE_SECONDS = 300;

export interface Loudness {
  /** Integrated, in LUFS; -70 and less is silence. */
  integrated: number;
  /** True peak, in dB of full scale. */
  peak: number;
}

/** The limiter works at four times the rate, where it sees the peaks between the samples. */
export const loud = (gainDb: number): string =>
  [
    `volume=${gainDb.toFixed(2)}dB`,
    `aresample=${SAMPLE_RATE * 4}`,
    `alimiter=limit=${LIMIT}:attack=5:release=80:level=false`,
    `aresample=${SAMPLE_RATE}`,
  ].join(',');

/** The gain, in decibels, with which the mix is as loud as it should be once the limiter has taken its part. */
export async function gainFor(tools: FilmTools): Promise<number> {
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

/** From the summary of ffmpeg's ebur128. @throws Error when there is none */
export function readLoudness(words: string): Loudness {
  const summary = words.slice(words.lastIndexOf('Summary:'));
  const integrated = /I:\s+(-?[\d.]+|-?inf|nan) LUFS/u.exec(summary)?.[1];
  if (integrated === undefined) throw new Error('ffmpeg measured no loudness');
  const peak = /Peak:\s+(-?[\d.]+|-?inf) dBFS/u.exec(summary)?.[1];
  return { integrated: decibels(integrated), peak: decibels(peak) };
}

const decibels = (text = '-inf'): number => (/\d/u.test(text) ? Number(text) : -Infinity);
