import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { Injectable, SetMetadata } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LIMITS } from '@storyreel/contracts';
import { json, raw, urlencoded } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../../lib/domain-error';
import { unauthenticated } from '../../sessions/session.guard';
import { LargeBodies } from './large-bodies';

/** Kind of body that a route takes, other than a small JSON or form body. */
type BodyOf = { is: 'large' } | { is: 'raw' | 'file'; bytes: number };

const BODY_OF = Symbol('bodyOf');

/** Lets a route take JSON bodies as large as a story or a scene with all its content. */
export const LargeBody = () => SetMetadata(BODY_OF, { is: 'large' } satisfies BodyOf);

/** Gives a route the raw bytes of its body, for checks of a signature over them. */
export const RawBody = (bytes: number) => SetMetadata(BODY_OF, { is: 'raw', bytes } satisfies BodyOf);

/** Gives a route the bytes of a file: one file at a time per user, within the quota of large bodies. */
export const FileBody = (bytes: number) => SetMetadata(BODY_OF, { is: 'file', bytes } satisfies BodyOf);

/** True when the headers prove that a body is small: its length is given, and it is not compressed. */
export function isSmall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return encoding === 'identity' && Number(headers['content-length'] ?? 0) <= LIMITS.jsonBodyBytes;
}

/**
 * Maximum values of a body, far more than a project or a scene has. A value such as `{},` takes three bytes as text and
 * some fifty once parsed.
 */
const MOST_VALUES = 20_000;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Counts the values of a large JSON body before parsing, so that a body of many tiny values cannot take far more memory
 * than its bytes.
 * @throws DomainError bad_request when there are too many, unsupported_media_type when it is not in UTF-8
 */
export function checkValues(bytes: Buffer, encoding: string): void {
  // JSON between programs is UTF-8 (RFC 8259); the count relies on single-byte quotes, which UTF-16 lacks.
  if (encoding.toLowerCase() !== 'utf-8') {
    throw new DomainError('unsupported_media_type', 'JSON has to be sent in UTF-8.');
  }
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (values > MOST_VALUES) throw new DomainError('bad_request', 'This has too many values.');
  }
}

/** Returns the index of the quote that ends a string; past the end of the bytes for an unterminated one. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let escapes = 0;
    while (quote - escapes > from && bytes[quote - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
    at = quote + 1;
  }
}

const JSON_TYPE = 'application/json';
const small = json({ limit: LIMITS.jsonBodyBytes, type: JSON_TYPE });
const FORM_TYPE = 'application/x-www-form-urlencoded';
const form = urlencoded({ type: FORM_TYPE, limit: LIMITS.jsonBodyBytes, extended: false });

/**
 * Reads a request's body only after its route is found and all guards have passed: a request without a session, from a
 * foreign page or for a missing route is answered without reading a byte of it.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly large: LargeBodies,
  ) {}

  /** @throws the parsers' errors, or DomainError too_many_requests, unavailable, bad_request */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() === 'http') {
      const http = context.switchToHttp();
      const body = this.reflector.get<BodyOf | undefined>(BODY_OF, context.getHandler());
      await this.read(http.getRequest<Request>(), http.getResponse<Response>(), body);
    }
    return next.handle();
  }

  private async read(request: Request, response: Response, body: BodyOf | undefined): Promise<void> {
    if (body?.is === 'raw') {
      refuseTooLarge(request, body.bytes);
      return promisify(raw({ type: () => true, limit: body.bytes }))(request, response);
    }
    if (body?.is === 'file') return this.readLarge(request, response, fileOf(body.bytes));
    if (body?.is === 'large' && !isSmall(request)) return this.readLarge(request, response, LARGE_JSON);
    if (request.is(JSON_TYPE) || request.is(FORM_TYPE)) refuseTooLarge(request, LIMITS.jsonBodyBytes);
    await promisify(small)(request, response);
    await promisify(form)(request, response);
  }

  private async readLarge(request: Request, response: Response, { limit, parserOf }: Reading): Promise<void> {
    const { user } = request.session;
    if (!user) throw unauthenticated();
    refuseTooLarge(request, limit);
    let isBegun = false;
    try {
      await this.large.read(user.id, (took) => {
        isBegun = true;
        return promisify(parserOf(took))(request, response);
      });
    } catch (error) {
      // When reading stops halfway, the rest of the body would still arrive on this connection.
      if (isBegun && !request.complete) response.setHeader('connection', 'close');
      throw error;
    }
  }
}

/** How a large body is read. */
interface Reading {
  /** Bytes. */
  limit: number;
  /** @param took called with the body's size once it has arrived */
  parserOf: (took: (bytes: number) => void) => RequestHandler;
}

const LARGE_JSON: Reading = {
  limit: LIMITS.storyBodyBytes,
  parserOf: (took) =>
    json({
      limit: LIMITS.storyBodyBytes,
      type: JSON_TYPE,
      verify: (_request, _response, bytes, encoding) => {
        took(bytes.length);
        checkValues(bytes, encoding);
      },
    }),
};

const fileOf = (limit: number): Reading => ({
  limit,
  parserOf: (took) => raw({ type: () => true, limit, verify: (_request, _response, bytes) => took(bytes.length) }),
});

/**
 * Refuses by content-length, before a byte is read; without a length, the parser enforces the limit. @throws
 * DomainError
 */
function refuseTooLarge({ headers }: Request, limit: number): void {
  if (Number(headers['content-length'] ?? 0) <= limit) return;
  throw new DomainError('payload_too_large', 'This is too large.');
}
