import { REBUILD_STATEMENTS } from './views/view-rebuilds';
import type { Pool } from 'pg';
import { STUCK_AT_ATTEMPT } from './reactors/job-table';

/** The log lines can be lost without harm: the table may be emptied at any time, and backups omit it. */
const LOG_LINE_STATEMENTS = `
create table if not exists platform.log_lines (
  source uuid not null, number bigint not null, correlation_id text not null, at timestamptz not null,
  level text not null, message text not null, fields jsonb, bytes integer not null,
  primary key (source, number));
create index if not exists log_lines_of_request on platform.log_lines (correlation_id, at);
create index if not exists log_lines_by_age on platform.log_lines (at);`;

/** Reactors that shared one checkpoint in earlier releases. Any other reactor begins at the log's start. */
const SHARED_ONE_CHECKPOINT = [
  'grant-on-registration',
  'queue-image-job',
  'queue-video-job',
  'close-paid-work',
  'expire-reservation',
  'settle-text',
];

const column = (table: string, name: string, type: string): string => `
do $$ begin
  if not exists (select from information_schema.columns
                 where table_schema = 'platform' and table_name = '${table}' and column_name = '${name}')
  then alter table platform.${table} add column ${name} ${type}; end if;
end $$;`;

/**
 * Tables of reactors and their jobs. Altered only if something is missing, since an alteration waits for all writers.
 */
const PROCESS_STATEMENTS = `
create table if not exists platform.process_checkpoints (
  name text primary key, position text, updated_at timestamptz not null default now());
do $$ begin
  if exists (select from information_schema.columns where table_schema = 'platform'
             and table_name = 'process_checkpoints' and column_name = 'position' and is_nullable = 'NO')
  then alter table platform.process_checkpoints alter column position drop not null; end if;
end $$;
insert into platform.process_checkpoints (name, position)
  select own, shared.position from platform.process_checkpoints shared
  cross join unnest(array['${SHARED_ONE_CHECKPOINT.join("', '")}']) own where shared.name = 'processes'
  on conflict do nothing;
create table if not exists platform.parked_reactions (
  process text not null, position text not null, event_id text not null, error text not null,
  attempts integer not null default 1, parked_at timestamptz not null default now(),
  primary key (process, position));
create table if not exists platform.jobs (
  id bigint generated always as identity primary key,
  queue text not null, dedup_key text not null, owner_id text not null, payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'dead')),
  attempts integer not null default 0, run_at timestamptz not null default now(),
  leased_by text, lease_until timestamptz, last_error text,
  correlation_id text not null, causation_id text not null,
  created_at timestamptz not null default now(), finished_at timestamptz,
  unique (queue, dedup_key));
${column('jobs', 'process', 'text')}
${column('jobs', 'position', 'text')}
${column('jobs', 'deaths', 'integer not null default 0')}
${column('jobs', 'failed_calls', 'integer not null default 0')}
${column('jobs', 'failed_at', 'timestamptz')}
${column('jobs', 'next_call_at', 'timestamptz')}
create index if not exists jobs_claimable on platform.jobs (queue, run_at, id) where state = 'queued';
create index if not exists jobs_waiting on platform.jobs (queue, owner_id, run_at, id) where state = 'queued';
create index if not exists jobs_running on platform.jobs (queue, owner_id) where state = 'running';
create index if not exists jobs_of_work on platform.jobs (dedup_key) where state in ('queued', 'running');
create index if not exists jobs_finished on platform.jobs (finished_at) where state in ('done', 'dead');
`;

/** Channel that is notified when work gets stuck, is retried, or is no longer stuck. */
export const STUCK_CHANNEL = 'stuck_work';

const TABLES: readonly { table: string; events: string; when?: string }[] = [
  { table: 'parked_reactions', events: 'insert or update or delete' },
  { table: 'parked_events', events: 'insert or update or delete' },
  { table: 'view_checkpoints', events: 'update', when: 'old.stopped_at is distinct from new.stopped_at' },
  { table: 'jobs', events: 'update', when: `(old.state = 'dead') <> (new.state = 'dead')` },
  { table: 'jobs', events: 'delete', when: `old.state = 'dead'` },
  // A job that keeps failing counts as stuck after a certain number of attempts, until it is done.
  {
    table: 'jobs',
    events: 'update of attempts',
    when: `(old.attempts >= ${STUCK_AT_ATTEMPT}) <> (new.attempts >= ${STUCK_AT_ATTEMPT})`,
  },
  { table: 'jobs', events: 'update of state', when: `old.attempts >= ${STUCK_AT_ATTEMPT} and new.state = 'done'` },
];

const trigger = ({ table, events, when = 'true' }: (typeof TABLES)[number]): string => {
  const name = `tell_stuck_${events.replaceAll(' ', '_')}`;
  return `
do $$ begin
  if not exists (select from pg_trigger where tgname = '${name}' and tgrelid = 'platform.${table}'::regclass)
  then create trigger ${name} after ${events} on platform.${table}
       for each row when (${when}) execute function platform.tell_stuck(); end if;
end $$;`;
};

/**
 * Notifications come from triggers, since these tables have many writers: views, reactors and jobs of all nodes, and
 * tools.
 */
const STUCK_STATEMENTS = `
create or replace function platform.tell_stuck() returns trigger language plpgsql as $$
begin
  perform pg_notify('${STUCK_CHANNEL}', '');
  return null;
end $$;
${TABLES.map(trigger).join('')}`;

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
${REBUILD_STATEMENTS}
${PROCESS_STATEMENTS}
${STUCK_STATEMENTS}
${LOG_LINE_STATEMENTS}`;

/**
 * Creates the tables that are not views: leases, checkpoints and jobs. May be repeated, and may run on several nodes at
 * once.
 */
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
