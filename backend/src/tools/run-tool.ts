import { resolve } from 'node:path';
import { type AppConfig, readConfig } from '../platform/config/app-config';
import { explainFailure } from './explain-failure';
import { asksForHelp, isUsageError } from './usage';

const DEFAULT_HOME = resolve(__dirname, '../../../.storyreel');
const NOT_UNDERSTOOD = 2;

/**
 * Runs a command-line tool on the installation that the environment names. `--help` prints its usage. What it throws is
 * printed as one message, with the usage when it was the arguments, and the exit code is 1, or 2 for arguments; an exit
 * code that the tool has set itself stays.
 */
export async function runTool(
  usage: string,
  tool: (config: AppConfig, argv: string[]) => Promise<void>,
  argv: string[] = process.argv.slice(2),
): Promise<void> {
  if (asksForHelp(argv)) return say(usage);
  try {
    await tool(
      readConfig(process.env, DEFAULT_HOME, () => 'no tool signs anything'),
      argv,
    );
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(`${explainFailure(error)}\n${isUsage ? `${usage}\n` : ''}`);
    process.exitCode = isUsage ? NOT_UNDERSTOOD : 1;
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
