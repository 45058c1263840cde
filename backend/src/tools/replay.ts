// Decides runs again by today's code: `node backend/dist/tools/replay.js JOB [--to N] [--json]`, or `--last N` for the
// newest ones. The server may run meanwhile. Ends with code 1 when something differs, with 2 when there is no such run.
import { parseArgs } from 'node:util';
import { printReport, summaryOf } from './print-replay';
import { replayLast, replayOne } from './replay-runs';
import { runTool, say } from './run-tool';

const USAGE = 'Say which run: npm run replay -- JOB [--to N] [--json], or npm run replay -- --last N [--json].';

const wholeNumber = (text: string | undefined, option: string): number | null => {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes a number from 1.`);
  return number;
};

void runTool(async (config) => {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, last: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const last = wholeNumber(values.last, 'last');
  const to = wholeNumber(values.to, 'to');
  const [runId] = positionals;
  if (last !== null) {
    const counts = await replayLast(config, last, (report) => {
      if (values.json) say(JSON.stringify(report));
      else if (!report.same) printReport(report, null, say);
      if (!report.same) process.exitCode = 1;
    });
    if (!values.json) say(summaryOf(counts));
    return;
  }
  if (runId === undefined) throw new Error(USAGE);
  const report = await replayOne(config, runId);
  if (!report) {
    process.exitCode = 2;
    return void process.stderr.write(`The log has no run ${runId}.\n`);
  }
  if (values.json) say(JSON.stringify(report, null, 2));
  else printReport(report, to, say);
  if (!report.same) process.exitCode = 1;
});
