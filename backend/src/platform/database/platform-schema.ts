import type { Pool } from 'pg';

const LOCK = 7_104_001;

const STATEMENTS = `
create schema if not exists platform;
create schema if not exists views;
create table if not exists platform.view_checkpoints (
  name text not null, version integer not null, position text not null, updated_at timestamptz not null default now(),
  primary key (name, version));
alter table platform.view_checkpoints alter column position drop not null;
alter table platform.view_checkpoints add column if not exists generation integer not null default 0;
create table if not exists platform.parked_events (
  view text not null, version integer not null, key text not null, position text not null, event_id uuid not null,
  error text not null, attempts integer not null default 1, parked_at timestamptz not null default now(),
  primary key (view, version, key, position));
create table if not exists platform.process_checkpoints (
  name text primary key, position text not null, updated_at timestamptz not null default now());
create table if not exists platform.jobs (
  id bigint generated always as identity primary key,
  queue text not null, dedup_key text not null, owner_id text not null, payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'dead')),
  attempts integer not null default 0, run_at timestamptz not null default now(),
  leased_by text, lease_until timestamptz, last_error text,
  correlation_id text not null, causation_id text not null,
  created_at timestamptz not null default now(), finished_at timestamptz,
  unique (queue, dedup_key));
create index if not exists jobs_claimable on platform.jobs (queue, run_at, id) where state = 'queued';
create index if not exists jobs_running on platform.jobs (queue, owner_id) where state = 'running';
`;

/** Tables that are no views: checkpoints and jobs. Safe to run again, and by several nodes at once. */
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
