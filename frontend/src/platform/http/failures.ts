import { ApiError, hasStatus } from './api-client';

/** Thrown when the newest edits could not be saved, so that an action which needs them on the server must not start. */
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

/** Returns the message of a NotSaved error. */
const unsavedReason = (error: unknown): string | undefined => (error instanceof NotSaved ? error.message : undefined);

/**
 * Returns why the server refused an action, why the action was not sent, or that its outcome is unknown. Undefined for
 * errors that a retry may resolve, such as an unreachable or failing server.
 */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status < 500 || isOutcomeUnknown(error))
    ? error.serverMessage
    : unsavedReason(error);

/** True if the server itself does not know whether the request was executed. */
const isOutcomeUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'outcome_unknown';

/** Returns a message for the user; undefined when no helpful one is known. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.serverMessage;
  // fetch rejects with a TypeError when it cannot connect.
  if (error instanceof TypeError) return "Couldn't reach the server.";
  return unsavedReason(error);
}

/** Returns a message for an action that failed. 'Nothing was changed' is added only when that is certain. */
export function unchangedBecause(error: unknown): string {
  const reason = reasonOf(error) ?? 'Please try again.';
  return isOutcomeUnknown(error) || error instanceof TypeError ? reason : `Nothing was changed. ${reason}`;
}

/** Rethrows the error of a failed deletion, except for a 404, which means that the item is already deleted. */
export function unlessGone(error: unknown): void {
  if (!hasStatus(error, 404)) throw error;
}
