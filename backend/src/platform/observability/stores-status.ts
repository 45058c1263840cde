import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock';
import { PG_POOL } from '../database/pg-pool';
import { EVENT_STORE, type EventStore, type Position } from '../event-store/event-store';

/** A lag is counted up to here; more is 'a lot' in any case. */
const COUNTED = 10_000;

export interface ViewLag {
  view: string;
  events: number;
  /** Age of the oldest event that the view has not folded. */
  seconds: number;
}

/** How far views and queues are, as the stores themselves say. */
@Injectable()
export class StoresStatus {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  async database(): Promise<void> {
    await this.pool.query('select 1');
  }

  async eventStore(): Promise<void> {
    await this.events.ready();
  }

  /** Of the views that this node serves; earlier versions, which may still have tables, are left out. */
  async viewLags(): Promise<ViewLag[]> {
    const { rows } = await this.pool.query<{ name: string; position: Position | null }>(
      'select name, position from platform.view_checkpoints where name = any($1)',
      [this.dataSource.entityMetadatas.map((entity) => entity.tableName)],
    );
    const head = await this.events.head();
    const behind = new Map<Position | null, Promise<Omit<ViewLag, 'view'>>>();
    return Promise.all(
      rows.map(async ({ name, position }) => {
        // Views mostly stand at the same place: the log is read once for each place.
        const lag = behind.get(position) ?? this.after(position, head);
        behind.set(position, lag);
        return { view: name, ...(await lag) };
      }),
    );
  }

  async queueDepths(): Promise<{ queue: string; state: string; jobs: number }[]> {
    const { rows } = await this.pool.query<{ queue: string; state: string; jobs: number }>(
      `select queue, state, count(*)::int as jobs from platform.jobs where state = 'queued' group by queue, state
       union all
       select queue, state, count(*)::int as jobs from platform.jobs where state = 'running' group by queue, state`,
    );
    return rows;
  }

  private async after(position: Position | null, head: Position | null): Promise<Omit<ViewLag, 'view'>> {
    if (head === null || (position !== null && position >= head)) return { events: 0, seconds: 0 };
    let events = 0;
    let oldest: Date | null = null;
    for await (const event of this.events.readAll({ from: position ?? 'start', limit: COUNTED })) {
      oldest ??= event.created;
      events += 1;
    }
    const seconds = oldest ? Math.max(0, (this.clock.now().getTime() - oldest.getTime()) / 1_000) : 0;
    return { events, seconds };
  }
}
