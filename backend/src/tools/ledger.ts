// Proves and exports the ledger: `node backend/dist/tools/ledger.js COMMAND …`. Each command is a file in ledger/.
import { runTool } from './run-tool';
import { check } from './ledger/check';
import { exportLedger } from './ledger/export';
import { verify } from './ledger/verify';
import type { AppConfig } from '../platform/config/app-config';

const COMMANDS: Readonly<Record<string, (config: AppConfig, args: string[]) => Promise<void>>> = {
  verify,
  export: exportLedger,
  check,
};

void runTool(async (config) => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`There is no command '${name}'. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  await command(config, args);
});
