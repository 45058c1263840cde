// `npm run replay -- JOB [--to N] [--json]`: replays a run with today's code and the recorded answers of its providers,
// and reports different decisions. `-- --last N` replays the newest runs. Appends only the record of who looked, and
// calls no provider. Exit code 1: a decision differs; 2: there is no such run.
import { runTool } from './lib/run-tool.mjs';

await runTool('replay');
