/** The arguments make no sense; the message says what does. */
export class UsageError extends Error {}

/** What is thrown for arguments that were not understood: by us, or by `parseArgs` of Node. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}

/** Whether somebody wants to know what can be asked for. What follows `--` is no option. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}
