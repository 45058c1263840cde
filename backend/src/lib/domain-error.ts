import type { ErrorCode } from '@storyreel/contracts';

/** A command's typed 'no'. Its code decides the HTTP status (http/error-status.ts); its message is for people. */
export class DomainError extends Error {
  /** @param link where in the application its reader can do something about it */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly link?: string,
  ) {
    super(message);
  }
}

/** A 'no' that may be a 'yes' after some seconds. Its answer carries Retry-After. */
export class TemporaryDomainError extends DomainError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly retryAfterSeconds: number,
    { cause }: ErrorOptions = {},
  ) {
    super(code, message);
    if (cause !== undefined) this.cause = cause;
  }
}

/** One text for everything that does not exist or belongs to somebody else, so that the two cannot be told apart. */
export const notFound = (): DomainError => new DomainError('not_found', 'Not found.');

/** For a key that comes again with another request than its first one. */
export const keyReused = (): DomainError =>
  new DomainError('idempotency_key_reused', 'This idempotency key was already used for another request.');
