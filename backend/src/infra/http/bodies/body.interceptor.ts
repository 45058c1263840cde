import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LIMITS } from '@storyreel/contracts';
import { json, raw, urlencoded } from 'express';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../../lib/domain-error';
import { unauthenticated } from '../../sessions/session.guard';
import { LargeBodies } from './large-bodies';

/** What a route takes as its body, where that is not a small one of JSON or of a form. */
type BodyOf = { is: 'large' } | { is: 'raw'; bytes: number };

const BODY_OF = Symbol('bodyOf');

/** Opens a route for bodies of JSON that are as large as a story or a scene with all that belongs to it. */
export const LargeBody = () => SetMetadata(BODY_OF, { is: 'large' } satisfies BodyOf);

/** Gives a route the bytes of its body as they came: a signature is over them. */
export const RawBody = (bytes: number) => SetMetadata(BODY_OF, { is: 'raw', bytes } satisfies BodyOf);

/** Whether a body is known to be a small one before it is read: it says how long it is, and is not compressed. */
export function isSmall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return encoding === 'identity' && Number(headers['content-length'] ?? 0) <= LIMITS.jsonBodyBytes;
}

/** Far more than a project or a scene has. Each takes some fifty bytes once it is parsed, where `{},` takes three. */
const MOST_VALUES = 20_000;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Counts the values of a large body of JSON before it is parsed, so that parsing takes no more memory than its texts do.
 * @throws DomainError bad_request when there are too many, unsupported_media_type when it is not in UTF-8
 */
export function checkValues(bytes: Buffer, encoding: string): void {
  // JSON between programs is UTF-8 (RFC 8259); in UTF-16 a quote is not known by its byte.
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

/** The place of the quote that ends a text; past the end of the bytes for one that does not end. */
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
 * Reads the body of a request once its route is found and all guards have let it pass, and no earlier: whoever has no
 * session, comes from a foreign page or asks for what does not exist is answered without a byte of it being looked at.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(LargeBodies) private readonly large: LargeBodies,
  ) {}

  /** @throws what the parsers throw, or DomainError too_many_requests, unavailable, bad_request */
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
    if (body?.is === 'large' && !isSmall(request)) return this.readLarge(request, response);
    if (request.is(JSON_TYPE) || request.is(FORM_TYPE)) refuseTooLarge(request, LIMITS.jsonBodyBytes);
    await promisify(small)(request, response);
    await promisify(form)(request, response);
  }

  private async readLarge(request: Request, response: Response): Promise<void> {
    const { user } = request.session;
    if (!user) throw unauthenticated();
    refuseTooLarge(request, LIMITS.storyBodyBytes);
    let isBegun = false;
    try {
      await this.large.read(user.id, (took) => {
        isBegun = true;
        return promisify(parserOf(took))(request, response);
      });
    } catch (error) {
      // What was given up in the middle is not listened to any longer.
      if (isBegun && !request.complete) response.setHeader('connection', 'close');
      throw error;
    }
  }
}

const parserOf = (took: (bytes: number) => void) =>
  json({
    limit: LIMITS.storyBodyBytes,
    type: JSON_TYPE,
    verify: (_request, _response, bytes, encoding) => {
      took(bytes.length);
      checkValues(bytes, encoding);
    },
  });

/** Before a byte of it is read; a body that does not say how long it is is cut off by its parser. @throws DomainError */
function refuseTooLarge({ headers }: Request, limit: number): void {
  if (Number(headers['content-length'] ?? 0) <= limit) return;
  throw new DomainError('payload_too_large', 'This is too large.');
}
