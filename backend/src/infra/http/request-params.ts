import { createParamDecorator, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import { idSchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { DomainError } from '../../lib/domain-error';

/** The caller disconnected before the response. */
export class RequestGone extends Error {
  constructor() {
    super('The request was cancelled.');
  }
}

/** Aborted when the caller disconnects before the response, so that work needed only for the response can end. */
export const RequestSignal = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new RequestGone());
  });
  return controller.signal;
});

/** Validates an id from a path. @throws DomainError bad_request when it is malformed */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!idSchema.safeParse(value).success) throw new DomainError('bad_request', 'The id is malformed.');
    return value.toLowerCase();
  }
}
