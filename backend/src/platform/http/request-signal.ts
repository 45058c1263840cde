import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** The caller went away before the answer. */
export class RequestGone extends Error {
  constructor() {
    super('The request was cancelled.');
  }
}

/** Aborted when the caller goes away before the answer, so that work which only the answer needs can end. */
export const RequestSignal = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new RequestGone());
  });
  return controller.signal;
});
