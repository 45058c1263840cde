import fc from 'fast-check';
import { fromPosition, toPosition } from './event-store';

describe('positions', () => {
  const places = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

  it('sort as text in the order of their numbers', () => {
    fc.assert(fc.property(places, places, (a, b) => a < b === toPosition(a) < toPosition(b)));
  });

  it('are converted back to their numbers', () => {
    fc.assert(fc.property(places, (place) => fromPosition(toPosition(place)) === place));
  });
});
