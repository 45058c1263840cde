// `npm run backup -- DIR`: copies the installation's events, accounts and media into a new folder and verifies the
// copy. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('backup');
