import { applyDecorators, createParamDecorator, Injectable, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { errorBodySchema, IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from '@storyreel/contracts';
import type { Request } from 'express';
import { catchError, concatMap, from, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { shapeOf } from '../../../infra/http/openapi/answers.decorator';
import { unauthenticated } from '../../../infra/sessions/session.guard';
import { Ids } from '../../../lib/ids';
import { toErrorAnswer } from '../../http/error.filter';
import { IdempotencyKeys, intentOf } from './idempotency-keys';
import type { Claim, KeyedRequest } from './idempotency-keys';

const IDEMPOTENT = Symbol('keyed');
interface KeyedOptions {
  /** Body fields that identify the object acted on, in addition to the path's parameters. */
  target?: readonly string[];
}

/** Set by the interceptor for the parameter decorators. */
type WithCommand = Request & { command?: { id: string; keyed: boolean } };

/** Claims the request's key before an idempotent route runs, so that a key is used with one body only. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
    private readonly ids: Ids,
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

/** Releases the key only after a 4xx: after any other error the request may have taken effect. */
async function giveBack(claim: Claim, error: unknown): Promise<void> {
  const { status } = toErrorAnswer(error);
  if (status >= 400 && status < 500) await claim.release();
}

const ABOUT =
  'A key chosen by the client, kept for seven days. A repeat with the same key has no further effect and returns ' +
  'the result of the first call. The key belongs to the user, the route and the object that the route acts on. The field ' +
  '`idempotencyKey` of the body means the same.';

/** Marks a route whose requests may be repeated with the same key. */
export const Idempotent = (options: KeyedOptions = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, options),
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: IDEMPOTENCY_KEY_HEADER,
      required: false,
      description: ABOUT,
      schema: {
        type: 'string',
        minLength: idempotencyKeySchema.minLength ?? 1,
        maxLength: idempotencyKeySchema.maxLength ?? 1,
      },
    }),
    ApiResponse({
      status: 422,
      description: 'The key was used with another body before.',
      content: { 'application/json': { schema: shapeOf(errorBodySchema) } },
    }),
  );

function commandIn(context: ExecutionContext): { id: string; keyed: boolean } {
  const { command } = context.switchToHttp().getRequest<WithCommand>();
  if (!command) throw new Error('Only a route that is @Idempotent() has the id of its command');
  return command;
}

/** The id of the route's command: the same for repeats with one key, new for each request without a key. */
export const CommandId = createParamDecorator((_: unknown, context: ExecutionContext) => commandIn(context).id);

/** True if the request carries a key. */
export const HasIdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext) => commandIn(context).keyed,
);
