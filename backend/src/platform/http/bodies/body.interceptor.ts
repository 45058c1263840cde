import { promisify } from 'node:util';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LIMITS } from '@storyreel/contracts';
import { json, raw, type Request, type Response, urlencoded } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../domain/domain-error';
import { unauthenticated } from '../../sessions/session.guard';
import { BODY_OF, type BodyOf } from './body.decorators';
import { isSmall } from './is-small';
import { LargeBodies } from './large-bodies';
import { checkValues } from './check-values';

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
