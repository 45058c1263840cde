import { hasStatus } from './api-client';

/** For the failure of a deletion: what is not there any more has been deleted by somebody else, or before. */
export function unlessGone(error: unknown): void {
  if (!hasStatus(error, 404)) throw error;
}
