import type { Pool } from 'pg';
import { toStoreError } from './store-error';

/** Advisory lock that serialises appends, deletions and schema changes in the whole database. */
const APPEND_LOCK = 7_235_018_411;

/** Codes for expected revisions and outcomes in the append function. */
export const EXPECT_NO_STREAM = -1n;
export const EXPECT_ANY = -2n;
export const EXPECT_STREAM_EXISTS = -4n;
export const APPENDED = 0;
export const REPEATED = 1;
export const REFUSED = 2;
/** The append expected `stream_exists`, but the stream is deleted. */
export const DELETED = 3;

/** Its payload is the position of the newest event, a blank, and the appender's origin. */
export const NOTIFY_CHANNEL = 'event_store';

const tables = `
create schema if not exists event_store;

-- Rows are never deleted: the next position is the highest one plus one.
create table if not exists event_store.events (
  position bigint primary key,
  stream_id text collate "C" not null,
  revision bigint not null,
  event_id uuid not null,
  type text collate "C" not null,
  -- json, not jsonb: keeps \\u0000, lone surrogates (as escapes) and every digit of a number.
  data json not null,
  metadata json,
  created timestamptz not null,
  constraint events_stream_revision unique (stream_id, revision),
  constraint events_stream_event_id unique (stream_id, event_id)
);

-- Only streams with metadata or a past deletion have a row.
create table if not exists event_store.streams (
  stream_id text collate "C" primary key,
  deleted_through bigint,
  truncate_before bigint,
  max_count bigint,
  max_age_seconds double precision
);`;

/**
 * Finds an append that was already made, and returns the revision and the position of its last event, like the original
 * append. An exact (or no_stream) expectation must equal the original one.
 */
const repeatedFunction = `
create or replace function event_store.repeated(p_stream text, p_expected bigint, p_ids uuid[])
returns table (last_revision bigint, last_position bigint) language sql stable as $$
  select max(e.revision), max(e.position)
  from unnest(p_ids) with ordinality as given(id, ord)
  join event_store.events e on e.stream_id = p_stream and e.event_id = given.id
  having count(*) = cardinality(p_ids)
    and min(e.revision - given.ord) = max(e.revision - given.ord)
    and (p_expected in (${EXPECT_ANY}, ${EXPECT_STREAM_EXISTS}) or min(e.revision) = p_expected + 1
      or (p_expected = ${EXPECT_NO_STREAM} and min(e.revision) =
        (select s.deleted_through + 1 from event_store.streams s where s.stream_id = p_stream)))
$$;`;

/**
 * Makes a list of appends, in order. Each has its own expectation, which is checked after the earlier appends, and its
 * own outcome.
 * Positions are gapless and in commit order, because the lock is held until the commit is visible to all, and a call
 * that is rolled back uses no positions.
 * p_assumed has the revision that each stream must have for all its appends to succeed (null: any; see flush.ts). If
 * all of these match, which is nearly always the case, the events are inserted at once and the outcomes stay null.
 * Otherwise the appends are decided one by one.
 * If the expectation holds but the stream already has one of the ids, the unique constraint fails the whole call. The
 * caller then repeats the appends one at a time with p_careful, which checks the ids before the insert.
 */
const appendFunction = `
create or replace function event_store.append(
  p_origin text, p_careful boolean,
  p_streams text[], p_assumed bigint[],
  p_append_stream int[], p_expected bigint[], p_counts int[],
  p_event_stream int[], p_event_offset int[],
  p_names text[], p_ids uuid[], p_types text[], p_data text[], p_metadata text[],
  out first_position bigint, out created timestamptz, out current bigint[],
  out outcomes int[], out revisions bigint[], out positions bigint[]
) language plpgsql as $$
declare
  last_position bigint;
  event_revisions bigint[];
  event_positions bigint[];
  event_ix int := 0;
  s int;
  rev bigint;
  expected bigint;
  accepted boolean;
  gone boolean;
  known record;
begin
  perform pg_advisory_xact_lock(${APPEND_LOCK});
  created := clock_timestamp();
  select
    coalesce((select e.position from event_store.events e order by e.position desc limit 1), 0),
    array(
      select coalesce(
        (select e.revision from event_store.events e where e.stream_id = given.id order by e.revision desc limit 1), -1)
      from unnest(p_streams) with ordinality as given(id, ord) order by given.ord)
    into last_position, current;
  first_position := last_position + 1;

  accepted := current = p_assumed and not p_careful;
  if not accepted and not p_careful and array_position(p_assumed, null) > 0 then
    accepted := not exists (select from unnest(current, p_assumed) as t(found_at, assumed) where t.found_at <> t.assumed);
  end if;
  if accepted then
    insert into event_store.events (position, stream_id, revision, event_id, type, data, metadata, created)
    select last_position + e.ord, e.stream_id, current[e.stream_ix] + e.in_stream, e.id, e.type,
      e.data::json, e.metadata::json, append.created
    from unnest(p_names, p_event_stream, p_event_offset, p_ids, p_types, p_data, p_metadata)
      with ordinality as e(stream_id, stream_ix, in_stream, id, type, data, metadata, ord);
    perform pg_notify('${NOTIFY_CHANNEL}', (last_position + cardinality(p_ids))::text || ' ' || p_origin);
    return;
  end if;

  -- Filled from the first element on: an array that begins at a later one would slide in unnest.
  event_revisions := array_fill(null::bigint, array[cardinality(p_ids)]);
  event_positions := event_revisions;
  positions := array_fill(null::bigint, array[cardinality(p_append_stream)]);
  for i in 1 .. cardinality(p_append_stream) loop
    s := p_append_stream[i];
    rev := current[s];
    expected := p_expected[i];
    gone := rev >= 0 and expected in (${EXPECT_NO_STREAM}, ${EXPECT_STREAM_EXISTS}) and exists (
      select from event_store.streams st where st.stream_id = p_streams[s] and st.deleted_through >= rev);
    accepted := case
      when expected = rev or expected = ${EXPECT_ANY} then true
      when expected = ${EXPECT_NO_STREAM} then gone
      when expected = ${EXPECT_STREAM_EXISTS} then rev >= 0 and not gone
      else false
    end;
    if accepted and p_careful then
      accepted := not exists (
        select from event_store.events e where e.stream_id = p_streams[s] and e.event_id = any (p_ids));
    end if;
    if accepted then
      for k in 1 .. p_counts[i] loop
        event_revisions[event_ix + k] := rev + k;
        event_positions[event_ix + k] := last_position + k;
      end loop;
      rev := rev + p_counts[i];
      last_position := last_position + p_counts[i];
      current[s] := rev;
    end if;
    positions[i] := last_position;
    outcomes[i] := case
      when accepted then ${APPENDED}
      when gone and expected = ${EXPECT_STREAM_EXISTS} then ${DELETED}
      else ${REFUSED}
    end;
    revisions[i] := rev;
    event_ix := event_ix + p_counts[i];
  end loop;

  if last_position >= first_position then
    insert into event_store.events (position, stream_id, revision, event_id, type, data, metadata, created)
    select e.position, e.stream_id, e.revision, e.id, e.type, e.data::json, e.metadata::json, append.created
    from unnest(event_positions, p_names, event_revisions, p_ids, p_types, p_data, p_metadata)
      as e(position, stream_id, revision, id, type, data, metadata)
    where e.position is not null;
    perform pg_notify('${NOTIFY_CHANNEL}', last_position::text || ' ' || p_origin);
  end if;

  event_ix := 0;
  for i in 1 .. cardinality(outcomes) loop
    if outcomes[i] = ${REFUSED} then
      select * into known from event_store.repeated(
        p_streams[p_append_stream[i]], p_expected[i], p_ids[event_ix + 1 : event_ix + p_counts[i]]) as r
      -- Not what a later append of this call put there.
      where r.last_position <= positions[i];
      if found then
        outcomes[i] := ${REPEATED};
        revisions[i] := known.last_revision;
        positions[i] := known.last_position;
      end if;
    end if;
    event_ix := event_ix + p_counts[i];
  end loop;
end $$;`;

/**
 * Appends one event, as most commands do, in half the time. Returns null when the expectation does not hold; the caller
 * then uses the function above, which determines the reason.
 */
const appendOneFunction = `
create or replace function event_store.append_one(
  p_origin text, p_stream text, p_expected bigint, p_id uuid, p_type text, p_data text, p_metadata text
) returns text language plpgsql as $$
declare
  at timestamptz;
  new_position bigint;
  new_revision bigint;
begin
  perform pg_advisory_xact_lock(${APPEND_LOCK});
  at := clock_timestamp();
  select
    coalesce((select e.position from event_store.events e order by e.position desc limit 1), 0) + 1,
    coalesce(
      (select e.revision from event_store.events e where e.stream_id = p_stream order by e.revision desc limit 1), -1) + 1
    into new_position, new_revision;
  if new_revision - 1 <> p_expected and p_expected <> ${EXPECT_ANY} then
    return null;
  end if;
  insert into event_store.events (position, stream_id, revision, event_id, type, data, metadata, created)
  values (new_position, p_stream, new_revision, p_id, p_type, p_data::json, p_metadata::json, at);
  perform pg_notify('${NOTIFY_CHANNEL}', new_position::text || ' ' || p_origin);
  return new_position::text || ' ' || new_revision::text || ' ' || at::text;
end $$;`;

/** Soft delete: hides the existing events; a later append continues the revisions. Returns the stream's revision. */
const deleteFunction = `
create or replace function event_store.delete_stream(
  p_stream text, p_expected bigint, out deleted boolean, out revision bigint
) language plpgsql as $$
declare
  gone boolean;
begin
  perform pg_advisory_xact_lock(${APPEND_LOCK});
  select coalesce(max(e.revision), -1) into revision from event_store.events e where e.stream_id = p_stream;
  gone := revision < 0 or exists (
    select from event_store.streams s where s.stream_id = p_stream and s.deleted_through >= delete_stream.revision);
  deleted := case p_expected
    when ${EXPECT_ANY} then true
    when ${EXPECT_NO_STREAM} then gone
    when ${EXPECT_STREAM_EXISTS} then not gone
    else p_expected = revision
  end;
  if deleted and revision >= 0 then
    insert into event_store.streams (stream_id, deleted_through) values (p_stream, delete_stream.revision)
    on conflict (stream_id) do update set deleted_through = excluded.deleted_through;
  end if;
end $$;`;

/** Runs as one implicit transaction. May be repeated, and may run on several starting nodes at once. */
export const schemaSql = `
select pg_advisory_xact_lock(${APPEND_LOCK});
${tables}
${repeatedFunction}
${appendFunction}
${appendOneFunction}
${deleteFunction}`;

/** Creates missing tables and functions of the store, in the SQL schema `event_store`. */
export async function ensureEventStoreSchema(pool: Pool): Promise<void> {
  try {
    await pool.query(schemaSql);
  } catch (error) {
    throw toStoreError(error);
  }
}
