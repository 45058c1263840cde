import { type Caller, isLocal } from './operations.controller';

const from = (ip: string | undefined, headers: Caller['headers'] = {}): Caller => ({ headers, ip });

describe('a caller', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('at %s is on this machine', (address) => {
    expect(isLocal(from(address))).toBe(true);
  });

  it.each(['10.0.0.1', '203.0.113.7', 'fe80::1', '::ffff:10.0.0.1', undefined, 'unknown'])(
    'at %s is elsewhere',
    (address) => {
      expect(isLocal(from(address))).toBe(false);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'with %s came through a proxy of this machine',
    (name) => {
      expect(isLocal(from('127.0.0.1', { [name]: '203.0.113.7' }))).toBe(false);
      expect(isLocal(from('127.0.0.1', { [name]: '127.0.0.1' }), 1)).toBe(false);
    },
  );

  it('has the address that a trusted proxy names', () => {
    expect(isLocal(from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), ['loopback'])).toBe(true);
    expect(isLocal(from('203.0.113.7', { 'x-forwarded-for': '203.0.113.7' }), ['loopback'])).toBe(false);
    expect(isLocal(from('127.0.0.1', { 'x-real-ip': '203.0.113.7' }), ['loopback'])).toBe(false);
  });
});
