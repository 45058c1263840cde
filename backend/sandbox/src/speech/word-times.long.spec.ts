import { alignWords, splitWords } from '@storyreel/contracts';
import { speak } from './speak';
import type { Spoken } from './speak';

const TEXTS = [
  '"Now, my dears," said old Mrs. Rabbit one morning, "you may go into the fields or down the lane, but don\'t go into ' +
    'Mr. McGregor\'s garden: your Father had an accident there; he was put in a pie by Mrs. McGregor."',
  'In 1984 the city had 12,500 people; by 2026 there were 48,300. The new bridge cost $5.50 a head, or 100 € for each ' +
    'family, and 75% of them paid at 10:30 on the 3rd of May.',
  'Dr. Brown said the C# course was full: 5 < 6, he wrote. *** Nobody laughed. The 21 students left at once, and the ' +
    'U.S. team won 3 to 2.',
];
const samplesOf = (wav: Buffer): Int16Array =>
  Int16Array.from({ length: (wav.length - 44) >> 1 }, (_, at) => wav.readInt16LE(44 + 2 * at));

describe('the times of words', () => {
  it('are found in the sound alone within 80 ms for half of them and 250 ms for each, compared with Flite’s own', async () => {
    const errors: number[] = [];
    for (const [index, text] of TEXTS.entries()) {
      const line = { text, engine: 'flite' as const, voice: ['rms', 'rms', 'awb'][index] ?? 'rms', speed: 1 };
      const { wav, times }: Spoken = await speak(line, { espeak: null });
      const found = alignWords(text, { samples: samplesOf(wav), rate: wav.readUInt32LE(24) });
      expect([times?.length, found.length]).toEqual([splitWords(text).length, splitWords(text).length]);
      for (const [at, [ink, from, to]] of (times ?? []).entries()) {
        expect(found[at]?.[0]).toBe(ink);
        // Flite leaves out '***'.
        if (to > from) errors.push(Math.abs((found[at]?.[1] ?? 0) - from));
      }
      const last = times?.at(-1)?.[2] ?? 0;
      expect(Math.abs(last / 1000 - (wav.length - 44) / 2 / wav.readUInt32LE(24))).toBeLessThan(0.4);
    }
    errors.sort((a, b) => a - b);
    expect(errors.length).toBeGreaterThan(100);
    expect(errors[errors.length >> 1]).toBeLessThanOrEqual(80);
    expect(errors.at(-1)).toBeLessThanOrEqual(250);
  }, 120_000);
});
