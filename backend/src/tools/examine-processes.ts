import { stuckKindSchema } from '@storyreel/contracts';
import { allReactors, allViews } from '../app/composition';
import { reviveDead } from '../eventsourcing/reactors/job-table';
import { retryParkedReactions } from '../eventsourcing/reactors/retry-parked-reactions';
import { DeadLetters, listDeadLetters } from '../eventsourcing/dead-letters/dead-letters';
import type { StuckRow } from '../eventsourcing/dead-letters/dead-letters';
import { type StoresConfig, withStores } from './with-stores';

const LIMIT = 1_000;

interface ProcessReport {
  /** How many events and rows a retry has brought through, and how many jobs it has queued again. */
  taken: number;
  queued: number;
  /** What is left for people, as /runs shows it. */
  stuck: StuckRow[];
}

/** What waits for people to look at. With `retry`, everything of it is tried again first. The server may run. */
export function examineProcesses(config: StoresConfig, { retry }: { retry: boolean }): Promise<ProcessReport> {
  return withStores(config, async ({ pool, events }) => {
    if (!retry) return { taken: 0, queued: 0, stuck: await listDeadLetters(pool, LIMIT) };
    const reactions = await retryParkedReactions({ pool, events, processes: allReactors });
    let taken = reactions.length;
    const work = new DeadLetters({ pool, events }, { views: allViews, processes: allReactors });
    for (const { kind, id } of await listDeadLetters(pool, LIMIT)) {
      if (kind === 'row' && (await work.retry(kind, id))?.outcome === 'taken') taken += 1;
    }
    return { taken, queued: await reviveDead(pool), stuck: await listDeadLetters(pool, LIMIT) };
  });
}

/**
 * Tries one of them again.
 * @param name KIND/ID, as the report names it
 * @returns what came of it @throws Error when it failed again, or nothing of that name is stuck
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
