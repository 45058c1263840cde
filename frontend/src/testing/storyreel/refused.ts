import type { ErrorCode } from '@storyreel/contracts';

/** What a route throws to be answered as an error. */
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
