import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { errorBodySchema, IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from '@storyreel/contracts';
import { shapeOf } from '../openapi/contract-shapes';
import { IdempotencyInterceptor, IDEMPOTENT, type KeyedOptions, type WithCommand } from './idempotency.interceptor';

const ABOUT =
  'A key of the client’s choice, kept for seven days: a repeat with the same key does nothing twice and is answered with ' +
  'what the first call made. It belongs to the user, the route and what the route acts on. The field ' +
  '`idempotencyKey` of the body means the same.';

/** A route that may be sent again under the key of the first time. */
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
      description: 'The key came with another body before.',
      content: { 'application/json': { schema: shapeOf(errorBodySchema) } },
    }),
  );

function commandIn(context: ExecutionContext): { id: string; keyed: boolean } {
  const { command } = context.switchToHttp().getRequest<WithCommand>();
  if (!command) throw new Error('Only a route that is @Keyed() has the id of its command');
  return command;
}

/** The id of the route's command: the same again for a repeat under its key, new for a request without one. */
export const CommandId = createParamDecorator((_: unknown, context: ExecutionContext) => commandIn(context).id);

/** Whether the request carries a key. */
export const HasKey = createParamDecorator((_: unknown, context: ExecutionContext) => commandIn(context).keyed);
