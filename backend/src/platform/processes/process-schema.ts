/** The processes that shared one checkpoint, before each had its own. A process that is not listed begins at the start. */
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

/** Tables of processes and their jobs. Altered only where something is missing: an alteration waits for all who write. */
export const PROCESS_STATEMENTS = `
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
create index if not exists jobs_claimable on platform.jobs (queue, run_at, id) where state = 'queued';
create index if not exists jobs_waiting on platform.jobs (queue, owner_id, run_at, id) where state = 'queued';
create index if not exists jobs_running on platform.jobs (queue, owner_id) where state = 'running';
create index if not exists jobs_finished on platform.jobs (finished_at) where state in ('done', 'dead');
`;
