// `npm run roles -- grant EMAIL ROLE` opens the screens of a role (finance or developer) to an account; `revoke` takes it
// away. The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('roles');
