// Reads the log: `node backend/dist/tools/events.js tail | stream NAME | show ID | grep TEXT | export`. The server may
// run meanwhile. Ends with code 1 when nothing was found, 2 when the arguments were not understood.
import { USAGE } from './events/request';
import { runEvents } from './events/run-events';
import { runTool } from './run-tool';

void runTool(USAGE, async (config, argv) => {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const { stdout, stderr } = process;
  process.exitCode = await runEvents(config, argv, {
    stdout,
    stderr,
    interrupted: interrupted.signal,
  });
});
