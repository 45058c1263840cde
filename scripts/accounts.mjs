// `npm run accounts -- reset EMAIL` prints a link by which the owner of an account sets a new password. The server may be
// running.
import { runTool } from './lib/run-tool.mjs';

await runTool('accounts');
