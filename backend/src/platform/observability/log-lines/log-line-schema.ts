/** No truth: it may be emptied at any time, and backups leave it out. */
export const LOG_LINE_STATEMENTS = `
create table if not exists platform.log_lines (
  source uuid not null, number bigint not null, correlation_id text not null, at timestamptz not null,
  level text not null, message text not null, fields jsonb, bytes integer not null,
  primary key (source, number));
create index if not exists log_lines_of_request on platform.log_lines (correlation_id, at);
create index if not exists log_lines_by_age on platform.log_lines (at);`;
