// Prints docs/events.md as the code has it now, or writes it: `node backend/dist/tools/event-catalogue.js [--write]`.
// Needs the sources and the compiler, so it is for a checkout.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventCatalogue } from './catalogue/event-catalogue';

const ROOT = resolve(__dirname, '../../..');
const page = eventCatalogue(resolve(ROOT, 'backend/src'));
if (process.argv.includes('--write')) writeFileSync(resolve(ROOT, 'docs/events.md'), page);
else process.stdout.write(page);
