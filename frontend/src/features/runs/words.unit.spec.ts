import { duration } from './words';

it.each([
  [950, '950 ms'],
  [999.6, '1.0 s'],
  [2_400, '2.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [185_000, '3 min 5 s'],
])('%d ms are %s', (ms, words) => expect(duration(ms)).toBe(words));
