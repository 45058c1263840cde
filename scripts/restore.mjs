// `npm run restore -- DIR`: puts a backup in the place of what the installation has. The server has to be stopped.
// `-- DIR --discard-newer` does so although the installation has events that the backup lacks.
import { runTool } from './lib/run-tool.mjs';

await runTool('restore');
