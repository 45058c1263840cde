import http from 'node:http';
import https from 'node:https';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { readSteadily } from '../../../infra/outbound/fetch-outbound';
import type { BodyLimits } from '../../../infra/outbound/fetch-outbound';
import { publicAddressesOf } from '../../../infra/outbound/outbound-address';
import { toError } from '../../../lib/errors';
import { cleanJson } from '../../../lib/text';
import { neverSent } from '../../http/retry';

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  /** The request's body; it is opened anew for each attempt. */
  body?: { bytes: number; open: () => Promise<Readable> };
  signal: AbortSignal;
}

export interface WireAnswer {
  status: number;
  /** Headers, with names in lower case. */
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Times are in milliseconds. */
export interface WireLimits extends BodyLimits {
  /** Maximum time without data in either direction. */
  idleMs: number;
  /** Time limit for a request and its answer when the body is a form or empty. */
  askMs: number;
  /** Time limit for a request whose body is a piece of a file. */
  pieceMs: number;
}

export const WIRE_LIMITS: WireLimits = {
  maxBytes: 1_048_576,
  windowMs: 10_000,
  windowBytes: 1,
  idleMs: 30_000,
  askMs: 60_000,
  pieceMs: 15 * 60_000,
};

/** A larger body counts as a piece of a file. */
const FORM_BYTES = 200_000;

/** No complete answer arrived. The message goes to the author of a post, so it contains no addresses or tokens. */
export class WireFailure extends Error {
  constructor(
    message: string,
    /** False when the platform cannot have received the request. */
    readonly sent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** HTTP client for platforms. Configured servers may be anywhere; addresses received from a platform must be public. */
export class PlatformWire {
  constructor(
    private readonly baseUrls: readonly string[],
    private readonly limits: WireLimits = WIRE_LIMITS,
  ) {}

  /**
   * Sends a request and returns the whole answer, whatever its status; redirects are not followed. @throws WireFailure;
   * the signal's reason
   */
  async send(request: WireRequest): Promise<WireAnswer> {
    const { signal } = request;
    signal.throwIfAborted();
    const isPiece = (request.body?.bytes ?? 0) > FORM_BYTES;
    const time = AbortSignal.timeout(isPiece ? this.limits.pieceMs : this.limits.askMs);
    try {
      return await this.exchange(request, AbortSignal.any([signal, time]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WireFailure) throw error;
      if (time.aborted) throw new WireFailure('it took too long', true, error);
      const sent = !neverSent(error);
      throw new WireFailure(sent ? 'the connection was lost' : 'it could not be reached', sent, error);
    }
  }

  private async exchange(request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
    const url = this.parse(request.url);
    const body = await request.body?.open();
    try {
      const answer = await this.headOf(request, url, await this.lookupFor(url, signal), body, signal);
      const bytes = await readSteadily(answer, this.limits);
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString('utf8') };
    } finally {
      body?.destroy();
    }
  }

  private headOf(
    { method, headers, body: announced }: WireRequest,
    url: URL,
    lookup: http.RequestOptions['lookup'],
    body: Readable | undefined,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const client = url.protocol === 'https:' ? https : http;
    const length = announced?.bytes ?? 0;
    return new Promise((done, failed) => {
      const options = { method, signal, agent: false, lookup, headers: { ...headers, 'content-length': length } };
      const request = client.request(url, options);
      const idle = new IdleWatch(this.limits.idleMs, () =>
        request.destroy(new WireFailure('no data arrived in time', true)),
      );
      request.on('close', () => idle.end());
      request.on('error', failed);
      // An answer that arrives before the body has been sent is valid and ends the sending.
      request.on('response', (answer) => {
        idle.end();
        answer.on('end', () => request.destroy());
        done(answer);
      });
      if (body === undefined) return void request.end();
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          idle.moved();
          next(null, chunk);
        },
      });
      // The platform's answer, if any, takes precedence over an error while sending.
      pipeline(body, counted, request).catch((error: unknown) => failed(toError(error)));
    });
  }

  private parse(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !(url.protocol === 'https:' || this.isConfigured(url)))
      throw new WireFailure('it names an address that cannot be used', false);
    return url;
  }

  private isConfigured({ origin }: URL): boolean {
    return this.baseUrls.some((base) => new URL(base).origin === origin);
  }

  /**
   * Pins the connection to the addresses that were checked. Undefined for configured servers, which the system
   * resolves.
   */
  private async lookupFor(url: URL, signal: AbortSignal): Promise<http.RequestOptions['lookup']> {
    if (this.isConfigured(url)) return undefined;
    const addresses = await publicAddressesOf(url.hostname, signal).catch((error: unknown) => {
      throw new WireFailure('it names an address that cannot be used', false, error);
    });
    const [first] = addresses;
    if (first === undefined) throw new WireFailure('it names an address that cannot be used', false);
    return (_host, options, callback) =>
      options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  }
}

/**
 * Reports when no data has moved for a while. A socket's own timeout would not cover a body that is waiting to be
 * consumed.
 */
class IdleWatch {
  private timer: NodeJS.Timeout;

  constructor(
    private readonly ms: number,
    private readonly tooLong: () => void,
  ) {
    this.timer = setTimeout(tooLong, ms);
  }

  moved(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.tooLong, this.ms);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

const ofBuffer = (bytes: Buffer) => ({ bytes: bytes.length, open: () => Promise.resolve(Readable.from([bytes])) });

export const jsonBody = (value: unknown) => ({
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: ofBuffer(Buffer.from(JSON.stringify(value))),
});

export const formBody = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: ofBuffer(Buffer.from(new URLSearchParams(fields).toString())),
});

/** Platform ids exceed 2^53: an id parsed as a number could turn into the id of another post. */
const LONG = /\d{16}/u;
const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d{16,}(?![\d.eE])/gu;
const asText = (token: string): string => (token.startsWith('"') ? token : `"${token}"`);

/** Parses an answer as JSON and removes text that cannot be stored; undefined for anything else. */
export function jsonOf({ text }: WireAnswer): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return cleanJson<unknown>(LONG.test(text) ? JSON.parse(text.replaceAll(STRING_OR_LONG, asText)) : parsed);
  } catch {
    return undefined;
  }
}

/**
 * Parses an answer by the schema.
 * @throws WireFailure when the answer does not match, as if there had been no answer
 */
export function read<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new WireFailure("couldn't read its answer", true, parsed.error);
  return parsed.data;
}

/** Parses an answer by the schema; returns null when it does not match. */
export function tryRead<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): z.output<Schema> | null {
  const parsed = schema.safeParse(jsonOf(answer));
  return parsed.success ? parsed.data : null;
}
