// `npm run events -- tail | stream NAME | show ID | grep TEXT | export`: reads the log, while the server runs or not.
// `-- catalogue [--write]` prints docs/events.md as the code has it now, or writes it.
import { runTool } from './lib/run-tool.mjs';

await runTool(process.argv[2] === 'catalogue' ? 'event-catalogue' : 'events');
