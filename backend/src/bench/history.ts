import { randomUUID } from 'node:crypto';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import { PastReader } from '../eventsourcing/commands/past-reader';
import { PostgresSnapshots } from '../eventsourcing/commands/postgres-snapshots';
import { AccountKeys, masterKeys } from '../eventsourcing/event-store/sealed-events';
import { createEventStore } from '../eventsourcing/event-store';
import { randomIds } from '../lib/ids';
import { systemClock } from '../lib/time';
import { EMPTY_SCENE, projectAggregate } from '../projects/storyboard';
import type { ProjectEvent } from '../projects/storyboard';
import { NEW_PROJECT_FIELDS } from '../projects/storyboard/domain/project';
import { ProjectHistory } from '../projects/storyboard/history/project-history';
import { everythingKept } from '../testing/project-fixtures';
import type { BenchRow } from './appends';
import { benchPool, closePool } from './bench-pool';

const OWNER = randomUUID();
const SHORT = 200;
const LONG = 20_000;
const SCENES = 30;
const ROUNDS = 9;

/** Yields events that edit the texts of a project's 30 scenes over and over. */
function* edits(projectId: string, count: number): Generator<ProjectEvent> {
  const ids = Array.from({ length: SCENES }, () => randomUUID());
  const text = 'A lamp burns in a tower over a dark sea. '.repeat(4);
  const scenes = ids.map((id, order) => ({ ...EMPTY_SCENE, id, order, title: `Scene ${order}`, description: text }));
  yield { type: 'ProjectCreated', data: { projectId, fields: NEW_PROJECT_FIELDS, scenes, copiedFrom: null } };
  for (let edit = 1; edit < count; edit++) {
    const sceneId = ids[edit % SCENES] ?? '';
    yield { type: 'SceneEdited', data: { sceneId, changes: { description: `${edit} ${text}` } } };
  }
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

/**
 * Benchmarks the history of a project of 20,000 events against one of 200, and how the time to fold grows with the
 * number of events.
 */
export async function benchHistory(databaseUrl: string): Promise<BenchRow[]> {
  const pool = benchPool(databaseUrl, 8);
  const keys = await AccountKeys.open(pool, masterKeys({ sessionSecret: 'of a benchmark' }));
  const seals = { keys, isInClear: () => false };
  const store = await createEventStore({ databaseUrl, seals });
  const log = { error: (error: unknown) => process.stderr.write(`${String(error)}\n`) };
  const snapshots = await PostgresSnapshots.open(pool, log);
  const reader = new PastReader(store, snapshots);
  const history = new ProjectHistory(
    new AggregateStore(store, systemClock, randomIds, snapshots),
    reader,
    everythingKept,
  );

  async function measure(count: number) {
    const id = randomUUID();
    let expected: bigint | 'no_stream' = 'no_stream';
    let batch: { id: string; type: string; data: unknown; metadata: Record<string, unknown> }[] = [];
    for (const { type, data } of edits(id, count)) {
      const metadata = { ...userContext(OWNER), schemaVersion: 1, at: new Date().toISOString() };
      batch.push({ id: randomUUID(), type, data, metadata });
      if (batch.length < 100 && expected !== 'no_stream') continue;
      expected = (await store.append(`project-${id}`, batch, { expected })).nextExpectedRevision;
      batch = [];
    }
    if (batch.length > 0) await store.append(`project-${id}`, batch, { expected });
    const from = performance.now();
    const end = BigInt(count - 1);
    await reader.read(projectAggregate, id, { near: -1n, until: end });
    const fold = performance.now() - from;
    let place = 0;
    const page = await median(() => history.page(id, OWNER, { limit: 50 }));
    const asOf = await median(() => history.asOf(id, OWNER, (end * BigInt((place += 1))) / BigInt(ROUNDS)));
    return { fold, page, asOf };
  }

  try {
    await measure(SHORT);
    const [short, long] = [await measure(SHORT), await measure(LONG)];
    const row = (name: string, value: number, baseline: number, aim: number): BenchRow => {
      return { name, value, unit: 'ms', baseline, ratio: baseline / value, aim };
    };
    const than = `in ${LONG.toLocaleString('en-US')} events against ${SHORT}`;
    return [
      row(`a page of the history ${than}`, long.page, short.page, 1 / 2),
      row(`a moment of the past ${than}`, long.asOf, short.asOf, 1 / 2),
      // Only the past states that folding keeps make its time grow faster than linearly.
      row(
        `folding ${LONG.toLocaleString('en-US')} events, against a hundred times ${SHORT}`,
        long.fold,
        100 * short.fold,
        1 / 2,
      ),
    ];
  } finally {
    await snapshots.close();
    await store.close();
    await closePool(pool);
  }
}
