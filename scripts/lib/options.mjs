import { parseArgs } from 'node:util';

/**
 * Parses a script's command line. Prints the usage on request, and ends with exit code 2 for unknown options.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} usage
 * @param {Config} config as of parseArgs
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readOptions(usage, config) {
  const args = process.argv.slice(2);
  const end = args.indexOf('--');
  if (args.slice(0, end === -1 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // The sentences after the first are for authors of scripts.
    const [wrong] = (error instanceof Error ? error.message : String(error)).split('. ');
    console.error(`${wrong}\nUsage: ${usage}`);
    process.exit(2);
  }
}
