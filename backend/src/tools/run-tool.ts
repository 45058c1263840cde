import { resolve } from 'node:path';
import { type AppConfig, readConfig } from '../platform/config/app-config';
import { toError } from '../platform/to-error';

const DEFAULT_HOME = resolve(__dirname, '../../../.storyreel');

/**
 * Runs a command-line tool on the installation that the environment names. What it throws is printed as one message, and
 * the exit code is 1; an exit code that the tool has set itself stays.
 */
export async function runTool(tool: (config: AppConfig) => Promise<void>): Promise<void> {
  try {
    await tool(readConfig(process.env, DEFAULT_HOME, () => 'no tool signs anything'));
  } catch (error) {
    process.stderr.write(`${toError(error).message}\n`);
    process.exitCode = 1;
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
