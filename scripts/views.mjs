// `npm run views`: rebuilds every view (or the named ones) beside the live one and reports differences. `-- --switch`
// replaces the live tables by the new ones. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('views');
