import { resolve } from 'node:path';
import { type AppConfig, readConfig } from '../platform/config/app-config';
import { explainFailure } from './explain-failure';
import { Interrupted } from './interruption';
import { isClosedPipe } from './output';
import { asksForHelp, isUsageError } from './usage';

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
