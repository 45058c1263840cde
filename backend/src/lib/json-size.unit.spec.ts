import fc from 'fast-check';
import { jsonSize } from './memory-size';

describe('the size of a JSON value', () => {
  it('is close to the length of its text, and never much less', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const length = JSON.stringify(value).length;
        // Escapes make the text longer.
        expect(jsonSize(value)).toBeGreaterThan(length / 8);
        expect(jsonSize(value)).toBeLessThan(length * 7 + 7);
      }),
    );
    const text = 'x'.repeat(1_000_000);
    expect(jsonSize({ story: text })).toBeGreaterThanOrEqual(1_000_000);
    expect(jsonSize({ story: text })).toBeLessThan(1_000_030);
  });

  it('is computed however deeply a value is nested', () => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 200_000; depth++) value = [value];
    expect(jsonSize(value)).toBe(400_004);
  });
});
