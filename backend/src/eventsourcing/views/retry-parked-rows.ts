import type { Pool, PoolClient } from 'pg';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { inTransaction } from '../../infra/postgres/transaction';
import { proveLeaderTerm, type LeaderTerm } from '../../infra/postgres/leader-term';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import { readable } from '../domain/upcast';
import { toError } from '../../lib/errors';
import { toolCommand } from '../../lib/tool-command';
import { eventAt } from '../event-store/event-store';
import type { EventStore, Position } from '../event-store/event-store';
import { NO_KEY } from './poison-event';
import type { AnyView } from './view';
import { invalidateCachedRows } from './view-checkpoints';
import { ViewTable } from './view-table';

/** Time limit of retries, since a new leader has to serve soon. The remaining rows are retried first the next time. */
const BUDGET_MS = 2_000;
const PAGE = 200;

/** Thrown when a row still cannot be folded. */
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
  leaderTerm: LeaderTerm;
  log: { info(message: string): void };
}

/**
 * Retries parked events, row by row and in order, since a new release may be able to fold them. A row whose events
 * still fail stays parked. Call this before the views' writer reads the parked keys. Events whose rows are unknown stay
 * parked until the view is rebuilt, since later events of those rows have already been folded.
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
        `${rows.length - tried} parked rows are left for the next time; \`${toolCommand('views', '--switch')}\` builds all.`,
      );
      return;
    }
    const writer = (client: PoolClient) => proveLeaderTerm(client, options.leaderTerm);
    if ((await retryRow(options, view, parked.key, writer)) === null)
      log.info(`${view.name}: the parked row ${parked.key} is up to date again.`);
  }
}

/**
 * Retries one parked row, even while a leader writes to its table. Returns null when the row is up to date again,
 * undefined when it was not parked.
 */
export async function retryParkedRow(
  { pool, events, view }: Pick<RetryOptions, 'pool' | 'events'> & { view: AnyView },
  key: string,
): Promise<Error | null | undefined> {
  const { rowCount } = await pool.query(
    'select from platform.parked_events where view = $1 and version = $2 and key = $3 limit 1',
    [view.name, view.version, key],
  );
  if (rowCount === 0) return undefined;
  const { qualified, name } = new ViewTable(view);
  return retryRow({ pool, events }, view, key, async (client) => {
    // Takes locks in the same order as the writers.
    await client.query(`lock table ${qualified} in row exclusive mode`);
    await invalidateCachedRows(client, name);
  });
}

/** @param holdOthers keeps other writers from changing the row until the transaction ends */
async function retryRow(
  { pool, events }: Pick<RetryOptions, 'pool' | 'events'>,
  view: AnyView,
  key: string,
  holdOthers: (client: PoolClient) => Promise<void>,
): Promise<Error | null> {
  const identity = [view.name, view.version, key];
  const table = new ViewTable(view);
  try {
    await inTransaction(pool, async (client) => {
      await holdOthers(client);
      // Reading the log may exceed the usual idle-in-transaction timeout.
      await client.query('set local idle_in_transaction_session_timeout = 60000');
      let row: object | null = (await table.load(client, [key])).get(key) ?? null;
      for await (const position of positionsOf(client, identity)) {
        const event = await readAt(events, position);
        row = attempt(() => view.evolve(row, event, key));
      }
      const values = row && attempt(() => table.encode(row));
      const part = values ? table.upsert([values], 1, 'true') : table.remove([key], 1, 'true');
      await client.query(part.text, part.values);
      await client.query('delete from platform.parked_events where view = $1 and version = $2 and key = $3', identity);
    });
    return null;
  } catch (error) {
    if (!(error instanceof StillParked) && !isRefusedData(error)) throw error;
    await pool.query(
      'update platform.parked_events set attempts = attempts + 1 where view = $1 and version = $2 and key = $3',
      identity,
    );
    return error;
  }
}

/** Converts the view's errors to StillParked, so that other rows continue. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StillParked(toError(error).message, { cause: error });
  }
}

/** Yields positions in log order. */
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

async function readAt(events: EventStore, position: Position): Promise<RecordedEvent> {
  const event = await eventAt(events, position);
  if (!event) throw new StillParked(`The log has no event at ${position}.`);
  return attempt(() => readable(toRecorded(event)));
}
