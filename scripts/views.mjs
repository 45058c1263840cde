// `npm run views`: builds every view (or those that are named) anew beside the live one and says what differs.
// `-- --switch` puts the new tables in the place of the live ones. The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('views');
