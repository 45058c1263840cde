// `npm run events -- tail | stream NAME | show ID | grep TEXT | export`: reads the event log, with or without a running
// server. `-- catalogue [--write]` generates docs/events.md from the present code, and prints or writes it.
import { runTool } from './lib/run-tool.mjs';
import { backendTool } from './lib/tools.mjs';

await runTool(backendTool('events', process.argv.slice(2)));
