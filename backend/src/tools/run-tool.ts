import { resolve } from 'node:path';
import { readConfig } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { toError } from '../lib/errors';
import { keptSecret } from '../lib/secrets';
import { Interrupted, isClosedPipe } from './output';

/** The arguments are invalid; the message names the valid ones. */
export class UsageError extends Error {}

/** Tells whether an error is about the arguments: a UsageError, or an error of Node's `parseArgs`. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}

/** Tells whether the arguments ask for help, by --help or -h. Arguments after `--` are not options. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** Explanations of the operating system's error codes, for somebody who named a file. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  ENOTDIR: (path) => `There is no ${path}: a part of it is a file, not a folder.`,
  EEXIST: (path) => `${path} exists already. Name another file.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} may not be used by this account.`,
  EPERM: (path) => `${path} may not be used by this account.`,
  ENOSPC: (path) => `There is no space left for ${path}. Make room, then begin again.`,
  EDQUOT: (path) => `There is no space left for ${path}: the quota is used up. Make room, then begin again.`,
  EFBIG: (path) => `The system's limit on file sizes ended ${path}. Raise it (ulimit -f), then begin again.`,
  EROFS: (path) => `${path} cannot be written: its file system is read-only.`,
};

/** Returns the one message that a failed tool prints. */
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
 * Runs a command-line tool on the installation that the environment names. `--help` prints its usage. An error is
 * printed as one message, with the usage when it concerns the arguments; the exit code is then 1, or 2 for arguments,
 * unless the tool has set its own code. When the reader closes the pipe, the tool continues silently; a tool that only
 * prints writes through an `Output`, which signals when to stop.
 */
export async function runTool(
  usage: string,
  tool: (config: AppConfig, argv: string[]) => Promise<void>,
  argv: string[] = process.argv.slice(2),
): Promise<void> {
  let failed = false;
  const fail = (error: unknown): void => {
    // A write error is reported twice: by the stream, and by the tool that awaits the write.
    if (failed) return;
    failed = true;
    const isUsage = isUsageError(error);
    process.exitCode = isUsage ? NOT_UNDERSTOOD : error instanceof Interrupted ? error.exitCode : 1;
    process.stderr.write(`${explainFailure(error)}\n${isUsage ? `${usage}\n` : ''}`);
  };
  // Without a listener, a stream error would end the process at once and leave the tool's Postgres running.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: Error) => {
      if (!isClosedPipe(error)) fail(error);
    });
  }
  if (asksForHelp(argv)) return say(usage);
  try {
    await tool(
      readConfig(process.env, DEFAULT_HOME, (home) => keptSecret(home, 'session-secret') ?? ''),
      argv,
    );
  } catch (error) {
    fail(error);
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
