/** Logs an error to the browser's console when it is not shown to the user. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}
