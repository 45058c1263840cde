// `npm run accounts -- reset EMAIL` prints a link by which the owner of an account sets a new password; `email EMAIL
// NEW_EMAIL` gives it another address; `encrypt` and `rewrap` care for the keys of accounts. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('accounts');
