import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position } from '../event-store/event-store';
import { foldBatch, PoisonEvent } from './fold-batch';
import type { AnyView } from './view';
import { ViewTable } from './view-table';

interface ParkedRow {
  view: string;
  version: number;
  key: string;
  positions: Position[];
}

interface RetryOptions {
  pool: Pool;
  events: EventStore;
  views: readonly AnyView[];
  log: { info(message: string): void };
}

/**
 * Folds the parked events again, row by row, in their order: a new release may know what to do with them. A row whose
 * events still cannot be folded stays parked. To be called before the views' writer learns what is parked.
 */
export async function retryParked({ pool, events, views, log }: RetryOptions): Promise<void> {
  const { rows } = await pool.query<ParkedRow>(
    `select view, version, key, array_agg(position order by position) as positions
     from platform.parked_events group by view, version, key`,
  );
  for (const parked of rows) {
    const view = views.find(({ name, version }) => name === parked.view && version === parked.version);
    if (!view) continue;
    const unparked = await retryRow(pool, view, parked, await readAt(events, parked.positions));
    if (unparked) log.info(`${view.name}: the parked row ${parked.key} is up to date again.`);
  }
}

async function readAt(events: EventStore, positions: readonly Position[]): Promise<RecordedEvent[]> {
  const wanted = new Set(positions);
  const first = positions[0];
  const last = positions.at(-1);
  const found: RecordedEvent[] = [];
  if (!first || !last) return found;
  // Reading backwards from the first one tells the place before it, which reading forwards has to start from.
  let from: Position | 'start' = 'start';
  for await (const event of events.readAll({ from: first, direction: 'backwards', limit: 1 })) from = event.position;
  for await (const event of events.readAll({ from })) {
    if (event.position > last) break;
    if (wanted.has(event.position)) found.push(toRecorded(event));
  }
  return found;
}

async function retryRow(pool: Pool, view: AnyView, parked: ParkedRow, events: RecordedEvent[]): Promise<boolean> {
  const { key } = parked;
  const identity = [view.name, view.version, key];
  const table = new ViewTable(view);
  try {
    await inTransaction(pool, async (client) => {
      const rows = await table.load(client, [key]);
      const own: AnyView = { ...view, keys: () => [key] };
      const row = foldBatch(own, rows, events, new Set(), () => undefined).get(key) ?? null;
      const part = row ? table.upsert([{ ...row }], 1, 'true') : table.remove([key], 1, 'true');
      await client.query(part.text, part.values);
      await client.query('delete from platform.parked_events where view = $1 and version = $2 and key = $3', identity);
    });
    return true;
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error;
    await pool.query(
      'update platform.parked_events set attempts = attempts + 1 where view = $1 and version = $2 and key = $3',
      identity,
    );
    return false;
  }
}
