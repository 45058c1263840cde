import type { Pool, PoolClient } from 'pg';
import { isRefusedData } from '../database/refused-data';
import { inTransaction } from '../database/transaction';
import { proveTenure, type Tenure } from '../database/tenure';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position } from '../event-store/event-store';
import { NO_KEY } from './poison-event';
import type { AnyView } from './view';
import { ViewTable } from './view-table';

/** A leader that took over has to serve soon; what is left is tried first the next time. */
const BUDGET_MS = 2_000;
const PAGE = 200;

/** The row cannot be made yet. */
class StillParked extends Error {}

interface ParkedRow {
  view: string;
  version: number;
  key: string;
}

interface RetryOptions {
  pool: Pool;
  events: EventStore;
  views: readonly AnyView[];
  tenure: Tenure;
  log: { info(message: string): void };
}

/**
 * Folds the parked events again, row by row, in their order: a new release may know what to do with them. A row whose
 * events still cannot be folded stays parked. To be called before the views' writer learns what is parked. Events of
 * which not even the rows are known stay until the view is built anew, since later events of those rows are folded.
 */
export async function retryParked(options: RetryOptions): Promise<void> {
  const { pool, views, log } = options;
  const began = performance.now();
  const { rows } = await pool.query<ParkedRow>(
    `select view, version, key from platform.parked_events where key <> $1
     group by view, version, key order by max(attempts), min(position)`,
    [NO_KEY],
  );
  for (const [tried, parked] of rows.entries()) {
    const view = views.find(({ name, version }) => name === parked.view && version === parked.version);
    if (!view) continue;
    if (performance.now() - began > BUDGET_MS) {
      log.info(
        `${rows.length - tried} parked rows are left for the next time; \`npm run views -- --switch\` builds all.`,
      );
      return;
    }
    if (await retryRow(options, view, parked))
      log.info(`${view.name}: the parked row ${parked.key} is up to date again.`);
  }
}

async function retryRow({ pool, events, tenure }: RetryOptions, view: AnyView, parked: ParkedRow): Promise<boolean> {
  const identity = [parked.view, parked.version, parked.key];
  const table = new ViewTable(view);
  try {
    await inTransaction(pool, async (client) => {
      await proveTenure(client, tenure);
      // Folding may read the log for longer than a transaction may idle otherwise.
      await client.query('set local idle_in_transaction_session_timeout = 60000');
      let row: object | null = (await table.load(client, [parked.key])).get(parked.key) ?? null;
      for await (const position of positionsOf(client, identity)) {
        const event = await readAt(events, position);
        row = attempt(() => view.evolve(row, event, parked.key));
      }
      const values = row && attempt(() => table.encode(row));
      const part = values ? table.upsert([values], 1, 'true') : table.remove([parked.key], 1, 'true');
      await client.query(part.text, part.values);
      await client.query('delete from platform.parked_events where view = $1 and version = $2 and key = $3', identity);
    });
    return true;
  } catch (error) {
    if (!(error instanceof StillParked) && !isRefusedData(error)) throw error;
    await pool.query(
      'update platform.parked_events set attempts = attempts + 1 where view = $1 and version = $2 and key = $3',
      identity,
    );
    return false;
  }
}

/** What the view throws is no reason to stop. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StillParked(undefined, { cause: error });
  }
}

/** In the log's order. */
async function* positionsOf(client: PoolClient, identity: readonly unknown[]): AsyncGenerator<Position> {
  for (let after = ''; ;) {
    const { rows } = await client.query<{ position: Position }>(
      `select position from platform.parked_events where view = $1 and version = $2 and key = $3 and position > $4
       order by position limit ${PAGE}`,
      [...identity, after],
    );
    for (const { position } of rows) yield position;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.position;
  }
}

/** Reading backwards from the event tells the place before it, which reading forwards has to start from. */
async function readAt(events: EventStore, position: Position): Promise<RecordedEvent> {
  let from: Position | 'start' = 'start';
  for await (const before of events.readAll({ from: position, direction: 'backwards', limit: 1 }))
    from = before.position;
  for await (const event of events.readAll({ from, limit: 1 })) {
    if (event.position === position) return toRecorded(event);
  }
  throw new StillParked(`The log has nothing at ${position}.`);
}
