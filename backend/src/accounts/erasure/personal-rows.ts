import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { invalidateCachedRows } from '../../eventsourcing/views/view-checkpoints';
import { inTransaction } from '../../infra/postgres/transaction';
import { ZAPS_QUEUE } from '../../money/zaps';
import { ERASE_QUEUE } from './erased-list';

/**
 * Views whose rows are kept: they fold only unencrypted events, which contain amounts and ids. In all other views, the
 * rows that name the owner are deleted; a rebuild would not restore them, since their events cannot be read.
 */
export const KEPT_VIEWS: readonly string[] = [
  'access_entry',
  'bill',
  'charge',
  'ledger_entry',
  'ledger_hour',
  'ledger_rollup',
  'open_hold',
  'payment',
  'project_cost',
  'purchase_return',
  'reconciliation',
  'refund_request',
  'signed_heads',
  'usage_event',
  'wallet_balance',
  'wallet_summary',
  'zap_transaction',
];
/** Queues whose jobs are kept: they contain only ids, and without them zaps would stay held. */
const KEPT_QUEUES = ['expire-reservation', ZAPS_QUEUE, ERASE_QUEUE];
const BATCH = 5_000;

/** Ids from a person's events, by which other tables refer to that person. */
export interface Traces {
  streams: Set<string>;
  eventIds: Set<string>;
  correlationIds: Set<string>;
  commandIds: Set<string>;
  publicationIds: Set<string>;
}

/** Collects the ids in an account's events, for which the store reads the whole log. */
export async function tracesOf(events: EventStore, ownerId: string, signal: AbortSignal): Promise<Traces> {
  const traces: Traces = {
    streams: new Set(),
    eventIds: new Set(),
    correlationIds: new Set(),
    commandIds: new Set(),
    publicationIds: new Set(),
  };
  for await (const { streamId, id, metadata, data } of events.readAll({ asStored: true, filter: { ownerId } })) {
    signal.throwIfAborted();
    if (metadata?.ownerId !== ownerId) continue;
    traces.streams.add(streamId);
    traces.eventIds.add(id);
    traces.correlationIds.add(String(metadata.correlationId));
    traces.commandIds.add(String(metadata.commandId));
    const { publicationId } = (data ?? {}) as { publicationId?: unknown };
    if (typeof publicationId === 'string') traces.publicationIds.add(publicationId);
  }
  return traces;
}

/**
 * Replaces the key in an account's password hash by random bytes, so that no password matches any more. The row stays for
 * `deleteSignIns`, which finds the account's e-mail address there.
 */
export async function lockPassword(pool: Pool, ownerId: string): Promise<void> {
  const key = randomBytes(32).toString('base64url');
  const sql = `update platform.credentials set password_hash = regexp_replace(password_hash, '[^$]*$', $2) where user_id = $1`;
  await pool.query(sql, [ownerId, key]);
}

/**
 * Deletes an account's sign-ins and everything stored under its e-mail address, since that address can be registered
 * again.
 */
export function deleteSignIns(pool: Pool, ownerId: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select email from platform.credentials where user_id = $1
       union select email from platform.identities where user_id = $1`,
      [ownerId],
    );
    for (const { email } of rows) {
      await client.query('delete from platform.known_clients where email = lower($1)', [email]);
      await client.query('delete from platform.attempts where strpos(key, lower($1)) > 0', [email]);
      await client.query(
        `delete from platform.log_lines where strpos(lower(message), lower($1)) > 0
           or strpos(lower(fields::text), lower($1)) > 0`,
        [email],
      );
    }
    for (const table of ['password_resets', 'email_changes', 'credentials', 'identities'])
      await client.query(`delete from platform.${table} where user_id = $1`, [ownerId]);
    await client.query(`delete from platform.sessions where sess -> 'user' ->> 'id' = $1`, [ownerId]);
  });
}

/** Deletes all rows that contain a person's data or have an id from the person's events. May be repeated. */
export async function deleteRows(pool: Pool, ownerId: string, traces: Traces): Promise<void> {
  const each = async (table: string, column: string, values: Iterable<string>) => {
    const all = [...values];
    for (let from = 0; from < all.length; from += BATCH) {
      const some = all.slice(from, from + BATCH);
      await pool.query(`delete from platform.${table} where ${column}::text = any($1)`, [some]);
    }
  };
  await each('snapshots', 'stream_id', traces.streams);
  await each('past_states', 'stream_id', traces.streams);
  await each('parked_events', 'event_id', traces.eventIds);
  await each('parked_reactions', 'event_id', traces.eventIds);
  await each('idempotency_keys', 'command_id', traces.commandIds);
  await each('log_lines', 'correlation_id', traces.correlationIds);
  // The table exists only in installations that have social platforms set up.
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('platform.social_publications') is not null as "isThere"`,
  );
  if (rows[0]?.isThere) await each('social_publications', 'key', traces.publicationIds);
  for (const table of ['sandbox_publications', 'statistics_reads'])
    await pool.query(`delete from platform.${table} where owner_id = $1`, [ownerId]);
  await pool.query(`delete from platform.log_lines where strpos(message, $1) > 0 or strpos(fields::text, $1) > 0`, [
    ownerId,
  ]);
  await pool.query('delete from platform.jobs where owner_id = $1 and queue <> all($2)', [ownerId, KEPT_QUEUES]);
  await deleteViewRows(pool, ownerId);
}

/** Deletes an owner's rows from all views, including the tables of other releases, which are kept for a while. */
async function deleteViewRows(pool: Pool, ownerId: string): Promise<void> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = $1 and column_name in ('user_id', 'owner_id') order by 1`,
    [VIEWS_SCHEMA],
  );
  const runs = rows.filter(({ table }) => viewOf(table) === 'run');
  for (const { table } of await tablesOf(pool, 'prediction'))
    for (const run of runs)
      await deleteFrom(
        pool,
        table,
        `job_id in (select id::text from ${VIEWS_SCHEMA}."${run.table}" where ${run.column}::text = $1)`,
        ownerId,
      );
  for (const { table, column } of rows)
    if (!KEPT_VIEWS.includes(viewOf(table))) await deleteFrom(pool, table, `${column}::text = $1`, ownerId);
}

const viewOf = (table: string): string => table.replace(/_v\d+$/, '');

async function tablesOf(pool: Pool, view: string): Promise<{ table: string }[]> {
  const { rows } = await pool.query<{ table: string }>(
    'select table_name as table from information_schema.tables where table_schema = $1',
    [VIEWS_SCHEMA],
  );
  return rows.filter(({ table }) => viewOf(table) === view);
}

/**
 * Deletes rows of a view, taking locks in the same order as the views' writers. The new generation makes the leader
 * drop its cached rows.
 */
const deleteFrom = (pool: Pool, table: string, where: string, ownerId: string): Promise<void> =>
  inTransaction(pool, async (client: PoolClient) => {
    await client.query(`lock table ${VIEWS_SCHEMA}."${table}" in row exclusive mode`);
    await invalidateCachedRows(client, table);
    await client.query(`delete from ${VIEWS_SCHEMA}."${table}" where ${where}`, [ownerId]);
  });
