import { join } from 'node:path';
import { allAggregates } from '../../app/composition';
import { isOneOf, type RecordedEvent, textIn, toRecorded } from '../../eventsourcing/domain/domain-event';
import { inClearOf, scopedEventStore } from '../../eventsourcing/domain/scoped-event-store';
import { startEmbeddedPostgres } from '../../infra/embedded-postgres';
import { createEventStore } from '../../eventsourcing/event-store';
import { AccountKeys, masterKeys } from '../../eventsourcing/event-store/sealed-events';
import { createPool } from '../../infra/postgres/pg-pool';
import { keptSecret } from '../../lib/secrets';
import { TEST_SECRET } from '../test-database';
import { WALLET_EVENT_TYPES, type WalletEvent } from '../../money/zaps';
import type { ProjectEventOf } from '../../projects/storyboard';
import { verifyWallet } from '../../money/zaps/domain/wallet-proof';
import type { Acknowledged } from './generation-run';
import { replayAll } from './replay-log';

/** Reads all events of a data directory whose server was stopped. */
export async function readLog(home: string): Promise<RecordedEvent[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres') });
  try {
    return await readLogAt(postgres.url, keptSecret(home, 'session-secret'));
  } finally {
    await postgres.stop();
  }
}

/**
 * Returns the faults of a data directory whose server was stopped, in words: lost acknowledged changes, duplicate
 * effects, wallets that do not add up, and runs that today's code would decide differently. Empty when there are none.
 */
export async function auditHome(home: string, acknowledged: Acknowledged): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres') });
  try {
    const log = await readLogAt(postgres.url, keptSecret(home, 'session-secret'));
    const { runs, different } = await replayAll({ home, databaseUrl: postgres.url });
    const unseen = runs < acknowledged.imageJobs.length ? [`only ${runs} runs were decided again`] : [];
    return [...audit(log, acknowledged), ...auditWallets(log), ...different, ...unseen];
  } finally {
    await postgres.stop();
  }
}

/** Reads all events of a database. */
export async function readLogAt(databaseUrl: string, sessionSecret = TEST_SECRET): Promise<RecordedEvent[]> {
  const pool = createPool(databaseUrl, () => undefined);
  const keys = await AccountKeys.open(pool, masterKeys({ sessionSecret }), { isTool: true });
  const seals = { keys, isInClear: inClearOf(allAggregates) };
  const store = scopedEventStore(await createEventStore({ pool, seals }), allAggregates);
  const events: RecordedEvent[] = [];
  for await (const event of store.readAll()) events.push(toRecorded(event));
  await store.close();
  await pool.end();
  return events;
}

/** Returns, in words, the errors in the chains, balances and holds of a log's wallets. */
export function auditWallets(log: RecordedEvent[]): string[] {
  const entries = log.filter(({ streamId }) => streamId.startsWith('wallet-'));
  const owners = new Set(entries.map(({ streamId }) => streamId.slice('wallet-'.length)));
  return [...owners].flatMap((owner) => {
    const { bad, openHolds } = verifyWallet(
      owner,
      entries.filter(({ streamId }) => streamId === `wallet-${owner}`),
    );
    return [
      ...(bad ? [`entry ${bad.revision} of the wallet ${owner} ${bad.reason}`] : []),
      ...openHolds.map(({ holdId }) => `the hold ${holdId} is still open`),
    ];
  });
}

const countBy = <T>(items: T[], key: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};
const moreThanOnce = (counts: Map<string, number>): string[] =>
  [...counts].filter(([, n]) => n > 1).map(([key]) => key);
const isEdit = isOneOf<ProjectEventOf<'SceneEdited'>>(['SceneEdited']);
const isQueued = isOneOf<ProjectEventOf<'ImageJobQueued'>>(['ImageJobQueued']);
const isEnded = isOneOf<ProjectEventOf<'ImageJobCompleted' | 'ImageJobFailed'>>([
  'ImageJobCompleted',
  'ImageJobFailed',
]);
const isEntry = isOneOf<WalletEvent>(WALLET_EVENT_TYPES);

/** Returns, in words, the errors of a log after faults; empty when there are none. */
export function audit(log: RecordedEvent[], acknowledged: Acknowledged): string[] {
  const faults: string[] = [];
  const titles = new Set(log.filter(isEdit).map(({ data }) => `${data.sceneId}:${data.changes.title}`));
  for (const { sceneId, title } of acknowledged.titles) {
    if (!titles.has(`${sceneId}:${title}`)) faults.push(`lost the acknowledged ${title} of ${sceneId}`);
  }
  const queued = log.filter(isQueued);
  const queuedIds = new Set(queued.map(({ data }) => data.jobId));
  for (const { jobId } of acknowledged.imageJobs)
    if (!queuedIds.has(jobId)) faults.push(`lost the acknowledged job ${jobId}`);
  for (const scene of moreThanOnce(countBy(queued, ({ data }) => data.sceneId)))
    faults.push(`scene ${scene} was queued twice`);

  const ended = log.filter(isEnded);
  for (const job of moreThanOnce(countBy(ended, ({ data }) => data.jobId))) faults.push(`job ${job} ended twice`);
  const endedIds = new Set(ended.map(({ data }) => data.jobId));
  for (const id of queuedIds) if (!endedIds.has(id)) faults.push(`job ${id} never ended`);

  return [...faults, ...auditWallet(log)];
}

function auditWallet(log: RecordedEvent[]): string[] {
  const faults: string[] = [];
  const entries = log.filter(isEntry);
  for (const entry of entries) {
    const { postings } = entry.data;
    const sum = postings.reduce((total, posting) => total + posting.units, 0);
    if (sum !== 0) faults.push(`the postings of ${entry.type} at ${entry.revision} sum to ${sum}`);
  }
  const holds = new Map<string, string[]>();
  for (const entry of entries) {
    const holdId = textIn(entry, 'holdId');
    if (holdId) holds.set(holdId, [...(holds.get(holdId) ?? []), entry.type]);
  }
  for (const [holdId, types] of holds) {
    const closed = types.filter((type) => type !== 'ZapsReserved').length;
    if (closed !== 1) faults.push(`the hold ${holdId} was closed ${closed} times: ${types.join(', ')}`);
  }
  return faults;
}
