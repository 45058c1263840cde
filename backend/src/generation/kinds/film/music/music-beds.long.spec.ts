import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUSIC_BEDS } from '@storyreel/contracts';
import { findFfmpeg, runFfmpeg } from '@storyreel/ffmpeg';
import { readLoudness } from '../renderer/mix-sound';
import { bedOf } from './music-beds';

const RATE = 48_000;

let folder: string;
let ffmpeg: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-music-'));
  ffmpeg = await findFfmpeg();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the mean loudness of some samples, in decibels. */
function decibels(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / samples.length);
}

/** Returns the sharpest bend between successive samples; it is large at a click. */
function sharpest(samples: Float32Array): number {
  let most = 0;
  for (let at = 2; at < samples.length; at++) {
    const [one, two, three] = [samples[at - 2] ?? 0, samples[at - 1] ?? 0, samples[at] ?? 0];
    most = Math.max(most, Math.abs(one - 2 * two + three));
  }
  return most;
}

describe.each(MUSIC_BEDS)('%s music', (bed) => {
  const { path, repeats } = bedOf(bed);
  let words: string;
  let samples: Float32Array;
  beforeAll(async () => {
    const part = `atrim=start_sample=${repeats.from}:end_sample=${repeats.to}`;
    const raw = join(folder, `${bed}.raw`);
    const [loud, bass, treble] = ['ebur128=peak=true:framelog=verbose', 'lowpass=f=110', 'highpass=f=3000'];
    const chains = `[0:a]${part},asplit=3[whole][low][high];[whole]${loud}[a];[low]${bass}[b];[high]${treble}[c]`;
    const mono = ['-ac', '1', '-f', 'f32le'];
    const outputs = ['a', 'b', 'c'].flatMap((name) => ['-map', `[${name}]`, ...mono, `${raw}.${name}`]);
    words = await runFfmpeg(ffmpeg, ['-i', path, '-filter_complex', chains, ...outputs], { says: 'info' });
    samples = samplesOf(`${raw}.a`);
  }, 60_000);

  const samplesOf = (file: string): Float32Array => {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  };

  it('is about a minute long, as loud as the other beds, and nowhere near clipping', () => {
    expect(samples.length).toBe(repeats.to - repeats.from);
    expect(samples.length / RATE).toBeGreaterThan(45);
    expect(samples.length / RATE).toBeLessThan(75);
    const { integrated, peak } = readLoudness(words);
    expect(Math.abs(integrated + 18)).toBeLessThan(0.7);
    expect(peak).toBeLessThan(-3);
  });

  it('has no hole, and no second that is much louder than the others', () => {
    const seconds = Array.from({ length: Math.floor(samples.length / RATE) }, (_, second) =>
      decibels(samples.subarray(second * RATE, (second + 1) * RATE)),
    );
    expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThan(9);
  });

  it('begins again without a click or a jump in loudness', () => {
    const [end, start] = [samples.subarray(-RATE), samples.subarray(0, RATE)];
    const seam = Float32Array.of(...end.subarray(-8), ...start.subarray(0, 8));
    const elsewhere = [0.2, 0.4, 0.6, 0.8].map((share) => {
      const at = Math.round(samples.length * share);
      return sharpest(samples.subarray(at, at + RATE));
    });
    expect(sharpest(seam)).toBeLessThan(Math.max(...elsewhere));
    expect(Math.abs(decibels(end) - decibels(start))).toBeLessThan(6);
  });

  it('is warm: most of its energy lies between bass and treble, and it has both', () => {
    const whole = decibels(samples);
    const [bass, treble] = ['b', 'c'].map((name) => decibels(samplesOf(join(folder, `${bed}.raw.${name}`))) - whole);
    expect(bass).toBeLessThan(-2);
    expect(bass).toBeGreaterThan(-20);
    expect(treble).toBeLessThan(-8);
    expect(treble).toBeGreaterThan(-40);
  });
});
