import { mkdirSync, rmSync } from 'node:fs';
import { REPORTS } from './paths.mjs';
import { run } from './run.mjs';
import { closingLine, printFailures, reportFile } from './test-results.mjs';

/**
 * Runs tests with Jest and, like `npm test`, ends with the failures and a line of counts.
 * @param {string} name of its report in the folder of reports
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export async function runJest(name, args, env = {}) {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(reportFile(name), { force: true });
  const report = ['--json', '--outputFile', reportFile(name)];
  const { code } = await run('npx', ['jest', '--ci', '--runInBand', '--verbose', ...report, ...args], { env });
  const counted = printFailures(name, code);
  console.log(`\n${closingLine(counted)}`);
  if (counted.failed > 0) process.exitCode = 1;
}
