import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const blocked = new BlockList();
const V4 = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
const MORE_V4 = [
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
];
for (const range of [...V4, ...MORE_V4, '224.0.0.0/4', '240.0.0.0/4']) {
  const [network = '', prefix] = range.split('/');
  blocked.addSubnet(network, Number(prefix), 'ipv4');
}
/** Only 2000::/3 is the public network; of it these carry or reach other addresses, or are for documentation. */
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [network = '', prefix] = range.split('/');
  blocked.addSubnet(network, Number(prefix), 'ipv6');
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address lies in the public network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

export class ForbiddenAddress extends Error {}

/** The addresses of a host, all of them public. @throws ForbiddenAddress */
export async function publicAddressesOf(hostname: string): Promise<{ address: string; family: number }[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenAddress(`${hostname} is not a public address`);
  }
  return addresses;
}
