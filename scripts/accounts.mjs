// `npm run accounts -- reset EMAIL` prints a link by which the owner of an account sets a new password; `email EMAIL
// NEW_EMAIL` changes an account's address; `encrypt` and `rewrap` maintain the accounts' keys. The server may be
// running.
import { runTool } from './lib/run-tool.mjs';

await runTool('accounts');
