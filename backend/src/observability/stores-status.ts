import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '../eventsourcing/event-store/event-store';
import { STUCK_AT_ATTEMPT } from '../eventsourcing/reactors/job-table';

/**
 * 'queued': due. 'scheduled': not due yet. 'retrying': waits for its next attempt. 'dead': failed for good, and kept
 * for operators to inspect.
 */
export const JOB_STATES = ['queued', 'running', 'scheduled', 'retrying', 'dead'] as const;

export interface QueueStatus {
  queue: string;
  state: (typeof JOB_STATES)[number];
  jobs: number;
  /** Number of jobs in this state at their fifth attempt or beyond. */
  stuck: number;
  /** Seconds since the first job in this state was due; negative if none is due yet. */
  oldestSeconds: number;
}

/** Reports the state of the stores and queues. */
@Injectable()
export class StoresStatus {
  constructor(
    private readonly pool: Pool,
    private readonly events: EventStore,
  ) {}

  async database(): Promise<void> {
    await this.pool.query('select 1');
  }

  async eventStore(): Promise<void> {
    await this.events.ready();
  }

  /** Returns the queues that hold jobs. All times are the database's. */
  async queues(): Promise<QueueStatus[]> {
    const { rows } = await this.pool.query<QueueStatus>(
      `select queue,
         case when state = 'dead' then 'dead'
              when state = 'running' and lease_until >= now() then 'running'
              when state = 'queued' and run_at > now() and attempts > 0 then 'retrying'
              when state = 'queued' and run_at > now() then 'scheduled'
              else 'queued' end as state,
         count(*)::int as jobs, count(*) filter (where state <> 'dead' and attempts >= ${STUCK_AT_ATTEMPT})::int as stuck,
         extract(epoch from now() - min(run_at))::float8 as "oldestSeconds"
       from platform.jobs where state <> 'done' group by 1, 2`,
    );
    return rows;
  }
}
