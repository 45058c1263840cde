import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction';
import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { foldBatch, PoisonEvent, touchedKeys } from './fold-batch';
import type { AnyView } from './view';
import { ViewTable } from './view-table';

interface Parked {
  event: RecordedEvent;
  key: string;
  error: string;
}

/** Writes batches of events into a group of views, with their checkpoints, in one transaction a batch. */
export class ViewWriter {
  private readonly tables: ViewTable[];
  private readonly parkedKeys = new Map<AnyView, Set<string>>();

  constructor(
    private readonly pool: Pool,
    readonly views: readonly AnyView[],
    private readonly onPoison: (poison: PoisonEvent) => void,
    tables?: ViewTable[],
  ) {
    this.tables = tables ?? views.map((view) => new ViewTable(view));
  }

  /** Must run before the first batch. */
  async loadParked(): Promise<void> {
    const { rows } = await this.pool.query<{ view: string; version: number; key: string }>(
      'select distinct view, version, key from platform.parked_events',
    );
    for (const view of this.views) {
      const keys = rows.filter((row) => row.view === view.name && row.version === view.version).map((row) => row.key);
      this.parkedKeys.set(view, new Set(keys));
    }
  }

  /** @throws PoisonEvent when a view that must not skip anything cannot fold an event; nothing is written then. */
  async write(events: RecordedEvent[], checkpoint: Position): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      for (const table of this.tables) await this.writeView(client, table, events);
      await this.saveCheckpoints(client, checkpoint);
    });
  }

  private async writeView(client: PoolClient, table: ViewTable, events: RecordedEvent[]): Promise<void> {
    const { view } = table;
    const keys = touchedKeys(view, events);
    if (keys.length === 0) return;
    const rows = await table.load(client, keys);
    const parked: Parked[] = [];
    const changed = this.fold(view, rows, events, parked);
    await table.write(
      client,
      [...changed].map(([key, row]) => ({ key, row })),
    );
    for (const { event, key, error } of parked) {
      await client.query(
        `insert into platform.parked_events (view, version, key, position, event_id, error)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [view.name, view.version, key, event.position, event.id, error],
      );
    }
  }

  private fold(
    view: AnyView,
    rows: Map<string, object>,
    events: RecordedEvent[],
    parked: Parked[],
  ): Map<string, object | null> {
    const parkedKeys = this.parkedKeys.get(view) ?? new Set<string>();
    for (;;) {
      parked.length = 0;
      try {
        return foldBatch(view, rows, events, parkedKeys, (event, key) =>
          parked.push({ event, key, error: 'an earlier event of this row is parked' }),
        );
      } catch (error) {
        if (!(error instanceof PoisonEvent) || view.stopOnPoison) throw error;
        this.onPoison(error);
        parkedKeys.add(error.key);
        this.parkedKeys.set(view, parkedKeys);
      }
    }
  }

  private async saveCheckpoints(client: PoolClient, checkpoint: Position): Promise<void> {
    await client.query({
      name: 'save_view_checkpoints',
      text: `insert into platform.view_checkpoints (name, version, position)
             select n, v, $3 from unnest($1::text[], $2::integer[]) as u(n, v)
             on conflict (name, version) do update set position = excluded.position, updated_at = now()`,
      values: [this.tables.map(({ name }) => name), this.views.map(({ version }) => version), checkpoint],
    });
  }
}
