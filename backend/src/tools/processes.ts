// Says what views, processes and jobs have left for people: `node backend/dist/tools/processes.js [--retry [KIND/ID]]`.
// With --retry it is tried again, all of it or the one that is named. The server may run meanwhile. Ends with code 1
// when something is left.
import { parseArgs } from 'node:util';
import { printable } from './events/printable';
import { examineProcesses, retryOne } from './examine-processes';
import { runTool, say } from './run-tool';

void runTool(async (config) => {
  const { values, positionals } = parseArgs({
    options: { retry: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (more.length > 0 || (name !== undefined && !values.retry)) throw new Error('processes [--retry [KIND/ID]]');
  if (name !== undefined) return say(await retryOne(config, name));
  const { taken, queued, stuck } = await examineProcesses(config, values);
  if (values.retry) say(`${taken} parked events and rows were taken, ${queued} dead jobs are queued again.`);
  say(stuck.length === 0 ? 'Nothing is stuck.' : `${stuck.length} are stuck:`);
  for (const { kind, id, name: what, subject, attempts, since, reason } of stuck) {
    const tries = attempts === 1 ? 'once' : `${attempts} times`;
    say(printable(`  ${kind}/${id}  ${what} ${subject}, ${tries}, since ${since.toISOString()}: ${reason}`));
  }
  if (stuck.length > 0) process.exitCode = 1;
});
