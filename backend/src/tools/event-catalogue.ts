// Prints docs/events.md as the code has it now, or writes it: `node backend/dist/tools/event-catalogue.js [--write]`.
// Needs the sources and the compiler, so it is for a checkout.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { eventCatalogue } from './catalogue/event-catalogue';
import { USAGE } from './events/request';
import { runTool } from './run-tool';

const ROOT = resolve(__dirname, '../../..');

void runTool(USAGE, (_config, argv) => {
  const args = argv[0] === 'catalogue' ? argv.slice(1) : argv;
  const { values } = parseArgs({ args, options: { write: { type: 'boolean', default: false } } });
  const page = eventCatalogue(resolve(ROOT, 'backend/src'));
  if (values.write) writeFileSync(resolve(ROOT, 'docs/events.md'), page);
  else process.stdout.write(page);
  return Promise.resolve();
});
