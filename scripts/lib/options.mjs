import { parseArgs } from 'node:util';

/**
 * What a script was asked for on the command line. Tells how it is used when somebody wants to know, and ends with exit
 * code 2 when it was asked for what it does not know.
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
    // What Node says after the first sentence is for those who write scripts.
    const [wrong] = (error instanceof Error ? error.message : String(error)).split('. ');
    console.error(`${wrong}\nUsage: ${usage}`);
    process.exit(2);
  }
}
