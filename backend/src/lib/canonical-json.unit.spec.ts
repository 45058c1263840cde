import fc from 'fast-check';
import { canonicalJson, TooDeep } from './hash';

describe('canonical JSON', () => {
  it('does not depend on the order of keys, and leaves undefined fields out', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });

  it('sorts few keys and many by their code units, also numeric ones', () => {
    for (const count of [3, 24, 25, 60]) {
      const fields = Array.from({ length: count }, (_, n) => `${(n * 37) % count}${n % 2 === 0 ? 'Ä' : ''}`);
      const shuffled = Object.fromEntries(fields.map((field) => [field, 1]));
      const sorted = [...fields].sort().map((field) => `${JSON.stringify(field)}:1`);
      expect(canonicalJson(shuffled)).toBe(`{${sorted.join(',')}}`);
    }
  });

  it('equals JSON’s own form of text and numbers', () => {
    const values = ['"\\\n\u2028', '\ud800', -0, 1e21, 0.1, NaN, Infinity, true, null];
    expect(canonicalJson({ values })).toBe(JSON.stringify({ values }));
  });

  it('equals JSON’s own form of every character and of unusual texts and numbers', () => {
    const characters = Array.from({ length: 0x1000 }, (_, code) => String.fromCharCode(code));
    expect(canonicalJson(characters)).toBe(JSON.stringify(characters));
    const single = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.double(), fc.integer(), fc.boolean());
    fc.assert(fc.property(single, (value) => canonicalJson(value) === JSON.stringify(value)));
  });

  it('is JSON for single values, and null for a missing list entry', () => {
    expect(canonicalJson(['a', true, 1.5, undefined])).toBe('["a",true,1.5,null]');
  });

  it('rejects an endlessly nested value, instead of exhausting the stack', () => {
    const nested: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(() => canonicalJson(nested)).toThrow(TooDeep);
  });
});
