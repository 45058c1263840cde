import type { ErrorCode } from '@storyreel/contracts';

/** Thrown by a route to answer with an error. */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode,
    message = 'That was refused.',
    readonly link?: string,
  ) {
    super(message);
  }
}

export const notFound = (): Refused => new Refused('not_found', 'Not found.');
