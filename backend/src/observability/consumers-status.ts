import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../infra/postgres/pg-pool';
import { EVENT_STORE, type EventStore, type Position } from '../eventsourcing/event-store/event-store';
import { coalesce } from '../lib/concurrency';

const FRESH_MS = 1_000;
/** How far to look for the event that somebody waits at: behind it others may have written any number. */
const LOOK_AT = 1_000;

/** Who reads the log on this installation, by name: tables of views, and processes. */
export interface Consumers {
  views: readonly string[];
  processes: readonly string[];
}
export const CONSUMERS = Symbol('Consumers');

export interface ConsumerStatus {
  kind: 'view' | 'process';
  name: string;
  /** Age of the oldest event that it has not taken. */
  lagSeconds: number;
  /** At an event that it cannot take and must not skip. */
  stopped: boolean;
  /** Rows of a view, or events of a process, that wait for a release that can take them. */
  parked: number;
}

interface Row {
  kind: 'view' | 'process';
  name: string;
  position: Position | null;
  stopped: boolean;
  parked: number;
  now: Date;
}

/** How far views and processes are. Of those that this release has: others may still have checkpoints. */
@Injectable()
export class ConsumersStatus {
  /**
   * When the first event after a position was written, or when somebody was first seen to stand there before more events
   * of others than are looked at. It stays the same for as long as somebody stands there.
   */
  private waitingSince = new Map<Position | null, Date>();

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CONSUMERS) private readonly names: Consumers,
  ) {}

  readonly read = coalesce(FRESH_MS, () => this.ask());

  private async ask(): Promise<ConsumerStatus[]> {
    const { rows } = await this.pool.query<Row>(
      `select 'view' as kind, c.name, c.position, c.stopped_at is not null as stopped, now(),
         (select count(distinct p.key)::int from platform.parked_events p where p.view || '_v' || p.version = c.name) as parked
       from platform.view_checkpoints c where c.name = any($1)
       union all
       select 'process', c.name, c.position, false, now(),
         (select count(*)::int from platform.parked_reactions p where p.process = c.name)
       from platform.process_checkpoints c where c.name = any($2)`,
      [this.names.views, this.names.processes],
    );
    const head = await this.events.head();
    const known = this.waitingSince;
    this.waitingSince = new Map();
    const status: ConsumerStatus[] = [];
    for (const { position, now, ...consumer } of rows) {
      const behind = head !== null && (position === null || position < head);
      const since = behind ? await this.since(position, known, now) : null;
      const lagSeconds = since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0;
      status.push({ ...consumer, lagSeconds });
    }
    return status;
  }

  private async since(position: Position | null, known: ReadonlyMap<Position | null, Date>, now: Date): Promise<Date> {
    let since = this.waitingSince.get(position) ?? known.get(position) ?? null;
    if (since === null) {
      const next = this.events.readAll({ from: position ?? 'start', limit: 1, lookAt: LOOK_AT });
      for await (const { created } of next) since = created;
    }
    since ??= now;
    this.waitingSince.set(position, since);
    return since;
  }
}
