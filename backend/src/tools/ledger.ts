// Proves and exports the ledger: `node backend/dist/tools/ledger.js COMMAND …`. Each command is a file in ledger/.
import { EXPORT_FORMATS } from '@storyreel/contracts';
import { toolCommand } from '../lib/tool-command';
import { interruption } from './output';
import { runTool, UsageError } from './run-tool';
import type { AppConfig } from '../infra/config/app-config';

type Command = (config: AppConfig, args: string[]) => Promise<void>;

/** The commands by name. Each is loaded late, so that the help needs none of them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  verify: async () => (await import('./ledger/verify')).verify,
  prove: async () => (await import('./ledger/prove')).prove,
  export: async () => {
    const { exportLedger } = await import('./ledger/export');
    return (config, args) => exportLedger(config, args, interruption());
  },
  check: async () => (await import('./ledger/export')).check,
};

const USAGE = `Usage: ${toolCommand('ledger', 'COMMAND')}
  verify  [--heads DIR] [--no-rows] [--json]   every wallet from the log, what was signed, and the rows that screens
                                               show; --heads: also copies of signed days that are kept elsewhere
  prove   EMAIL|ID [--day DAY]   that the newest entry of one wallet lies below the root signed on a day, as JSON
  export  --out FILE [--format ${EXPORT_FORMATS.join('|')}] [--from TIME] [--to TIME] [--user EMAIL|ID] [--project ID] [--kind KIND]
          [--provider NAME] [--model NAME] [--job ID] [--price-version VERSION]   entries of all wallets into a new file
  check   FILE                             whether an export is as it was written, and the log still says the same; or
                                           whether the files beside a ZIP's provenance.json are as they were packed
A time is a date such as 2026-11-22, in UTC, or an instant such as 2026-11-22T10:00:00Z. The server may run meanwhile.
Exit codes: 0, 1 something is wrong or failed, 2 not understood, 3 nothing is wrong, and not everything is proven: an empty
ledger, or no signed day yet, 130 an export was interrupted.`;

void runTool(USAGE, async (config, [name, ...args]) => {
  if (name === undefined) throw new UsageError('Name a command.');
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new UsageError(`There is no command '${name}'.`);
  const command = await load();
  await command(config, args);
});
