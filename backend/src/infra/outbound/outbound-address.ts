import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** The address leads into a non-public network. */
export class ForbiddenAddress extends Error {}
/** The address is permanently unusable. The message completes 'Couldn't load …: …'. */
export class OutboundAnswerUnusable extends Error {}
/** The address could not be reached or was too slow; a retry may succeed. */
export class OutboundUnreachable extends Error {}

/** Codes of lookup and connection errors after which a retry may succeed. */
const MAY_PASS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Error codes of name servers.
  'ETIMEOUT',
  'ESERVFAIL',
  'EREFUSED',
]);
const NO_HOST = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Classifies network errors by whether a retry can help. Errors without a code are bugs of the server, and pass
 * unchanged.
 */
export function toOutboundError(error: unknown): unknown {
  const known = [ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable];
  if (known.some((kind) => error instanceof kind)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') return error;
  if (MAY_PASS.has(code)) return new OutboundUnreachable('it could not be reached', { cause: error });
  const reason = NO_HOST.has(code) ? 'its host does not exist' : 'it does not answer as it should';
  return new OutboundAnswerUnusable(reason, { cause: error });
}

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
/**
 * Of IPv6, only 2000::/3 is public; within it, these ranges embed or reach other addresses, or are for documentation.
 */
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [network = '', prefix] = range.split('/');
  blocked.addSubnet(network, Number(prefix), 'ipv6');
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** True when an IP address is in the public network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** The name server may be the attacker's own, so it gets little time: two tries of 1.5 s each. */
const newResolver = (): Resolver => new Resolver({ timeout: 1_500, tries: 2 });

/**
 * Returns a host's addresses, all of them public. Queries name servers directly: the system's lookup cannot be aborted
 * and would occupy a thread that files and passwords need.
 * @throws ForbiddenAddress, the resolver's error, or the signal's reason
 */
export async function publicAddressesOf(
  hostname: string,
  signal: AbortSignal,
  resolver = newResolver(),
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, signal, resolver);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenAddress('its address is not a public one');
  }
  return addresses;
}

async function resolve(host: string, signal: AbortSignal, resolver: Resolver): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    throw worstOf(answers);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const HAS_NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Prefers an error other than 'no addresses': one family without addresses proves nothing while the other family's
 * response is missing.
 */
function worstOf(answers: PromiseSettledResult<unknown>[]): Error {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const open = errors.find((error) => !HAS_NONE.has((error as NodeJS.ErrnoException).code ?? ''));
  return open ?? errors[0] ?? new ForbiddenAddress('its host has no address');
}
