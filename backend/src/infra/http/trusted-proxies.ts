import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Express, Request, RequestHandler } from 'express';

/** Number of proxies in front of the server, or their addresses. */
export type TrustedProxies = number | string[];

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** @returns null when the text is neither a number of proxies nor a list of addresses */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const trimmed = text.trim();
  if (/^\d{1,2}$/.test(trimmed)) return Number(trimmed);
  const entries = trimmed.split(',').map((entry) => entry.trim());
  return entries.every(isRange) ? entries : null;
}

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0) return RANGES.includes(entry);
  return (
    rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/** Express's compiled 'trust proxy' setting: true when an address this many hops away is trusted. */
type Trusts = (address: string | undefined, hop: number) => boolean;

/** Returns the visitor's scheme for requests that bypass express: handshakes of sockets. */
export function schemeOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, app: Pick<Express, 'get'>): string {
  const trusts = app.get('trust proxy fn') as Trusts;
  const direct = (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const told = request.headers['x-forwarded-proto']?.toString().split(',')[0]?.trim();
  return told && trusts(request.socket.remoteAddress, 0) ? told : direct;
}

const FORWARDING = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'];
/**
 * Maximum addresses warned about: anybody can send forwarding headers, and a caller with many addresses must not fill
 * the log.
 */
const MOST_TOLD = 5;

/**
 * Warns about an untrusted address that forwards requests, once per address and for a few addresses only. Its
 * forwarding headers are ignored, so rate limits count all visitors behind it as one client, and cookies are not
 * `Secure`.
 */
export function noticeProxies(log: { warn(message: string): void }): RequestHandler {
  const told = new Set<string>();
  return ({ headers, socket, app }, _response, next) => {
    const { remoteAddress: address = 'an unknown address' } = socket;
    const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
    if (isForwarded && told.size < MOST_TOLD && !told.has(address)) {
      const trusts = app.get('trust proxy fn') as Trusts;
      if (!trusts(address, 0)) {
        told.add(address);
        log.warn(
          `A proxy at ${address} seems to forward requests, and TRUSTED_PROXIES does not name it: all its visitors count ` +
            'as one client, and cookies are not Secure.',
        );
      }
    }
    next();
  };
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the client's address for rate limits, as express finds it behind trusted proxies. IPv6 addresses are cut to
 * the first half, since each client has 2^64 of them.
 */
export function clientAddress(request: Pick<Request, 'ip'>): string {
  const ip = request.ip ?? 'unknown';
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [left = '', right] = ip.replace(/%.*$/, '').split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
