import type { ErrorCode } from '@storyreel/contracts';

/** A command's typed 'no'. Its code decides the HTTP status (http/error-status.ts); its message is for people. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A 'no' that may be a 'yes' after some seconds. Its answer carries Retry-After. */
export class RefusalForNow extends Refusal {
  constructor(
    code: ErrorCode,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(code, message);
  }
}

/** One text for everything that does not exist or belongs to somebody else, so that the two cannot be told apart. */
export const notFound = (): Refusal => new Refusal('not_found', 'Not found.');
