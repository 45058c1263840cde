// `npm run processes`: says which events processes could not take and which jobs gave up.
// `-- --retry` tries all of them again. The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('processes');
