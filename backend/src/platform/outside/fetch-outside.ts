import type { LookupAddress } from 'node:dns';
import { FILE_LIMITS } from '@storyreel/contracts';
import { headOf } from './head-of';
import { publicAddressesOf } from './outside-address';
import { OutboundAnswerUnusable, OutboundUnreachable, toOutboundError } from './outside-errors';
import { type BodyLimits, readSteadily } from './read-steadily';

const MAX_REDIRECTS = 3;
/** Too many requests and the like: the same address may answer later. So may one that answers 5xx. */
const STATUS_MAY_PASS = new Set([408, 425, 429]);

/** What an address has to give, and how fast. Times are in milliseconds. */
export interface FetchLimits extends BodyLimits {
  /** For everything together: names, redirects, heads and the body. */
  totalMs: number;
  /** Until the head of each answer is there. */
  headMs: number;
}

export const FETCH_LIMITS: FetchLimits = {
  maxBytes: FILE_LIMITS.image,
  totalMs: 20_000,
  headMs: 8_000,
  windowMs: 4_000,
  windowBytes: 64 * 1_024,
};

export type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/**
 * Bytes from an http(s) address that a user gave. The connection goes to the very addresses that were checked, so that
 * a name cannot change its mind in between; every redirect is checked anew.
 * @throws ForbiddenAddress, OutsideAnswerUnusable, OutsideUnreachable; the signal's reason when it is aborted
 */
export async function fetchOutbound(
  address: string,
  signal: AbortSignal,
  limits: FetchLimits = FETCH_LIMITS,
  resolve: Resolve = publicAddressesOf,
): Promise<Buffer> {
  const time = AbortSignal.timeout(limits.totalMs);
  try {
    return await follow(address, AbortSignal.any([signal, time]), limits, resolve);
  } catch (error) {
    signal.throwIfAborted();
    if (time.aborted) throw new OutboundUnreachable('it took too long', { cause: error });
    throw toOutboundError(error);
  }
}

async function follow(address: string, signal: AbortSignal, limits: FetchLimits, resolve: Resolve): Promise<Buffer> {
  let url = parse(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const addresses = await resolve(url.hostname, signal);
    const answer = await headOf(url, { addresses, signal, headMs: limits.headMs });
    try {
      const { statusCode = 0, headers } = answer;
      if (statusCode < 300) return await readSteadily(answer, limits);
      if (statusCode >= 500 || STATUS_MAY_PASS.has(statusCode))
        throw new OutboundUnreachable(`it answered ${statusCode}`);
      if (statusCode >= 400 || !headers.location) throw new OutboundAnswerUnusable(`it answered ${statusCode}`);
      url = parse(headers.location, url.href);
    } finally {
      answer.destroy();
    }
  }
  throw new OutboundAnswerUnusable('it redirects too often');
}

function parse(address: string, base?: string): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new OutboundAnswerUnusable('it is no http(s) address');
  return url;
}
