import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { codeOfStatus, ERROR_STATUS } from '@storyreel/contracts';
import type { ErrorBody } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { ZodError } from 'zod';
import { requestContext } from '../../infra/http/request-context';
import { DomainError, TemporaryDomainError } from '../../lib/domain-error';
import { AppendTooLarge, OutcomeUnknown, StoreUnavailable } from '../event-store/event-store';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  /** True for a bug of ours, which is logged with its stack. */
  unexpected: boolean;
}

const answer = (status: number, body: ErrorBody, unexpected = false): ErrorAnswer => ({ status, body, unexpected });

const validation = (error: ZodError): ErrorAnswer =>
  answer(400, {
    message: 'Some of the fields are not valid.',
    code: 'validation_failed',
    issues: error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  });

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // 25006: the server accepts no writes; 25P03: the session was ended because it was idle in a transaction.
  '25006',
  '25P03',
  // 55P03: lock timeout; 57014: statement timeout.
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '08006',
]);

/** pg's messages for a connection that fails, breaks or does not answer. */
const WITHOUT_CODE = /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i;

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);
/** The other codes in Postgres' class of insufficient resources: out of memory or connections. */
const OUT_OF_RESOURCES = /^53\d{3}$/;

/** Postgres' class of invalid values: out of a type's range, not a date, not a UUID. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** True if the cause of an error is a full disk, ours or Postgres'. */
function isDiskFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && DISK_FULL_CODES.has(code)) || isDiskFull(cause, depth + 1);
}

function isConnectionError(error: object): boolean {
  if (error instanceof StoreUnavailable) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && (CONNECTION_CODES.has(code) || OUT_OF_RESOURCES.test(code))) ||
    (typeof message === 'string' && WITHOUT_CODE.test(message))
  );
}

/** Facts about the failed request. */
export interface Failed {
  /** True if the request had saved something before it failed. */
  hasSaved?: boolean;
  /** True if the request has an idempotency key, so that it is safe to repeat. */
  isKeyed?: boolean;
}

/** Builds the response to a request that failed because of a store; its message claims only what is certain. */
function unavailable(reason: string, error: unknown, { hasSaved, isKeyed }: Failed, unexpected = false): ErrorAnswer {
  if (!hasSaved && !(error instanceof OutcomeUnknown)) {
    return answer(503, { message: `${reason} Nothing was changed.`, code: 'unavailable' }, unexpected);
  }
  const advice = isKeyed ? 'It is safe to try again.' : 'Please check before you try again.';
  const message = `${reason} We don't know whether it was saved. ${advice}`;
  return answer(503, { message, code: 'outcome_unknown' }, unexpected);
}

function httpMessage(error: HttpException): string {
  const response = error.getResponse();
  if (typeof response === 'object' && 'message' in response && typeof response.message === 'string')
    return response.message;
  return error.message;
}

/** Maps an error to its response: never with a stack or a secret, and never 500 for invalid input. */
export function toErrorAnswer(error: unknown, failed: Failed = {}): ErrorAnswer {
  if (error instanceof DomainError) {
    const { code, message, link } = error;
    return answer(ERROR_STATUS[code], { message, code, ...(link !== undefined && { link }) });
  }
  if (error instanceof ZodError) return validation(error);
  if (error instanceof AppendTooLarge) return answer(413, { message: 'This is too large.', code: 'payload_too_large' });
  if (error instanceof HttpException) {
    const cause = (error as { getZodError?: () => unknown }).getZodError?.();
    if (cause instanceof ZodError) return validation(cause);
    const status = error.getStatus();
    if (status === 404) return answer(404, { message: 'Not found.', code: 'not_found' });
    return answer(status, { message: httpMessage(error), code: codeOfStatus(status) }, status >= 500);
  }
  if (typeof error === 'object' && error !== null) {
    if (isDiskFull(error)) return unavailable('Storyreel has no disk space left.', error, failed, true);
    if (isConnectionError(error)) return unavailable("Storyreel can't reach its data right now.", error, failed);
    // Input is validated earlier. An invalid value that was not caught is still answered as the caller's error, but
    // logged as our bug.
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && DATA_EXCEPTION.test(code)) {
      return answer(400, { message: 'A value in this request cannot be searched for.', code: 'bad_request' }, true);
    }
    // body-parser, express and send put the status on a plain error.
    const { status, expose, message } = error as { status?: unknown; expose?: unknown; message?: unknown };
    if (typeof status === 'number' && status >= 400 && status < 500) {
      const text = expose !== false && typeof message === 'string' ? message : 'Bad request.';
      return answer(status, { message: text, code: codeOfStatus(status) });
    }
  }
  if (error instanceof URIError) return answer(400, { message: 'The address is malformed.', code: 'bad_request' });
  return answer(500, { message: 'Something went wrong on our side.', code: 'internal' }, true);
}

/** Answers every error with {message, code}. */
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
      // Part of the response has been sent: closing the connection shows the client that it is incomplete.
      response.destroy();
      return;
    }
    if (error instanceof TemporaryDomainError) response.setHeader('retry-after', String(error.retryAfterSeconds));
    response.status(status).json(body);
  }
}
