// `npm run events -- tail | stream NAME | show ID | grep TEXT | export`: reads the log, while the server runs or not.
// `-- catalogue [--write]` prints docs/events.md as the code has it now, or writes it.
import { runTool } from './lib/run-tool.mjs';
import { backendTool } from './lib/tools.mjs';

await runTool(backendTool('events', process.argv.slice(2)));
