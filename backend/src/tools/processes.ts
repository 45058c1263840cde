// Lists what views, reactors and jobs could not process: `node backend/dist/tools/processes.js [--retry [KIND/ID]]`.
// With --retry, retries all entries or the named one. The server may run. Ends with code 1 when entries remain.
import { parseArgs } from 'node:util';
import { waysToCall } from '../lib/tool-command';
import { printable } from './events/describe-event';
import { runTool, say, UsageError } from './run-tool';

const WAYS = waysToCall('processes', [
  ['', 'lists stuck work, each with its KIND/ID and its reason'],
  ['--retry', 'retries all of it'],
  ['--retry KIND/ID', 'retries one of them'],
]);
const USAGE = `${WAYS}
The server may run meanwhile. Exit codes: 0 nothing is stuck, 1 something is stuck or failed, 2 not understood.`;

void runTool(USAGE, async (config, args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { retry: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}.`);
  if (name !== undefined && !values.retry) throw new UsageError(`To retry ${name}, add --retry.`);
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { examineProcesses, retryOne } = await import('./examine-processes');
  if (name !== undefined) return say(await retryOne(config, name));
  const { taken, queued, stuck } = await examineProcesses(config, values);
  if (values.retry) say(`${taken} parked events and rows were processed, ${queued} dead jobs are queued again.`);
  say(stuck.length === 0 ? 'Nothing is stuck.' : `${stuck.length} are stuck:`);
  for (const { kind, id, name: what, subject, attempts, since, reason } of stuck) {
    const tries = attempts === 1 ? 'once' : `${attempts} times`;
    say(printable(`  ${kind}/${id}  ${what} ${subject}, ${tries}, since ${since.toISOString()}: ${reason}`));
  }
  if (stuck.length > 0) process.exitCode = 1;
});
