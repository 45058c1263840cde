import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { text } from '@storyreel/contracts';
import type { Request } from 'express';
import { Refusal } from './domain/refusal';

const LENGTH = { minLength: 8, maxLength: 200 };
const keySchema = text(LENGTH.maxLength).min(LENGTH.minLength);

const describe: ParameterDecorator = (target, name) => {
  if (name === undefined) return;
  const route = Object.getOwnPropertyDescriptor(target, name);
  const description = 'A repeat with the same key gets what the first call made.';
  const header = { name: 'Idempotency-Key', required: false, description, schema: { type: 'string', ...LENGTH } };
  if (route) ApiHeader(header)(target, name, route);
};

/** The optional header `Idempotency-Key`. @throws Refusal bad_request when it is too short or too long */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const key = context.switchToHttp().getRequest<Request>().header('idempotency-key');
    if (key === undefined) return undefined;
    if (!keySchema.safeParse(key).success) throw new Refusal('bad_request', 'The Idempotency-Key is malformed.');
    return key;
  },
  [describe],
);
