// `npm run ledger -- verify`: recomputes every wallet from the log and compares it with the views; `--heads` also
// compares with the signed heads. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('ledger');
