import { clientAddress } from './trusted-proxies';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (ip, counted) => {
    expect(clientAddress({ ip })).toBe(counted);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as its whole network, %s', (ip, network) => {
    expect(clientAddress({ ip })).toBe(network);
  });
});
