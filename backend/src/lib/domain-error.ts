import type { ErrorCode } from '@storyreel/contracts';

/** A command's typed rejection. Its code decides the HTTP status (http/error-status.ts); its message is for people. */
export class DomainError extends Error {
  /** @param link page of the application where the reader can resolve the problem */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly link?: string,
  ) {
    super(message);
  }
}

/** A rejection that may succeed after some seconds. Its answer carries Retry-After. */
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

/**
 * Returns the same error for everything that does not exist or belongs to another user, so that the two cases cannot be
 * distinguished.
 */
export const notFound = (): DomainError => new DomainError('not_found', 'Not found.');

/** Returns the error for an idempotency key that was already used for another request. */
export const keyReused = (): DomainError =>
  new DomainError('idempotency_key_reused', 'This idempotency key was already used for another request.');
