import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { AccountKeys } from '../../eventsourcing/event-store/sealed-events';
import { enqueue, toJobRow } from '../../eventsourcing/reactors/job-table';
import type { JobRequest } from '../../eventsourcing/reactors/reactor';

/**
 * File in the data directory that lists the ids of erased accounts, so that restoring a backup does not bring them
 * back.
 */
const FILE = 'erased-accounts';
export const ERASE_QUEUE = 'erase-account';

const listed = (home: string): string[] => {
  const file = join(home, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
};

/** Adds accounts to this node's list of erased accounts; the list has been flushed to disk when this returns. */
export function noteErased(home: string, ids: readonly string[]): void {
  const known = new Set(listed(home));
  const lines = ids.filter((id) => !known.has(id)).map((id) => `${id}\n`);
  if (lines.length > 0) appendFileSync(join(home, FILE), lines.join(''), { mode: 0o600, flush: true });
}

/** @param round distinguishes rounds of the same erasure */
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
 * Erases again the accounts that a restored backup has brought back: destroys their keys before anything reads the log,
 * and leaves the rest to a job. Also adds the accounts that other nodes have erased to this node's list.
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
