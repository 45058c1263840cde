// `ledger verify [--heads] [--no-rows] [--json]`: recomputes every wallet from the log. With --heads also verifies
// signed heads, which needs the key or the data directory of the server that signed. The server may run. Ends with code
// 1 on any discrepancy, and with 3 when no head was signed yet: then --heads proves nothing.
import { parseArgs } from 'node:util';
import type { Finding } from '@storyreel/contracts';
import { ledgerKeys, type LedgerReport, provenViews, verifyLedger } from '../../ledger';
import type { AppConfig } from '../../infra/config/app-config';
import { say } from '../run-tool';
import { withStores } from '../with-stores';

/** Exit code of --heads when there are no signed heads. */
const NOTHING_TO_PROVE = 3;
const NOTHING_SIGNED =
  'No day was signed yet, so --heads proved nothing: that no history was rewritten or cut short is not known. Heads are ' +
  'signed once a UTC day.';

export async function verify(config: AppConfig, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      heads: { type: 'boolean', default: false },
      rows: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  const report = await withStores(config, ({ pool, events }) =>
    verifyLedger(events, {
      rows: values.rows ? { pool, views: provenViews } : undefined,
      signed: values.heads ? { home: config.home, trusted: ledgerKeys(config).trusted } : undefined,
      onProgress: values.json ? undefined : showProgress(),
    }),
  );
  const provesNoHeads = values.heads && report.signedDays === 0;
  if (values.json) say(JSON.stringify({ ...jsonOf(report), provesNoHeads }));
  else {
    for (const line of linesOf(report)) say(line);
    if (provesNoHeads) say(NOTHING_SIGNED);
  }
  if (report.findings.count > 0) process.exitCode = 1;
  else if (provesNoHeads) process.exitCode = NOTHING_TO_PROVE;
}

const jsonOf = ({ findings, ...counted }: LedgerReport) => ({
  ...counted,
  badCount: findings.count,
  bad: findings.named,
});

function linesOf({ wallets, entries, signedDays, findings }: LedgerReport): string[] {
  const looked = `${entries} entries of ${wallets} wallets, ${signedDays} days of signed heads`;
  if (findings.count === 0) return [`${looked}: sound.`];
  const left = findings.count - findings.named.length;
  return [
    `${looked}: ${findings.count} wrong.`,
    ...findings.named.map((finding) => `  ${lineOf(finding)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function lineOf({ what, ownerId, revision, day, row, reason }: Finding): string {
  const where = [
    ...(ownerId === null ? [] : [`wallet ${ownerId}`]),
    ...(revision === null ? [] : [`revision ${revision}`]),
    ...(row === null ? [] : [row]),
    ...(day === null ? [] : [`signed on ${day}`]),
  ];
  return `${what}: ${where.join(', ')}: ${reason}`;
}

/** Rewrites one line on a terminal; otherwise prints a line every 10 %. */
function showProgress(): (progress: { eventsRead: number; share: number }) => void {
  let told = 0;
  return ({ eventsRead, share }) => {
    const line = `${Math.floor(share * 100)} % of the log, ${eventsRead} entries`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${share >= 1 ? '\n' : ''}`);
    else if (share - told >= 0.1 || (share >= 1 && told < 1)) {
      process.stderr.write(`${line}\n`);
      told = share;
    }
  };
}
