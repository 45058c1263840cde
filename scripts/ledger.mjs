// `npm run ledger -- verify`: recomputes every wallet from the log and compares it with what screens show; `--heads`
// compares with what was signed as well. The server may run meanwhile.
import { runTool } from './lib/run-tool.mjs';

await runTool('ledger');
