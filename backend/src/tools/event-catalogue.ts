// Prints the current docs/events.md, or writes it: `node backend/dist/tools/event-catalogue.js [--write]`. Needs the
// sources and the compiler; without them, as in the container image, it prints the page shipped with it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { USAGE } from './events/request';
import { runTool, UsageError } from './run-tool';

const ROOT = resolve(__dirname, '../../..');
const SOURCES = resolve(ROOT, 'backend/src');
const PAGE = resolve(ROOT, 'docs/events.md');
/** Comment with the command that writes the page, useful only in a checkout. */
const HOW_IT_IS_WRITTEN = /^<!--.*-->\n\n/m;

void runTool(USAGE, async (_config, argv) => {
  const args = argv[0] === 'catalogue' ? argv.slice(1) : argv;
  const { values } = parseArgs({ args, options: { write: { type: 'boolean', default: false } } });
  const hasSources = existsSync(SOURCES);
  if (values.write && !hasSources) throw new UsageError('There are no sources here to make the catalogue from.');
  if (!hasSources) return void process.stdout.write(readFileSync(PAGE, 'utf8').replace(HOW_IT_IS_WRITTEN, ''));
  // Imported on demand: the compiler is a development dependency, which is absent where there are no sources.
  const { eventCatalogue } = await import('./catalogue/event-catalogue');
  const page = eventCatalogue(SOURCES);
  if (values.write) writeFileSync(PAGE, page);
  else process.stdout.write(page);
});
