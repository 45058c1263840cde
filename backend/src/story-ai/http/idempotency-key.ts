import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { text } from '@storyreel/contracts';
import type { Request } from 'express';
import { Refusal } from '../../platform/domain/refusal';

const keySchema = text(200).min(8);

/** The optional header `Idempotency-Key`. @throws Refusal bad_request when it is too short or too long */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const key = context.switchToHttp().getRequest<Request>().header('idempotency-key');
  if (key === undefined) return undefined;
  if (!keySchema.safeParse(key).success) throw new Refusal('bad_request', 'The Idempotency-Key is malformed.');
  return key;
});
