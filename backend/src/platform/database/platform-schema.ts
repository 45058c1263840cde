import type { Pool } from 'pg';
import { LOG_LINE_STATEMENTS } from '../observability/log-lines/log-line-schema';
import { PROCESS_STATEMENTS } from '../processes/process-schema';
import { STUCK_STATEMENTS } from '../stuck/stuck-schema';

const LOCK = 7_104_001;

const STATEMENTS = `
create schema if not exists platform;
create schema if not exists views;
create table if not exists platform.view_checkpoints (
  name text not null, version integer not null, position text not null, updated_at timestamptz not null default now(),
  primary key (name, version));
alter table platform.view_checkpoints alter column position drop not null;
alter table platform.view_checkpoints add column if not exists generation integer not null default 0;
alter table platform.view_checkpoints add column if not exists stopped_at text;
alter table platform.view_checkpoints add column if not exists stopped_reason text;
alter table platform.view_checkpoints add column if not exists stopped_since timestamptz;
create table if not exists platform.parked_events (
  view text not null, version integer not null, key text not null, position text not null, event_id uuid not null,
  error text not null, attempts integer not null default 1, parked_at timestamptz not null default now(),
  primary key (view, version, key, position));
create table if not exists platform.leaderships (
  name text primary key, holder text not null, term bigint not null, expires_at timestamptz not null,
  unique (name, term));
${PROCESS_STATEMENTS}
${STUCK_STATEMENTS}
${LOG_LINE_STATEMENTS}`;

/** Tables that are no views: leases, checkpoints and jobs. Safe to run again, and by several nodes at once. */
export async function ensurePlatformSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(STATEMENTS);
    await client.query('commit');
  } finally {
    client.release();
  }
}
