import { type Caller, isLocal } from './metrics.guard';

const from = (remoteAddress: string | undefined, remoteFamily: string, headers: Caller['headers'] = {}): Caller => ({
  headers,
  socket: { remoteAddress, remoteFamily },
});

describe('a caller', () => {
  it.each([
    ['127.0.0.1', 'IPv4'],
    ['127.8.9.10', 'IPv4'],
    ['::1', 'IPv6'],
    ['::ffff:127.0.0.1', 'IPv6'],
  ])('at %s is on this machine', (address, family) => {
    expect(isLocal(from(address, family))).toBe(true);
  });

  it.each([
    ['10.0.0.1', 'IPv4'],
    ['203.0.113.7', 'IPv4'],
    ['fe80::1', 'IPv6'],
    ['::ffff:10.0.0.1', 'IPv6'],
    [undefined, ''],
  ])('at %s is not', (address, family) => {
    expect(isLocal(from(address, family))).toBe(false);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'with %s came through a proxy of this machine',
    (name) => {
      expect(isLocal(from('127.0.0.1', 'IPv4', { [name]: '203.0.113.7' }))).toBe(false);
    },
  );
});
