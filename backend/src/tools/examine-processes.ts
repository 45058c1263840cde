import { stuckKindSchema } from '@storyreel/contracts';
import { allReactors, allViews } from '../app/composition';
import { requeueDeadJobs } from '../eventsourcing/reactors/job-table';
import { retryParkedReactions } from '../eventsourcing/reactors/retry-parked-reactions';
import { DeadLetters, listDeadLetters } from '../eventsourcing/dead-letters/dead-letters';
import type { StuckRow } from '../eventsourcing/dead-letters/dead-letters';
import { type StoresConfig, withStores } from './with-stores';

const LIMIT = 1_000;

interface ProcessReport {
  /**
   * Number of events and rows that a retry has processed; `queued` is the number of jobs that the retry has queued
   * again.
   */
  taken: number;
  queued: number;
  /** Entries that are still stuck, as shown on /runs. */
  stuck: StuckRow[];
}

/** Lists dead letters and stuck jobs; with `retry`, first retries all of them. The server may run. */
export function examineProcesses(config: StoresConfig, { retry }: { retry: boolean }): Promise<ProcessReport> {
  return withStores(config, async ({ pool, events }) => {
    if (!retry) return { taken: 0, queued: 0, stuck: await listDeadLetters(pool, LIMIT) };
    const reactions = await retryParkedReactions({ pool, events, processes: allReactors });
    let taken = reactions.length;
    const work = new DeadLetters({ pool, events }, { views: allViews, processes: allReactors });
    for (const { kind, id } of await listDeadLetters(pool, LIMIT)) {
      if (kind === 'row' && (await work.retry(kind, id))?.outcome === 'taken') taken += 1;
    }
    return { taken, queued: await requeueDeadJobs(pool), stuck: await listDeadLetters(pool, LIMIT) };
  });
}

/**
 * Retries one entry.
 * @param name KIND/ID, as in the report
 * @returns a sentence about the result
 * @throws Error when the entry failed again, or no entry has that name
 */
export function retryOne(config: StoresConfig, name: string): Promise<string> {
  return withStores(config, async (stores) => {
    const [kind = ''] = name.split('/', 1);
    const known = stuckKindSchema.safeParse(kind);
    const work = new DeadLetters(stores, { views: allViews, processes: allReactors });
    const tried = known.success ? await work.retry(known.data, name.slice(kind.length + 1)) : null;
    if (!tried) throw new Error(`Nothing that can be tried again is named '${name}'.`);
    if (tried.outcome === 'stuck') throw new Error(`It failed again: ${tried.reason}`);
    return tried.outcome === 'queued' ? 'The job is queued again.' : 'It is no longer stuck.';
  });
}
