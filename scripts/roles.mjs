// `npm run roles -- grant EMAIL ROLE` gives an account access to the screens of a role (finance or developer); `revoke`
// takes it away. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('roles');
