import { allProcesses } from '../composition';
import { type DeadJob, listDead, reviveDead } from '../platform/processes/dead-jobs';
import { listParked, type ParkedReaction, retryParkedReactions } from '../platform/processes/retry-parked-reactions';
import { type StoresConfig, withStores } from './with-stores';

export interface ProcessReport {
  /** Events that processes could not take, and jobs that gave up; without those that a retry has taken or queued. */
  parked: ParkedReaction[];
  dead: DeadJob[];
  taken: ParkedReaction[];
  queued: number;
}

/** What waits for people to look at. With `retry`, everything of it is tried again first. The server may run. */
export function examineProcesses(config: StoresConfig, { retry }: { retry: boolean }): Promise<ProcessReport> {
  return withStores(config, async ({ pool, events }) => {
    const taken = retry ? await retryParkedReactions({ pool, events, processes: allProcesses }) : [];
    const queued = retry ? await reviveDead(pool) : 0;
    return { parked: await listParked(pool), dead: await listDead(pool), taken, queued };
  });
}
