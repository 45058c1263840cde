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

/** One text for everything that does not exist or belongs to somebody else, so that the two cannot be told apart. */
export const notFound = (): Refusal => new Refusal('not_found', 'Not found.');
