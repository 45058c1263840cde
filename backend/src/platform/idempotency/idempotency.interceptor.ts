import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { catchError, concatMap, from, type Observable, throwError } from 'rxjs';
import { toErrorAnswer } from '../http/to-error-answer';
import { IDS, type Ids } from '../ids';
import { unauthenticated } from '../sessions/session.guard';
import { type Claim, IdempotencyKeys } from './idempotency-keys';
import { intentOf, type KeyedRequest } from './intent';

export const IDEMPOTENT = Symbol('keyed');
export interface KeyedOptions {
  /** Fields of the body that say on what the route acts, as far as its path does not. */
  target?: readonly string[];
}

/** What the interceptor leaves for the route's parameters. */
export type WithCommand = Request & { command?: { id: string; keyed: boolean } };

/** Before a keyed route runs: one key, one body. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(IdempotencyKeys) private readonly keys: IdempotencyKeys,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { target = [] } = this.reflector.get<KeyedOptions>(IDEMPOTENT, context.getHandler());
    const request = context.switchToHttp().getRequest<WithCommand>();
    const { user } = request.session;
    if (!user) throw unauthenticated();
    const intent = intentOf(request as KeyedRequest, user.id, target);
    request.command = { id: intent?.commandId ?? this.ids.next(), keyed: intent !== null };
    if (!intent) return next.handle();
    const claim = await this.keys.claim(intent);
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await claim.confirm();
        return answer;
      }),
      catchError((error: unknown) => from(giveBack(claim, error)).pipe(concatMap(() => throwError(() => error)))),
    );
  }
}

/** Only a refusal is certain: after any other error something may have come of the request. */
async function giveBack(claim: Claim, error: unknown): Promise<void> {
  const { status } = toErrorAnswer(error);
  if (status >= 400 && status < 500) await claim.release();
}
