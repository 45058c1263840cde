import type { ExpectedRevision } from '../event-store';
import type { EncodedEvent } from '../encode-append';
import { EXPECT_ANY, EXPECT_NO_STREAM, EXPECT_STREAM_EXISTS } from './schema';

/** An append that waits for its turn. */
export interface QueuedAppend {
  streamId: string;
  expected: ExpectedRevision;
  events: EncodedEvent[];
}

/** Several appends as the columns of one call of the SQL function. Indexes are 1-based, as in SQL. */
export interface FlushPlan {
  /** The streams concerned, each once. */
  streams: string[];
  /** Per stream: the revision at which all of its appends succeed, null when all do at any, or IMPOSSIBLE. */
  assumed: (bigint | null)[];
  appendStream: number[];
  expected: bigint[];
  counts: number[];
  /** Per event: which stream, and its place among the flush's events of that stream. */
  eventStream: number[];
  eventOffset: number[];
  names: string[];
  events: EncodedEvent[];
}

/** No stream is at it, so the database has to judge the appends one by one. */
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

/** What the stream's revision before the flush has to be, given one more expectation `offset` events into it. */
function assume(assumed: bigint | null, code: bigint, offset: number): bigint | null {
  if (code === EXPECT_ANY) return assumed;
  const needed = code === EXPECT_STREAM_EXISTS ? IMPOSSIBLE : code - BigInt(offset);
  if (needed < EXPECT_NO_STREAM || (assumed !== null && assumed !== needed)) return IMPOSSIBLE;
  return needed;
}
