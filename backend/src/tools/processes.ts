// Says which events processes could not take and which jobs gave up: `node backend/dist/tools/processes.js [--retry]`.
// With --retry all of them are tried again. The server may run meanwhile. Ends with code 1 when something is left.
import { parseArgs } from 'node:util';
import { examineProcesses } from './examine-processes';
import { runTool, say } from './run-tool';

void runTool(async (config) => {
  const { values } = parseArgs({ options: { retry: { type: 'boolean', default: false } } });
  const { parked, dead, taken, queued } = await examineProcesses(config, values);
  if (values.retry) say(`${taken.length} parked events were taken, ${queued} dead jobs are queued again.`);
  say(`${parked.length} events are parked.`);
  for (const { process: name, position, eventId, attempts, error } of parked) {
    say(`  ${name} at ${position} (event ${eventId}), ${attempts} times: ${error}`);
  }
  say(`${dead.length} jobs gave up.`);
  for (const { queue, dedupKey, ownerId, finishedAt, error } of dead) {
    say(`  ${queue}/${dedupKey} of ${ownerId}, ${finishedAt.toISOString()}: ${error ?? ''}`);
  }
  if (parked.length + dead.length > 0) process.exitCode = 1;
});
