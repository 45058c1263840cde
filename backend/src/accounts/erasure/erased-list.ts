import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { AccountKeys } from '../../eventsourcing/event-store/sealed-events';
import { enqueue, toJobRow } from '../../eventsourcing/reactors/job-table';
import type { JobRequest } from '../../eventsourcing/reactors/reactor';

/** In the data folder, so that a backup that is restored does not bring anybody back. Ids only. */
const FILE = 'erased-accounts';
export const ERASE_QUEUE = 'erase-account';

const listed = (home: string): string[] => {
  const file = join(home, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
};

/** Adds accounts to this node's list of erased ones, on the disk when it returns. */
export function noteErased(home: string, ids: readonly string[]): void {
  const known = new Set(listed(home));
  const lines = ids.filter((id) => !known.has(id)).map((id) => `${id}\n`);
  if (lines.length > 0) appendFileSync(join(home, FILE), lines.join(''), { mode: 0o600, flush: true });
}

/** @param round tells rounds of the same erasure apart */
export const erasureJob = (accountId: string, round: string, delayMs?: number): JobRequest => ({
  queue: ERASE_QUEUE,
  dedupKey: `${accountId}:${round}`,
  ownerId: accountId,
  payload: { accountId },
  delayMs,
  correlationId: accountId,
  causationId: accountId,
});

/**
 * Erases accounts again that a restored backup has brought back: before anything reads the log, and the rest by a job.
 * Also takes over what other nodes have erased, since each has a list of its own.
 */
export async function eraseAgain(pool: Pool, keys: AccountKeys, home: string, now: Date): Promise<void> {
  const erased = new Set(await keys.erased());
  for (const id of listed(home)) {
    if (erased.has(id)) continue;
    await enqueue(pool, [toJobRow(erasureJob(id, now.toISOString()))]);
    await keys.destroy(id);
  }
  if (existsSync(home)) noteErased(home, [...erased]);
}
