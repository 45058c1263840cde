/** Logs an error that is not shown to the user, so that the browser's console has it. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}
