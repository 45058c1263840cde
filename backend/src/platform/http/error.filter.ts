import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TemporaryDomainError } from '../domain/domain-error';
import { requestContext } from './request-context';
import { toErrorAnswer } from './to-error-answer';

/** Every error leaves through here, as {message, code}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { command } = http.getRequest<Request & { command?: { keyed: boolean } }>();
    const failed = { hasSaved: requestContext()?.hasSaved, isKeyed: command?.keyed };
    const { status, body, unexpected } = toErrorAnswer(error, failed);
    if (unexpected) this.logger.error(error);
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      // Half an answer is out: cutting the connection tells the client that the rest will not come.
      response.destroy();
      return;
    }
    if (error instanceof TemporaryDomainError) response.setHeader('retry-after', String(error.retryAfterSeconds));
    response.status(status).json(body);
  }
}
