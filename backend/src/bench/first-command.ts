import { randomUUID } from 'node:crypto';
import { systemClock } from '../lib/time';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import { PostgresSnapshots } from '../eventsourcing/commands/postgres-snapshots';
import type { Aggregate } from '../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';
import { randomIds } from '../lib/ids';
import { EMPTY_SCENE, projectAggregate, type ProjectEvent } from '../projects/storyboard';
import { NEW_PROJECT_FIELDS } from '../projects/storyboard/domain/project';
import { walletAggregate, type WalletEvent } from '../money/zaps';
import { move, type Purpose } from '../money/zaps/domain/wallet-entry';
import type { BenchRow } from './appends';
import { benchPool, closePool } from './bench-pool';

const OWNER = randomUUID();
/** Target for a command on a large project or wallet after a start. */
const WANTED_MS = 300;
/** Target without a usable snapshot: once per project after a release that changed the shape of scenes. */
const WANTED_UNAIDED_MS = 2_000;
const CHUNK = 200;

const metadata = () => ({ ...userContext(OWNER), schemaVersion: 1, at: '2026-01-01T00:00:00.000Z' });
const story = (place: number): string =>
  Array.from({ length: 25_000 }, (_, i) => (i * 7919 + place) % 99_991).join(' ');
const edited = (changes: object) => ({ type: 'ProjectEdited', data: { changes } }) as ProjectEvent;
const created = (projectId: string): ProjectEvent => ({
  type: 'ProjectCreated',
  data: { projectId, fields: NEW_PROJECT_FIELDS, scenes: [], copiedFrom: null },
});

function* storySaves(count: number): Generator<ProjectEvent> {
  yield created(randomUUID());
  for (let save = 0; save < count; save++) yield edited({ story: story(save) });
}

/** Adds scenes and deletes every other one. */
function* manyScenes(count: number): Generator<ProjectEvent> {
  yield created(randomUUID());
  const text = 'What is to be seen, said in a sentence or two, as creators do. '.repeat(6);
  for (let place = 0; place < count; place++) {
    const id = randomUUID();
    const texts = { title: `Scene ${place}`, description: text, imagePrompt: text, sourceText: text };
    yield { type: 'SceneAdded', data: { scene: { ...EMPTY_SCENE, id, order: place, ...texts } } };
    if (place % 2 === 0) yield { type: 'SceneDeleted', data: { sceneId: id } };
  }
}

/** Fills a project with `count` scenes, each with `runs` images generated from its prompt by a job. */
function* imageRuns(count: number, runs: number): Generator<ProjectEvent> {
  yield created(randomUUID());
  const prompt = 'A lamp burns in a tower over a dark sea, seen from a small boat below. '.repeat(4);
  for (let place = 0; place < count; place++) {
    const sceneId = randomUUID();
    yield { type: 'SceneAdded', data: { scene: { ...EMPTY_SCENE, id: sceneId, order: place, imagePrompt: prompt } } };
    for (let generation = 1; generation <= runs; generation++) yield* imageRun({ sceneId, prompt, generation });
  }
}

function* imageRun(asked: { sceneId: string; prompt: string; generation: number }): Generator<ProjectEvent> {
  const job = { jobId: randomUUID(), sceneId: asked.sceneId };
  const price = { holdId: randomUUID(), units: 40_000, usd: 0.1, priceVersion: '2026-01' };
  const slotIds = Array.from({ length: 4 }, () => randomUUID());
  const data = { ...asked, ...job, ...price, slotIds, model: 'v6.1', bulk: false, requestHash: 'h'.repeat(64) };
  yield { type: 'ImageJobQueued', data };
  yield { type: 'ImageJobStarted', data: { ...job, provider: 'sandbox' } };
  yield { type: 'ImageJobAccepted', data: { ...job, predictionId: randomUUID() } };
  const images = slotIds.map((slotId) => ({ slotId, url: `/api/media/${slotId}.webp` }));
  yield { type: 'ImageJobCompleted', data: { ...job, images, usd: 0.1 } };
}

function* walletEntries(count: number): Generator<WalletEvent> {
  const chained = { at: metadata().at, prevHash: 'p'.repeat(64), hash: 'h'.repeat(64) };
  for (let place = 0; place < count / 2; place++) {
    const work = { provider: 'sandbox', model: 'v6.1', operation: 'generate_image', category: 'image' as const };
    const ids = { projectId: randomUUID(), sceneId: randomUUID(), workId: randomUUID() };
    const requestHash = randomUUID().repeat(2).slice(0, 64);
    const purpose: Purpose = { ...work, ...ids, description: '4 images for a scene', requestHash };
    const held = { ...chained, holdId: randomUUID(), purpose, units: 0 };
    const price = { units: 40_000, usd: 0.1, version: '2026-01' };
    const postings = move(0, 'available', 'held');
    yield { type: 'ZapsReserved', data: { ...held, postings, price, deadline: chained.at, bulkDay: null } };
    yield { type: 'ZapsSettled', data: { ...held, postings, usd: 0.1, priceVersion: price.version } };
  }
}

async function fill(store: EventStore, streamId: string, events: Iterable<DomainEvent>, chunk: number): Promise<void> {
  let expected: bigint | 'no_stream' = 'no_stream';
  let batch: DomainEvent[] = [];
  const flush = async () => {
    const appended = batch.map(({ type, data }) => ({ id: randomUUID(), type, data, metadata: metadata() }));
    if (batch.length > 0) expected = (await store.append(streamId, appended, { expected })).nextExpectedRevision;
    batch = [];
  };
  for (const event of events) if (batch.push(event) >= chunk) await flush();
  await flush();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Benchmarks the first command of a freshly started node on long streams. */
export async function benchFirstCommand(databaseUrl: string, saves = 300): Promise<BenchRow[]> {
  const pool = benchPool(databaseUrl, 8);
  const store = await createEventStore({ databaseUrl });
  const log = { error: (error: unknown) => process.stderr.write(`${String(error)}\n`) };
  const snapshots = await PostgresSnapshots.open(pool, log);
  const node = () => new AggregateStore(store, systemClock, randomIds, snapshots);

  /** @returns milliseconds of the first command after a start, and of a later one */
  async function measure<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    history: Iterable<Event>,
    next: () => Event,
    chunk = CHUNK,
  ): Promise<{ first: number; later: number; unaided: number }> {
    const id = randomUUID();
    await fill(store, `${aggregate.category}-${id}`, history, chunk);
    const run = (on: AggregateStore) => () => on.execute(aggregate, id, userContext(OWNER), () => [next()]);
    const unaided = await timed(run(node()));
    await snapshots.idle();
    const started = node();
    const first = await timed(run(started));
    const times: number[] = [];
    for (let i = 0; i < 9; i++) times.push(await timed(run(started)));
    await snapshots.idle();
    return { first, later: times.sort((a, b) => a - b)[4] ?? 0, unaided };
  }

  try {
    const saved = await measure(projectAggregate, storySaves(saves), () => edited({ story: story(Math.random()) }), 4);
    const scenes = await measure(projectAggregate, manyScenes(5_000), () => edited({ title: randomUUID() }));
    const runs = await measure(projectAggregate, imageRuns(1_000, 4), () => edited({ title: randomUUID() }));
    const entry = () => [...walletEntries(2)][0] as WalletEvent;
    const wallet = await measure(walletAggregate, walletEntries(50_000), entry);
    const within = (name: string, { first, unaided }: { first: number; unaided: number }): BenchRow => ({
      name: `first command after a start, ${name} (without a snapshot ${Math.round(unaided)} ms)`,
      value: first,
      unit: 'ms',
      baseline: WANTED_MS,
      ratio: WANTED_MS / first,
      aim: 1,
    });
    return [
      {
        name: `first save after a start, ${saves} saves of a story of 150 KB, against a later one`,
        value: saved.first,
        unit: 'ms',
        baseline: saved.later,
        ratio: saved.later / saved.first,
        aim: 1 / 3,
      },
      within('5,000 scenes', scenes),
      within('1,000 scenes with four runs of images each', runs),
      {
        name: 'first command without a snapshot, 1,000 scenes with four runs of images each',
        value: runs.unaided,
        unit: 'ms',
        baseline: WANTED_UNAIDED_MS,
        ratio: WANTED_UNAIDED_MS / runs.unaided,
        aim: 1,
      },
      within('a wallet of 50,000 entries', wallet),
    ];
  } finally {
    await snapshots.close();
    await store.close();
    await closePool(pool);
  }
}
