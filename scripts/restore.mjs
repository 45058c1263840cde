// `npm run restore -- DIR`: replaces the installation's data by a backup. The server has to be stopped. `-- DIR
// --discard-newer` does so even if the installation has events that the backup lacks.
import { runTool } from './lib/run-tool.mjs';

await runTool('restore');
