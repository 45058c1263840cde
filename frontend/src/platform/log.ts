/** For errors that the user is not told about: they stay findable in the browser's console. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}
