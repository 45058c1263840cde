// `npm run backup -- DIR`: copies the events, accounts and media of the installation into a new folder, and checks them.
// The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('backup');
