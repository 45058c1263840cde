// Decides runs again by today's code: `node backend/dist/tools/replay.js JOB [--to N] [--json]`, or `--last N` for the
// newest ones. The server may run meanwhile. Ends with code 1 when something differs, with 2 when there is no such
// run or the arguments were not understood.
import { parseArgs } from 'node:util';
import { printReport, summaryOf } from './print-replay';
import { replayLast, replayOne } from './replay-runs';
import { runTool, say } from './run-tool';
import { UsageError } from './usage';

const USAGE = `Usage: npm run replay -- JOB [--to N] [--json]    one run; with --to, also the state after its event N
       npm run replay -- --last N [--json]       the newest N runs
Nothing is appended, and no provider is called. The server may run meanwhile.
Exit codes: 0 the same, 1 something differs or failed, 2 there is no such run or not understood.`;

const wholeNumber = (text: string | undefined, option: string): number | null => {
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) throw new UsageError(`--${option} takes a number from 1.`);
  return number;
};

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
  if (last !== null && (runId !== undefined || to !== null)) throw new UsageError('--last takes no JOB and no --to.');
  if (last !== null) {
    const counts = await replayLast(config, last, (report) => {
      if (values.json) say(JSON.stringify(report));
      else if (!report.same) printReport(report, null, say);
      if (!report.same) process.exitCode = 1;
    });
    if (!values.json) say(summaryOf(counts));
    return;
  }
  const report = await replayOne(config, runId ?? '');
  if (!report) {
    process.exitCode = 2;
    return void process.stderr.write(`The log has no run ${runId}.\n`);
  }
  if (values.json) say(JSON.stringify(report, null, 2));
  else printReport(report, to, say);
  if (!report.same) process.exitCode = 1;
});
