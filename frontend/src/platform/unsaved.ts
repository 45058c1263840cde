/** The newest words are not on the server, so what works with them on the server must not begin. */
export class NotSaved extends Error {
  constructor() {
    super('Your latest changes could not be saved, so nothing was started and nothing was charged.');
    this.name = 'NotSaved';
  }
}

/** @throws NotSaved */
export function requireSaved(...saved: boolean[]): void {
  if (!saved.every(Boolean)) throw new NotSaved();
}

/** What to tell people when that was the reason. */
export const unsavedReason = (error: unknown): string | undefined =>
  error instanceof NotSaved ? error.message : undefined;
