// `npm run replay -- JOB [--to N] [--json]`: decides a run again by the code of today, with the recorded answers of its
// providers, and says where it would decide otherwise. `-- --last N` takes the newest runs. Nothing is appended, and no
// provider is called. Exit code 1: something differs; 2: there is no such run.
import { runTool } from './lib/run-tool.mjs';

await runTool('replay');
