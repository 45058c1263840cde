import { minutesAndSeconds } from './minutes-and-seconds';

it.each([
  [0, '0:00'],
  [9.4, '0:09'],
  [59.6, '1:00'],
  [234, '3:54'],
  [3_600, '60:00'],
  [-3, '0:00'],
])('%s s are %s', (seconds, words) => {
  expect(minutesAndSeconds(seconds)).toBe(words);
});
