// `npm run processes`: says what views, processes and jobs have left for people.
// `-- --retry [KIND/ID]` tries all of it again, or the one that is named. The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('processes');
