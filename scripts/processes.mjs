// `npm run processes`: lists failed work of views, reactors and jobs that needs attention. `-- --retry [KIND/ID]`
// retries all of it, or the named one. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('processes');
