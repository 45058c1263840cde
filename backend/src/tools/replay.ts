// Replays runs with the current code: `node backend/dist/tools/replay.js JOB [--to N] [--json]`, or `--last N` for the
// newest ones. The server may run. Exit codes: 1 when something differs, 2 when there is no such run or for invalid
// arguments, 130 on Ctrl-C.
import { parseArgs } from 'node:util';
import { waysToCall } from '../lib/tool-command';
import { Interrupted, interruption, Output } from './output';
import type { ReplayConfig } from './replay-runs';
import { runTool, say, UsageError } from './run-tool';

const WAYS = waysToCall('replay', [
  ['JOB [--to N] [--json]', 'one run; with --to, also the state after its event N'],
  ['--last N [--json]', 'the newest N runs and refusals: differences by cause, and what was not compared'],
]);
const USAGE = `${WAYS}
Nothing is appended but the record of who looked, and no provider is called. The server may run meanwhile.
Exit codes: 0 the same, 1 something differs or failed, 2 there is no such run or not understood, 130 --last was interrupted.`;

const wholeNumber = (text: string | undefined, option: string): number | null => {
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) throw new UsageError(`--${option} takes a number from 1.`);
  return number;
};

async function replayMany(config: ReplayConfig, last: number, { json }: { json: boolean }): Promise<void> {
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { printSummary, replayLast } = await import('./replay-runs');
  const interrupted = interruption();
  const out = new Output(process.stdout, interrupted);
  const print = async (report: object, same: boolean): Promise<void> => {
    if (!same) process.exitCode = 1;
    if (json) await out.line(JSON.stringify(report));
  };
  const summary = await replayLast(config, last, {
    onRun: (report) => print(report, report.same),
    onRefusal: (report) => print(report, report.verdict !== 'different'),
    ended: out.ended,
  });
  if (interrupted.aborted) throw new Interrupted(interrupted, `${summary.runs} runs were replayed.`);
  if (json) return;
  const lines: string[] = [];
  printSummary(summary, (line) => lines.push(line));
  await out.line(lines.join('\n'));
}

void runTool(USAGE, async (config, args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { to: { type: 'string' }, last: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const last = wholeNumber(values.last, 'last');
  const to = wholeNumber(values.to, 'to');
  const [runId, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}.`);
  if (last === null && runId === undefined) throw new UsageError('Say which run.');
  if (last !== null && (runId !== undefined || to !== null))
    throw new UsageError('--last cannot be combined with a JOB or --to.');
  if (last !== null) {
    return replayMany(config, last, values);
  }
  const { printReport, replayOne } = await import('./replay-runs');
  const report = await replayOne(config, runId ?? '');
  if (report === 'chat') {
    process.exitCode = 2;
    const why = 'Its provider calls are not recorded, since a chat is private.';
    return void process.stderr.write(`${runId} is a reply of the assistant, which cannot be replayed. ${why}\n`);
  }
  if (!report) {
    process.exitCode = 2;
    return void process.stderr.write(`The log has no run ${runId}.\n`);
  }
  if (values.json) say(JSON.stringify(report, null, 2));
  else printReport(report, to, say);
  if (!report.same) process.exitCode = 1;
});
