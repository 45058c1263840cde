import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore, type Position } from '../eventsourcing/event-store/event-store';
import { coalesce } from '../lib/concurrency';

const FRESH_MS = 1_000;
/** Maximum events searched for a consumer's next event, since any number of foreign events may precede it. */
const LOOK_AT = 1_000;

/** Consumers of the log in this release, by name: the tables of views, and the reactors. */
export interface Consumers {
  views: readonly string[];
  processes: readonly string[];
}
export const CONSUMERS = Symbol('Consumers');

export interface ConsumerStatus {
  kind: 'view' | 'process';
  name: string;
  /** Age of the oldest unprocessed event. */
  lagSeconds: number;
  /** True when the consumer has stopped at a poison event that must not be skipped. */
  stopped: boolean;
  /** Number of a view's rows, or a reactor's events, that are parked until a release can process them. */
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

/** Reports the progress of this release's views and reactors; other releases may have additional checkpoints. */
@Injectable()
export class ConsumersStatus {
  /**
   * Times by position: when the event after the position was appended or, if the search found only foreign events, when
   * a consumer was first seen at the position. An entry is kept while a consumer stays at its position.
   */
  private waitingSince = new Map<Position | null, Date>();

  constructor(
    private readonly pool: Pool,
    private readonly events: EventStore,
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
