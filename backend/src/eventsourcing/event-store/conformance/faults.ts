import { StoreUnavailable, type EventStore, type NewEvent, type StoredEvent } from '../event-store';
import type { KillableServer, StoreHarness, Trials } from './harness';
import { all, idsOf, newEvents, newStream, now, printedSeed, seededRandom } from './harness';
import { Recorder } from './recorder';

const WRITERS = 6;
const KILLS = 3;

interface Acknowledged {
  id: string;
  streamId: string;
  revision: bigint;
}

export function describeForeignTransaction(
  harness: () => StoreHarness,
  holdForeignTransaction: NonNullable<Trials['holdForeignTransaction']>,
): void {
  it('stalls no reader while a long foreign transaction is open', async () => {
    const { store } = harness();
    const other = harness().open();
    const from = await now(store);
    const endTransaction = await holdForeignTransaction();
    try {
      const recorders = [store, other].map((subscriber) => new Recorder(subscriber, { from }));
      const ids: string[] = [];
      for (let n = 0; n < 20; n++) {
        const events = newEvents(2);
        await store.append(newStream(), events, { expected: 'no_stream' });
        ids.push(...idsOf(events));
      }
      for (const recorder of recorders) {
        await recorder.until(() => recorder.events.length === ids.length);
        await recorder.stop();
        expect(idsOf(recorder.events)).toEqual(ids);
      }
      expect(idsOf(await all(other.readAll({ from })))).toEqual(ids);
    } finally {
      await endTransaction();
    }
  });
}

export function describeKilledServer(startServer: () => Promise<KillableServer>): void {
  it('keeps every acknowledged event over kill -9 of the server', async () => {
    const random = seededRandom(printedSeed('kill -9 of the store'));
    const server = await startServer();
    try {
      let { store } = server;
      const acknowledged: Acknowledged[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const killAfter = acknowledged.length + 100 + Math.floor(random() * 400);
        const unanswered = await writeUntilKilled(store, acknowledged, killAfter, () => server.kill());
        store = await server.restart();
        expectKept(acknowledged, await all(store.readAll()));
        // It is unknown whether these appends were stored; repeating them is safe either way.
        for (const { streamId, events, expected } of unanswered) {
          const { nextExpectedRevision } = await store.append(streamId, events, { expected });
          acknowledge(acknowledged, streamId, events, nextExpectedRevision);
        }
        expectKept(acknowledged, await all(store.readAll()));
      }
    } finally {
      await server.close();
    }
  }, 120_000);
}

interface Unanswered {
  streamId: string;
  events: NewEvent[];
  expected: bigint | 'no_stream';
}

async function writeUntilKilled(
  store: EventStore,
  acknowledged: Acknowledged[],
  killAfter: number,
  kill: () => Promise<void>,
): Promise<Unanswered[]> {
  const kills: Promise<void>[] = [];
  const write = async (): Promise<Unanswered> => {
    const streamId = newStream();
    for (let expected: bigint | 'no_stream' = 'no_stream'; ;) {
      const events = newEvents(2);
      try {
        const { nextExpectedRevision } = await store.append(streamId, events, { expected });
        acknowledge(acknowledged, streamId, events, nextExpectedRevision);
        expected = nextExpectedRevision;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return { streamId, events, expected };
      }
      if (acknowledged.length >= killAfter && kills.length === 0) kills.push(kill());
    }
  };
  const unanswered = await Promise.all(Array.from({ length: WRITERS }, write));
  await Promise.all(kills);
  return unanswered;
}

function acknowledge(acknowledged: Acknowledged[], streamId: string, events: NewEvent[], last: bigint): void {
  events.forEach(({ id }, index) => {
    acknowledged.push({ id, streamId, revision: last - BigInt(events.length - 1 - index) });
  });
}

function expectKept(acknowledged: Acknowledged[], log: StoredEvent[]): void {
  const byId = new Map(log.map(({ id, streamId, revision }) => [id, { id, streamId, revision }]));
  expect(acknowledged.filter(({ id }) => !byId.has(id))).toEqual([]);
  expect(acknowledged.map(({ id }) => byId.get(id))).toEqual(acknowledged);
  expect(byId.size).toBe(log.length);
  // Each append has two events, so an odd number of events in a stream would mean half an append.
  const counts = new Map<string, number>();
  for (const { streamId } of log) counts.set(streamId, (counts.get(streamId) ?? 0) + 1);
  expect([...counts.values()].filter((count) => count % 2 === 1)).toEqual([]);
}
