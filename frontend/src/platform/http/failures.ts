import { ApiError, hasStatus } from './api-client';

/** The newest words are not on the server, so what works with them on the server must not begin. */
export class NotSaved extends Error {
  constructor() {
    super("Your latest changes couldn't be saved, so nothing was started and you weren't charged.");
    this.name = 'NotSaved';
  }
}

/** @throws NotSaved */
export function requireSaved(...saved: boolean[]): void {
  if (!saved.every(Boolean)) throw new NotSaved();
}

/** Why something that works with words on the server did not begin; undefined when that was not the reason. */
const unsavedReason = (error: unknown): string | undefined => (error instanceof NotSaved ? error.message : undefined);

/**
 * Why the server refused something, or nothing was asked of it, in words for people, and that it may have been done where
 * that is not known; undefined of what trying again may mend: a server that is away or has failed.
 */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status < 500 || isOutcomeUnknown(error))
    ? error.serverMessage
    : unsavedReason(error);

/** Whether not even the server knows if a request was carried out. */
const isOutcomeUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'outcome_unknown';

/** What to tell people of a failure; undefined when nothing is known that would help them. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.serverMessage;
  // That is how fetch says it.
  if (error instanceof TypeError) return "Couldn't reach the server.";
  return unsavedReason(error);
}

/** What to tell people of something that was not done. That nothing was changed is said only where it is certain. */
export function unchangedBecause(error: unknown): string {
  const reason = reasonOf(error) ?? 'Please try again.';
  return isOutcomeUnknown(error) || error instanceof TypeError ? reason : `Nothing was changed. ${reason}`;
}

/** For the failure of a deletion: what is not there any more has been deleted by somebody else, or before. */
export function unlessGone(error: unknown): void {
  if (!hasStatus(error, 404)) throw error;
}
