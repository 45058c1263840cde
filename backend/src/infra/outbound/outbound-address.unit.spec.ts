import { ForbiddenAddress, isPublicAddress, publicAddressesOf } from './outbound-address';

describe('an outbound address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'example.com',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is refused when its host is a private address', async () => {
    const { signal } = new AbortController();
    await expect(publicAddressesOf('127.0.0.1', signal)).rejects.toThrow(ForbiddenAddress);
    await expect(publicAddressesOf('[::1]', signal)).rejects.toThrow(ForbiddenAddress);
  });
});
