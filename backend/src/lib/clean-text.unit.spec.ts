import { cleanJson, cleanText } from './text';

const NUL = '\0';
const HALF = '\ud83d';

describe('text that Postgres can store', () => {
  it('loses NULs, and half surrogate pairs become the replacement character', () => {
    expect(cleanText(`a${NUL}b${NUL}`)).toBe('ab');
    expect(cleanText(`a${HALF}`)).toBe('a\ufffd');
    // The NUL is removed first, so the halves on both sides of it form a pair.
    expect(cleanText(`${HALF}${NUL}\ude00`)).toBe('😀');
  });

  it.each(['', 'plain', 'naïve 日本語 😀', '\n\t'])('is unchanged when it is clean: %j', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it('is cleaned at every depth of a JSON value', () => {
    const at = new Date(0);
    expect(cleanJson({ a: [`x${NUL}`, { [`k${NUL}`]: HALF }], n: 1, no: null, yes: true, at })).toEqual({
      a: ['x', { k: '\ufffd' }],
      n: 1,
      no: null,
      yes: true,
      at,
    });
  });

  it('costs a clean value no copy', () => {
    const value = { a: [{ b: 'c', n: NaN }], d: null };
    expect(cleanJson(value)).toBe(value);
  });

  it('keeps a property that is called __proto__', () => {
    const value = cleanJson(JSON.parse('{"__proto__":"a\\u0000"}') as object);
    expect(JSON.stringify(value)).toBe('{"__proto__":"a"}');
  });
});
