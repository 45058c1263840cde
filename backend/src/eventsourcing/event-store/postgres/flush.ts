import { types } from 'pg';
import { z } from 'zod';
import type { EncodedEvent } from '../encode-append';
import type { ExpectedRevision } from '../event-store';
import { APPENDED, DELETED, EXPECT_ANY, EXPECT_NO_STREAM, EXPECT_STREAM_EXISTS, REFUSED, REPEATED } from './schema';

/** An append waiting to be flushed. */
export interface QueuedAppend {
  streamId: string;
  expected: ExpectedRevision;
  events: EncodedEvent[];
}

/** Several appends as the columns of one call of the SQL function. Indexes are 1-based, as in SQL. */
interface FlushPlan {
  /** Distinct stream ids. */
  streams: string[];
  /**
   * For each stream: the revision at which all of its appends succeed; null if they succeed at any revision; or
   * IMPOSSIBLE.
   */
  assumed: (bigint | null)[];
  appendStream: number[];
  expected: bigint[];
  counts: number[];
  /**
   * For each event: the index of its stream. eventOffset is the event's place among the flush's events of that stream.
   */
  eventStream: number[];
  eventOffset: number[];
  names: string[];
  events: EncodedEvent[];
}

/** A revision that no stream has. The database then decides the appends one by one. */
export const IMPOSSIBLE = -9n;

export function expectationCode(expected: ExpectedRevision): bigint {
  if (expected === 'any') return EXPECT_ANY;
  if (expected === 'no_stream') return EXPECT_NO_STREAM;
  return expected === 'stream_exists' ? EXPECT_STREAM_EXISTS : expected;
}

export function planFlush(appends: readonly QueuedAppend[]): FlushPlan {
  const plan: FlushPlan = {
    streams: [],
    assumed: [],
    appendStream: [],
    expected: [],
    counts: [],
    eventStream: [],
    eventOffset: [],
    names: [],
    events: [],
  };
  const indexes = new Map<string, number>();
  const offsets: number[] = [];
  for (const { streamId, expected, events } of appends) {
    let index = indexes.get(streamId);
    if (index === undefined) {
      index = plan.streams.push(streamId) - 1;
      indexes.set(streamId, index);
      plan.assumed.push(null);
      offsets.push(0);
    }
    let offset = offsets[index] ?? 0;
    const code = expectationCode(expected);
    plan.assumed[index] = assume(plan.assumed[index] ?? null, code, offset);
    plan.appendStream.push(index + 1);
    plan.expected.push(code);
    plan.counts.push(events.length);
    for (const event of events) {
      offset += 1;
      plan.eventStream.push(index + 1);
      plan.eventOffset.push(offset);
      plan.names.push(streamId);
      plan.events.push(event);
    }
    offsets[index] = offset;
  }
  return plan;
}

/**
 * Returns the revision that the stream must have before the flush, given an append with this expectation after `offset`
 * events of the flush.
 */
function assume(assumed: bigint | null, code: bigint, offset: number): bigint | null {
  if (code === EXPECT_ANY) return assumed;
  const needed = code === EXPECT_STREAM_EXISTS ? IMPOSSIBLE : code - BigInt(offset);
  if (needed < EXPECT_NO_STREAM || (assumed !== null && assumed !== needed)) return IMPOSSIBLE;
  return needed;
}

/** The result of one append. */
export interface AppendOutcome {
  kind: typeof APPENDED | typeof REPEATED | typeof REFUSED | typeof DELETED;
  /** Revision of the append's last event; if rejected, that of the stream's last event (-1: none). */
  revision: bigint;
  /** Position of the append's last event; if rejected, that of an earlier event. */
  position: bigint;
}
export interface FlushOutcome {
  created: Date;
  /** Outcomes in the order of the plan's appends. */
  appends: AppendOutcome[];
}

const bigints = z.array(z.string()).transform((texts) => texts.map(BigInt));
/** The append function's result row as pg returns it. */
export const appendRow = z.object({
  first_position: z.string().transform(BigInt),
  created: z.date(),
  current: bigints,
  outcomes: z.array(z.literal([APPENDED, REPEATED, REFUSED, DELETED])).nullable(),
  revisions: bigints.nullable(),
  positions: bigints.nullable(),
});
export type AppendRow = z.infer<typeof appendRow>;

export function readOutcome(plan: FlushPlan, row: AppendRow): FlushOutcome {
  const { created, outcomes, revisions, positions } = row;
  if (outcomes) {
    const appends = outcomes.map((kind, index) => {
      return { kind, revision: revisions?.[index] ?? -1n, position: positions?.[index] ?? 0n };
    });
    return { created, appends };
  }
  let last = row.first_position - 1n;
  const current = [...row.current];
  const appends = plan.appendStream.map((stream, index): AppendOutcome => {
    const count = BigInt(plan.counts[index] ?? 0);
    const revision = (current[stream - 1] ?? -1n) + count;
    current[stream - 1] = revision;
    last += count;
    return { kind: APPENDED, revision, position: last };
  });
  return { created, appends };
}

/** Parses times as pg does, so that a cached event equals the one in the table. */
const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** @param answer the function's result for one event: position, revision and time */
export function readOneOutcome(answer: string): FlushOutcome {
  const [position = '', revision = ''] = answer.split(' ', 2);
  const created = toDate(answer.slice(position.length + revision.length + 2));
  return { created, appends: [{ kind: APPENDED, revision: BigInt(revision), position: BigInt(position) }] };
}
