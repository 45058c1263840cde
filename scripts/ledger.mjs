// `npm run ledger -- verify`: recomputes every wallet from the log and compares it with the views and the signed days;
// `--heads DIR` also with copies of these. `prove USER` prints the proof of one wallet. The server may be running.
import { runTool } from './lib/run-tool.mjs';

await runTool('ledger');
