// Reads the log: `node backend/dist/tools/events.js tail | stream NAME | show ID | grep TEXT | export`. The server may
// run. Exit codes: 1 when nothing was found, 2 for invalid arguments, 130 on Ctrl-C.
import { USAGE } from './events/request';
import { interruption } from './output';
import { runTool } from './run-tool';

void runTool(USAGE, async (config, argv) => {
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { runEvents } = await import('./events/run-events');
  const { stdout, stderr } = process;
  const code = await runEvents(config, argv, { stdout, stderr, interrupted: interruption() });
  // A failed output stream may already have set its own exit code.
  if (code !== 0) process.exitCode = code;
});
