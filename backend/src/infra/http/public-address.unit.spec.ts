import type { Request } from 'express';
import { publicAddress } from './origin.guard';

const from = (host: string | undefined) => ({ protocol: 'http', get: () => host }) as unknown as Request;

describe('the address of this installation', () => {
  it('is the configured one, whatever a request says', () => {
    expect(publicAddress({ publicUrl: 'https://reel.example.com' }, from('a b'))).toBe('https://reel.example.com');
  });

  it.each(['localhost', 'localhost:3000', 'reel.example.com', '192.0.2.1:80', '[2001:db8::1]:3000', 'my_host'])(
    'is that of the request when none is configured: %s',
    (host) => {
      expect(publicAddress({}, from(host))).toBe(`http://${host}`);
    },
  );

  it.each([undefined, '', 'a b', '[::', '[]', 'x"><script>', 'a/b?c', 'me@host', 'host:', 'host:99999'])(
    'is not taken from %j',
    (host) => {
      expect(() => publicAddress({}, from(host))).toThrow(expect.objectContaining({ code: 'bad_request' }));
    },
  );
});
