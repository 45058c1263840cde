import { createHash } from 'node:crypto';
import { Redactor } from './redactor';

const SECRET = 'r8_a-token-of-ours';
const redactor = new Redactor([SECRET, 'short']);
const redact = (value: unknown, room = 10_000) => redactor.redact(value, room).value;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the recording of a provider call', () => {
  it('contains a plain value completely', () => {
    const value = { prompt: 'a pier', seed: 7, go: true, none: null, list: ['x', { y: 1.5 }] };
    expect(redactor.redact(value, 10_000)).toEqual({ value, cut: false });
  });

  it('contains no secrets, whatever they are called and wherever they are quoted', () => {
    const secrets = { Authorization: 'Bearer x', api_key: 'x', accessToken: 'x', client_secret: 'x', password: 'x' };
    expect(Object.values(redact(secrets) as object)).toEqual(Array(5).fill('[removed]'));
    expect(redact({ message: `Invalid token ${SECRET}.` })).toEqual({ message: 'Invalid token [removed].' });
    expect(Object.values(redact({ apiToken: 'x', sig: 'x', dbPassword: 'x' }) as object)).toEqual(
      Array(3).fill('[removed]'),
    );
    expect(redact({ body: '{"api_key":"x","seed":7}' })).toEqual({ body: '{"api_key":"[removed]","seed":7}' });
    // Token counts are not secrets.
    expect(redact({ inputTokens: 3, max_tokens: 4 })).toEqual({ inputTokens: 3, max_tokens: 4 });
  });

  it.each([
    ['https://x.example/a.png?sig=s&exp=1', 'https://x.example/a.png?[removed]'],
    ['https://user:pass@x.example/a.png', 'https://x.example/a.png'],
    ['https://x.example/a.png#token', 'https://x.example/a.png'],
    ['https://x.example/a.png', 'https://x.example/a.png'],
    ['see https://x.example/?q=1 and draw it', 'see https://x.example/?q=1 and draw it'],
  ])('contains of the address %s only %s', (address, kept) => expect(redact(address)).toBe(kept));

  it('contains of the addresses in an error message neither query nor credentials', () => {
    const message = `Could not fetch https://user:pw@x.example/a.png?X-Amz-Signature=abc with ${SECRET}: 403`;
    expect(redactor.message(message)).toBe('Could not fetch https://x.example/a.png?[removed] with [removed]: 403');
  });

  it('contains hash and size of pictures instead of their bytes', () => {
    const bytes = Buffer.from('p'.repeat(200));
    expect(redact({ image: bytes })).toEqual({ image: { bytes: 200, sha256: sha256(bytes) } });
    const url = `data:image/png;base64,${bytes.toString('base64')}`;
    expect(redact({ image: url })).toEqual({ image: `[image/png, 200 bytes, sha256 ${sha256(bytes)}]` });
  });

  it('can be stored: no NUL, no half surrogate pair', () => {
    expect(redact({ 'a\0': 'x\0y\ud83d' })).toEqual({ a: 'xy\ufffd' });
  });

  it.each([
    ['a giant text', 'ü'.repeat(100_000)],
    ['a text of escapes', '"'.repeat(100_000)],
    ['an endless list', Array.from({ length: 50_000 }, (_, i) => `item ${i}`)],
    ['a record of many fields', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`field ${i}`, i]))],
    ['nothing in nothing', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown],
  ])('is limited in size, and marks cut parts: %s', (_, value) => {
    const { value: kept, cut } = redactor.redact({ answer: value }, 5_000);
    const json = JSON.stringify(kept);
    expect(cut).toBe(true);
    expect(json).toContain('[cut');
    expect(Buffer.byteLength(json)).toBeLessThan(6_000);
  });
});
