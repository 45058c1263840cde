import { resolve } from 'node:path';
import { readConfig } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { toError } from '../lib/errors';
import { Interrupted, isClosedPipe } from './output';

/** The arguments make no sense; the message says what does. */
export class UsageError extends Error {}

/** What is thrown for arguments that were not understood: by us, or by `parseArgs` of Node. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}

/** Whether somebody wants to know what can be asked for. What follows `--` is no option. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** What the codes of the operating system mean for somebody who named a file. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  ENOTDIR: (path) => `There is no ${path}: a part of it is a file, not a folder.`,
  EEXIST: (path) => `${path} exists already. Name another file.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} may not be used by this account.`,
  EPERM: (path) => `${path} may not be used by this account.`,
  ENOSPC: (path) => `There is no space left for ${path}. Make room, then begin again.`,
  EDQUOT: (path) => `There is no space left for ${path}: the quota is used up. Make room, then begin again.`,
  EROFS: (path) => `${path} cannot be written: its file system is read-only.`,
};

/** The one message that a tool ends with. */
export function explainFailure(thrown: unknown): string {
  const { message } = toError(thrown);
  const { code, path } = (thrown ?? {}) as { code?: unknown; path?: unknown };
  if (code === '53100') return `The database has no space left: ${message}. Make room, then begin again.`;
  if (typeof code !== 'string' || typeof path !== 'string') return message;
  return SENTENCES[code]?.(path) ?? message;
}

const DEFAULT_HOME = resolve(__dirname, '../../../.storyreel');
const NOT_UNDERSTOOD = 2;

/**
 * Runs a command-line tool on the installation that the environment names. `--help` prints its usage. What it throws is
 * printed as one message, with the usage when it was the arguments, and the exit code is 1, or 2 for arguments; an exit
 * code that the tool has set itself stays. When nobody reads what it prints, it goes on in silence: one that does nothing
 * but print writes through an `Output`, which says when to stop.
 */
export async function runTool(
  usage: string,
  tool: (config: AppConfig, argv: string[]) => Promise<void>,
  argv: string[] = process.argv.slice(2),
): Promise<void> {
  let failed = false;
  const fail = (error: unknown): void => {
    // What cannot be written is told by the stream, and by the tool that waits for it.
    if (failed) return;
    failed = true;
    const isUsage = isUsageError(error);
    process.exitCode = isUsage ? NOT_UNDERSTOOD : error instanceof Interrupted ? error.exitCode : 1;
    process.stderr.write(`${explainFailure(error)}\n${isUsage ? `${usage}\n` : ''}`);
  };
  // With nobody to take it, an error of a stream ends the process on the spot, and the Postgres of the tool stays behind.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: Error) => {
      if (!isClosedPipe(error)) fail(error);
    });
  }
  if (asksForHelp(argv)) return say(usage);
  try {
    await tool(
      readConfig(process.env, DEFAULT_HOME, () => 'no tool signs anything'),
      argv,
    );
  } catch (error) {
    fail(error);
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
