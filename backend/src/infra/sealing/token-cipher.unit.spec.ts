import { randomBytes } from 'node:crypto';
import { readTokenKeys } from '../config/key-settings';
import { CannotOpen, TokenCipher } from './token-cipher';

const [old, young] = [
  { id: 'k1', key: randomBytes(32) },
  { id: 'k2', key: randomBytes(32) },
];

describe('a sealed token', () => {
  it('is decrypted in its own context only, and differs with every encryption', () => {
    const cipher = new TokenCipher([old]);
    const sealed = cipher.seal('ya29.secret', 'account/access');
    expect(sealed).not.toContain('secret');
    expect(cipher.open(sealed, 'account/access')).toBe('ya29.secret');
    expect(cipher.seal('ya29.secret', 'account/access')).not.toBe(sealed);
    expect(() => cipher.open(sealed, 'another/access')).toThrow(CannotOpen);
  });

  it('is decrypted by the older key after a key change, and encrypted by the newer one', () => {
    const sealed = new TokenCipher([old]).seal('x', 'a');
    const rotated = new TokenCipher([young, old]);
    expect(rotated.open(sealed, 'a')).toBe('x');
    expect(rotated.seal('x', 'a')).toMatch(/^k2\./);
    expect(() => new TokenCipher([young]).open(sealed, 'a')).toThrow(CannotOpen);
  });

  it.each([0, 1, 2, 3])('is not decrypted when its part %i is changed, short or missing', (at) => {
    const cipher = new TokenCipher([old]);
    const parts = cipher.seal('a token of some length', 'a').split('.');
    const part = parts[at] ?? '';
    const flipped = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
    for (const changed of [flipped, part.slice(0, -1), '', '\0'])
      expect(() => cipher.open(parts.with(at, changed).join('.'), 'a')).toThrow(CannotOpen);
  });
});

describe('the keys in the settings', () => {
  const key = old.key.toString('base64');
  it('are ids and 32 bytes, the newest first', () => {
    expect(readTokenKeys(`k1:${key}`)).toEqual([old]);
    expect(readTokenKeys(`k2:${young.key.toString('base64url')}, k1:${key}`)).toEqual([young, old]);
  });
  it.each(['', 'k1', `k1:${key.slice(0, 20)}`, `k1:${key},`, `k1:${key},k1:${key}`, `k.1:${key}`, `:${key}`])(
    'are refused as %j',
    (setting) => expect(readTokenKeys(setting)).toBeNull(),
  );
});
