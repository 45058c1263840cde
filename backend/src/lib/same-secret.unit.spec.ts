import { isSameSecret } from './secrets';

it.each([
  ['ab', 'ab', true],
  ['ab', 'ac', false],
  ['ab', 'a', false],
  ['', 'a', false],
  ['', '', true],
])('finds %j and %j equal: %s', (given, expected, same) => {
  expect(isSameSecret(given, expected)).toBe(same);
});
