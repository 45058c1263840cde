import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store';
import { ensureEventStoreSchema } from '../eventsourcing/event-store/postgres/schema';
import { PostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store';
import { benchPool, closePool } from './bench-pool';

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The same measurement on the bare database, in alternating rounds. */
  baseline: number;
  /** Relative performance, higher is better: value / baseline for rates, baseline / value for times. */
  ratio: number;
  /** Target ratio. */
  aim?: number;
}

interface BenchOptions {
  rounds?: number;
  roundMs?: number;
  replayEvents?: number;
}
interface Measure {
  perSecond: number;
  p99Ms: number;
}

const event = {
  userId: 'u123',
  prompt: 'a cat sitting on a red chair, high detail, cinematic light',
  w: 1024,
  h: 1024,
  model: 'm-1',
  tags: ['a', 'b', 'c'],
};
const APPENDERS = [1, 8, 32, 128];
const aims: Record<number, number> = { 1: 0.6, 32: 1.2 };

/** Benchmarks appends against single-row INSERT commits on as many connections, and a replay against a plain SELECT. */
export async function benchAppends(databaseUrl: string, options: BenchOptions = {}): Promise<BenchRow[]> {
  const { rounds = 5, roundMs = 1000, replayEvents = 100_000 } = options;
  const pool = benchPool(databaseUrl, 8);
  const rawPool = benchPool(databaseUrl, Math.max(...APPENDERS));
  await ensureEventStoreSchema(pool);
  await pool.query(`create table if not exists bench_raw
    (id bigserial primary key, stream_id text, data json, created timestamptz default now())`);
  const store = new PostgresEventStore({ pool });
  try {
    const contenders = appendContenders(store, rawPool);
    const results = await inTurn(contenders, rounds, roundMs);
    return [...appendRows(results), await benchReplay(store, rawPool, replayEvents)];
  } finally {
    await store.close();
    await pool.query('drop table bench_raw');
    await Promise.all([closePool(pool), closePool(rawPool)]);
  }
}

interface Contender {
  name: string;
  workers: number;
  once: () => Promise<unknown>;
}

function appendContenders(store: EventStore, rawPool: Pool): Contender[] {
  const append = (stream: string, expected: 'any' | 'no_stream') =>
    store.append(stream, [{ id: randomUUID(), type: 'ImageJobQueued', data: event }], { expected });
  const insert = () => {
    const text = 'insert into bench_raw (stream_id, data) values ($1, $2)';
    return rawPool.query({ name: 'bench-raw', text, values: [`scene-${randomUUID()}`, JSON.stringify(event)] });
  };
  const hot = `hot-${randomUUID()}`;
  return [
    ...APPENDERS.flatMap((workers) => [
      { name: `raw ${workers}`, workers, once: insert },
      { name: `distinct ${workers}`, workers, once: () => append(`scene-${randomUUID()}`, 'no_stream') },
    ]),
    { name: 'hot 32', workers: 32, once: () => append(hot, 'any') },
  ];
}

/**
 * Runs the contenders alternately in short rounds, so that other load on the machine affects all of them; returns the
 * median round of each.
 */
async function inTurn(contenders: Contender[], rounds: number, roundMs: number): Promise<Map<string, Measure>> {
  const results = new Map<string, Measure[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const { name, workers, once } of contenders) {
      const measure = await measureRound(workers, roundMs, once);
      // The first round warms up.
      if (round > 0) results.set(name, [...(results.get(name) ?? []), measure]);
    }
  }
  return new Map(
    [...results].map(([name, measures]) => {
      const middle = (pick: (measure: Measure) => number) => median(measures.map(pick));
      return [name, { perSecond: middle((m) => m.perSecond), p99Ms: middle((m) => m.p99Ms) }];
    }),
  );
}

async function measureRound(workers: number, ms: number, once: () => Promise<unknown>): Promise<Measure> {
  const times: number[] = [];
  const started = performance.now();
  const work = async () => {
    for (let now = performance.now(); now - started < ms;) {
      await once();
      const end = performance.now();
      times.push(end - now);
      now = end;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function appendRows(results: Map<string, Measure>): BenchRow[] {
  const of = (name: string): Measure => results.get(name) ?? { perSecond: 0, p99Ms: 0 };
  const rows = APPENDERS.flatMap((workers): BenchRow[] => {
    const [ours, raw] = [of(`distinct ${workers}`), of(`raw ${workers}`)];
    const aim = aims[workers];
    const who = `${workers} appender${workers > 1 ? 's' : ''}, distinct streams`;
    return [
      { ...rate(`appends, ${who}`, ours.perSecond, raw.perSecond), ...(aim && { aim }) },
      { ...time(`append p99, ${who}`, ours.p99Ms, raw.p99Ms), ...(workers === 32 && { aim: 1 }) },
    ];
  });
  const [hot, raw] = [of('hot 32'), of('raw 32')];
  return [
    ...rows,
    { ...rate('appends, 128 appenders against 32', of('distinct 128').perSecond, of('distinct 32').perSecond), aim: 1 },
    { ...rate('appends, 32 appenders, one hot stream', hot.perSecond, raw.perSecond), aim: 0.5 },
    time('append p99, 32 appenders, one hot stream', hot.p99Ms, raw.p99Ms),
  ];
}

async function benchReplay(store: EventStore, pool: Pool, wanted: number): Promise<BenchRow> {
  for (let made = 0; made < wanted; made += 100) {
    const events = Array.from({ length: 100 }, () => ({ id: randomUUID(), type: 'ImageJobQueued', data: event }));
    await store.append(`replay-${randomUUID()}`, events, { expected: 'no_stream' });
  }
  const started = performance.now();
  let count = 0;
  for await (const { position } of store.readAll({ direction: 'backwards', limit: wanted })) if (position) count += 1;
  const ours = (count / (performance.now() - started)) * 1000;
  const startedRaw = performance.now();
  const { rows } = await pool.query('select * from event_store.events order by position desc limit $1', [wanted]);
  const raw = (rows.length / (performance.now() - startedRaw)) * 1000;
  return rate(`replay of ${count} events, read-all`, ours, raw);
}

const rate = (name: string, value: number, baseline: number): BenchRow => {
  return { name, value, unit: '/s', baseline, ratio: value / baseline };
};
const time = (name: string, value: number, baseline: number): BenchRow => {
  return { name, value, unit: 'ms', baseline, ratio: baseline / value };
};
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
