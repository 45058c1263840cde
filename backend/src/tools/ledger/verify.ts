// `ledger verify [--heads DIR] [--no-rows] [--json]`: recomputes every wallet from the log and compares it with the
// signed heads, which needs the key or the data directory of the server that signed; --heads names an additional folder
// with copies of signed days. The server may run. Ends with code 1 on any discrepancy, and with 3 if something is not
// proven, because the ledger is empty or no day was signed yet.
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { LedgerReport, StoredFinding } from '../../ledger';
import type { AppConfig } from '../../infra/config/app-config';
import { placeOf } from '../installed';
import { say, UsageError } from '../run-tool';

/** Exit code if nothing is wrong but not everything is proven. */
const NOT_PROVEN = 3;
const NOTHING_SIGNED =
  'No day was signed yet, so a rewritten or shortened history would not be noticed. Heads are signed once a UTC day, ' +
  "from a ledger's second day on.";
const EMPTY = 'The ledger is empty, so nothing was proven.';

export async function verify(config: AppConfig, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      heads: { type: 'string' },
      rows: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  const copies = values.heads;
  if (copies !== undefined && !(await stat(copies)).isDirectory()) {
    throw new UsageError(`--heads takes a folder with copies of signed days, and ${copies} is not one.`);
  }
  // Loaded late, since these modules load the whole application, which help and invalid arguments do not need.
  const { accountEmails, provenViews, trustedLedgerKeys, verifyLedger } = await import('../../ledger');
  const { withStores } = await import('../with-stores');
  const { report, emails } = await withStores(config, async ({ pool, events }) => {
    const found = await verifyLedger(events, {
      rows: values.rows ? { pool, views: provenViews } : undefined,
      signed: { home: config.home, copies, trusted: trustedLedgerKeys(config) },
      onProgress: values.json ? undefined : showProgress(),
    });
    const owners = found.findings.named.flatMap(({ ownerId }) => ownerId ?? []);
    return { report: found, emails: await accountEmails(pool, owners) };
  });
  const unproven = report.entries === 0 ? EMPTY : report.signedDays === 0 ? NOTHING_SIGNED : null;
  const place = placeOf(config);
  if (values.json) say(JSON.stringify({ place, ...jsonOf(report, emails), unproven }));
  else {
    say(`Looked in ${place}${copies === undefined ? '' : `, and at the signed days in ${copies}`}.`);
    for (const line of linesOf(report, emails, unproven !== null)) say(line);
    if (unproven !== null) say(unproven);
  }
  if (report.findings.count > 0) process.exitCode = 1;
  else if (unproven !== null) process.exitCode = NOT_PROVEN;
}

type Emails = ReadonlyMap<string, string>;

const withEmail = (finding: StoredFinding, emails: Emails) => ({
  ...finding,
  email: emails.get(finding.ownerId ?? '') ?? null,
});

const jsonOf = ({ findings, ...counted }: LedgerReport, emails: Emails) => ({
  ...counted,
  badCount: findings.count,
  bad: findings.named.map((finding) => withEmail(finding, emails)),
});

function linesOf({ findings, ...report }: LedgerReport, emails: Emails, isUnproven: boolean): string[] {
  const { wallets, entries, signedDays, signed } = report;
  const looked = `${entries} entries of ${wallets} wallets, ${signedDays} days of signed heads`;
  const left = findings.count - findings.named.length;
  const covered = signed && `Signed from ${signed.from} to ${signed.to}; ${signed.unsigned} entries not signed yet.`;
  return [
    findings.count > 0
      ? `${looked}: ${findings.count} wrong.`
      : `${looked}: ${isUnproven ? 'nothing wrong' : 'sound'}.`,
    ...findings.named.flatMap((finding) => linesOfFinding(finding, emails)),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...(covered ? [covered] : []),
  ];
}

function linesOfFinding(finding: StoredFinding, emails: Emails): string[] {
  const { what, ownerId, stream, revision, day, row, reason, expected, found } = finding;
  const email = ownerId === null ? undefined : emails.get(ownerId);
  const where = [
    ...(ownerId === null ? [] : [`wallet ${ownerId}${email === undefined ? '' : ` of ${email}`}`]),
    ...(stream === null ? [] : [`stream ${stream}`]),
    ...(revision === null ? [] : [`revision ${revision}`]),
    ...(row === null ? [] : [row]),
    ...(day === null ? [] : [`signed on ${day}`]),
  ];
  return [
    `  ${what}: ${where.length > 0 ? `${where.join(', ')}: ` : ''}${reason}`,
    ...(expected === null ? [] : [`    expected ${expected}`]),
    ...(found === null ? [] : [`    found    ${found}`]),
  ];
}

/** Rewrites one line on a terminal; otherwise prints a new line every 10 %. */
function showProgress(): (progress: { eventsRead: number; share: number }) => void {
  let told = 0;
  return ({ eventsRead, share }) => {
    const line = `${Math.floor(share * 100)} % of the log, ${eventsRead} events`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${share >= 1 ? '\n' : ''}`);
    else if (share - told >= 0.1 || (share >= 1 && told < 1)) {
      process.stderr.write(`${line}\n`);
      told = share;
    }
  };
}
