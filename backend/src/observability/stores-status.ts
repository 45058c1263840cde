import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../infra/postgres/pg-pool';
import { EVENT_STORE, type EventStore } from '../eventsourcing/event-store/event-store';
import { STUCK_AT_ATTEMPT } from '../eventsourcing/reactors/job-table';

/**
 * queued: could run now. scheduled: its time has not come. retrying: waits for its next attempt. dead: gave up, and is
 * kept for people to see.
 */
export const JOB_STATES = ['queued', 'running', 'scheduled', 'retrying', 'dead'] as const;

export interface QueueStatus {
  queue: string;
  state: (typeof JOB_STATES)[number];
  jobs: number;
  /** Of them, those that are at their fifth try or beyond. */
  stuck: number;
  /** Since the first of them could have run; negative for a time that is to come. */
  oldestSeconds: number;
}

/** What the stores themselves say. */
@Injectable()
export class StoresStatus {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  async database(): Promise<void> {
    await this.pool.query('select 1');
  }

  async eventStore(): Promise<void> {
    await this.events.ready();
  }

  /** Of queues that hold anything. Times are the database's. */
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
