import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { FILE_LIMITS } from '@storyreel/contracts';
import { beginExchange, exchangeAnswered, exchangeFailed } from './exchanges';
import { OutboundAnswerUnusable, OutboundUnreachable, publicAddressesOf, toOutboundError } from './outbound-address';

interface Asked {
  /**
   * Addresses to connect to, fixed because a name may resolve differently later; null lets the system resolve the name.
   */
  addresses: LookupAddress[] | null;
  signal: AbortSignal;
  /** Milliseconds until the response's head must have arrived. */
  headMs: number;
}

/** Returns a response with its head received and its body still unread. Redirects are returned, not followed. */
export function headOf(url: URL, { addresses, signal, headMs }: Asked): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  const exchange = beginExchange(url);
  return new Promise<http.IncomingMessage>((done, failed) => {
    const request = client.get(url, { signal, agent: false, ...(addresses && { lookup: lookupOf(addresses) }) });
    // A separate timer: a socket's timeout restarts with every byte.
    const deadline = setTimeout(() => request.destroy(new OutboundUnreachable('it did not answer in time')), headMs);
    request.on('close', () => clearTimeout(deadline));
    request.on('error', failed);
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      failed(new OutboundAnswerUnusable('it does not answer with a file'));
    });
    request.on('response', (answer) => {
      clearTimeout(deadline);
      const { statusCode: status = 0, headers } = answer;
      const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      exchangeAnswered(exchange, { status, headers: new Headers(texts) });
      done(answer);
    });
  }).catch((error: unknown) => {
    exchangeFailed(exchange, error);
    throw error;
  });
}

function lookupOf(addresses: LookupAddress[]): http.RequestOptions['lookup'] {
  const [first] = addresses;
  if (!first) throw new OutboundAnswerUnusable('its host has no address');
  return (_host, { all }, callback) => (all ? callback(null, addresses) : callback(null, first.address, first.family));
}

export interface BodyLimits {
  maxBytes: number;
  /** Length of a window in milliseconds; in each window, a body must deliver `windowBytes` or end. */
  windowMs: number;
  windowBytes: number;
}

/**
 * Reads a whole body with a minimum throughput. @throws OutboundAnswerUnusable when it is too large,
 * OutboundUnreachable when it is too slow
 */
export async function readSteadily(answer: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const tooLarge = () => new OutboundAnswerUnusable(`it holds more than ${limits.maxBytes} bytes`);
  if (Number(answer.headers['content-length']) > limits.maxBytes) throw tooLarge();
  const body = new GrowingBuffer();
  let seen = 0;
  const watch = setInterval(() => {
    if (body.size - seen < limits.windowBytes) answer.destroy(new OutboundUnreachable('it sends too slowly'));
    seen = body.size;
  }, limits.windowMs);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (body.size + chunk.length > limits.maxBytes) throw tooLarge();
      body.append(chunk);
    }
  } finally {
    clearInterval(watch);
  }
  return body.bytes();
}

/** Buffers a body in one block: a list of chunks could take a hundred times the memory when bytes arrive one by one. */
class GrowingBuffer {
  size = 0;
  private buffer = Buffer.alloc(64 * 1_024);

  append(chunk: Buffer): void {
    if (this.size + chunk.length > this.buffer.length) {
      const larger = Buffer.alloc(Math.max(this.buffer.length * 2, this.size + chunk.length));
      this.buffer.copy(larger, 0, 0, this.size);
      this.buffer = larger;
    }
    chunk.copy(this.buffer, this.size);
    this.size += chunk.length;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }
}

const MAX_REDIRECTS = 3;
/** Statuses after which, as after a 5xx, a later request to the same address may succeed. */
const STATUS_MAY_PASS = new Set([408, 425, 429]);

/** Limits on size, speed and time. Times are in milliseconds. */
export interface FetchLimits extends BodyLimits {
  /** Time limit for everything together: name lookup, redirects, heads and the body. */
  totalMs: number;
  /** Time limit until the head of each response has arrived. */
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
 * Fetches an http(s) address that a user gave. Connects to the very addresses that were checked, so that the name
 * cannot resolve differently in between; every redirect is checked again.
 * @throws ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable; the signal's reason when it is aborted
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

/**
 * Wraps fetch so that responses fail beyond a size: some clients buffer whatever they receive. Reports its exchanges to
 * `withExchanges`.
 */
export function fetchAtMost(maxBytes: number, fetchAny: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const exchange = beginExchange(input, init);
    const answer = await fetchAny(input, init).catch((error: unknown) => {
      exchangeFailed(exchange, error);
      throw error;
    });
    const read = exchangeAnswered(exchange, answer);
    if (answer.body === null) return answer;
    let seen = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length;
        read(chunk);
        if (seen > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
  };
}
