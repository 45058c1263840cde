import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { systemClock } from '../../lib/time';
import type { Aggregate } from '../domain/aggregate';
import { createEventStore, type EventStore } from '../event-store';
import { randomIds } from '../../lib/ids';
import { AggregateStore } from './aggregate-store';
import { userContext } from './command-context';
import { PostgresSnapshots } from './postgres-snapshots';

type Counted = { type: 'Counted'; data: { by: number; text?: string } };
const counter = (version: number): Aggregate<{ total: number }, Counted> => ({
  category: 'counter',
  initial: { total: 0 },
  evolve: (state, event) => ({ total: state.total + event.data.by }),
  snapshot: { version },
});
const count = (text?: string) => (): Counted[] => [{ type: 'Counted', data: { by: 1, ...(text && { text }) } }];

describe('snapshots', () => {
  let database: TestDatabase;
  let events: EventStore;
  let snapshots: PostgresSnapshots;
  const errors: string[] = [];
  let read = 0;
  /** Wraps a store to count the events read from streams. */
  const counting = () => {
    const store = Object.create(events) as EventStore;
    store.readStream = async function* (...given) {
      for await (const event of events.readStream(...given)) {
        read += 1;
        yield event;
      }
    };
    return store;
  };
  const node = () => new AggregateStore(counting(), systemClock, randomIds, snapshots);
  const totalOnNewNode = async (id: string, version = 1) => {
    read = 0;
    return (await node().load(counter(version), id)).total;
  };
  const rowsOf = async (id: string) => {
    const text = 'select fold, revision from platform.snapshots where stream_id = $1';
    return (await database.pool.query<{ fold: string; revision: string }>(text, [`counter-${id}`])).rows;
  };
  async function countTo(total: number, text?: string): Promise<string> {
    const id = randomUUID();
    const store = node();
    for (let i = 0; i < total; i++) await store.execute(counter(1), id, userContext('u'), count(text));
    await snapshots.idle();
    return id;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    events = await createEventStore({ databaseUrl: database.url });
    const log = { error: (_: unknown, message: string) => void errors.push(message) };
    snapshots = await PostgresSnapshots.open(database.pool, log);
  });
  beforeEach(() => {
    errors.length = 0;
  });
  afterAll(async () => {
    await snapshots.close();
    await events.close();
    await database.drop();
  });

  it('save a starting node from reading most of a long stream', async () => {
    const id = await countTo(450);
    await expect(totalOnNewNode(id)).resolves.toBe(450);
    expect(read).toBeLessThan(210);
  });

  it('are taken after fewer events when the events are large', async () => {
    const id = await countTo(5, 'x'.repeat(400_000));
    await expect(totalOnNewNode(id)).resolves.toBe(5);
    expect(read).toBeLessThan(4);
  });

  it('are also made by a node that has read a long stream', async () => {
    const id = await countTo(450);
    await database.pool.query('delete from platform.snapshots');
    await expect(totalOnNewNode(id)).resolves.toBe(450);
    await snapshots.idle();
    await expect(totalOnNewNode(id)).resolves.toBe(450);
    expect(read).toBe(1);
  });

  it('may be deleted between two commands', async () => {
    const id = await countTo(450);
    const store = node();
    await store.execute(counter(1), id, userContext('u'), count());
    await database.pool.query('delete from platform.snapshots');
    await expect(store.execute(counter(1), id, userContext('u'), count())).resolves.toMatchObject({
      state: { total: 452 },
    });
    const other = await node().execute(counter(1), id, userContext('u'), count());
    expect(other.state).toEqual({ total: 453 });
  });

  it('let a decision’s data be loaded while the rest of the stream is read', async () => {
    const id = await countTo(450);
    const steps: string[] = [];
    let ended = (): void => undefined;
    const wholeTail = new Promise<void>((resolve) => (ended = resolve));
    const store = Object.create(events) as EventStore;
    store.readStream = async function* (...given) {
      yield* events.readStream(...given);
      steps.push('read');
      ended();
    };
    const started = new AggregateStore(store, systemClock, randomIds, snapshots);
    const ahead = async ({ total }: { total: number }) => {
      steps.push(total < 450 ? 'asked' : 'asked too late');
      await wholeTail;
      steps.push('told');
    };
    const decide = () => (steps.push('decided'), count()());
    const add = () => started.execute(counter(1), id, userContext('u'), decide, ahead);
    await expect(add()).resolves.toMatchObject({ state: { total: 451 } });
    expect(steps).toEqual(['asked', 'read', 'told', 'decided']);
    // With a cached state, the command decides at once, without a read.
    await add();
    expect(steps.slice(4)).toEqual(['decided']);
  });

  it('let a command fail with an error in loading its data, and append nothing', async () => {
    const id = await countTo(450);
    const failing = node().execute(counter(1), id, userContext('u'), count(), () => Promise.reject(new Error('gone')));
    await expect(failing).rejects.toThrow('gone');
    await expect(totalOnNewNode(id)).resolves.toBe(450);
  });

  it.each([
    ['short', 10],
    ['long', 100_000],
  ])('are read back as they were saved: %s ones', async (_case, length) => {
    const snapshot = { state: { text: randomBytes(length).toString('base64') }, revision: 7n, eventId: randomUUID() };
    let saved = 0;
    snapshots.save('counter-saved', { fold: `f${length}`, snapshot, onSaved: (bytes) => (saved = bytes) });
    await snapshots.idle();
    await expect(snapshots.load('counter-saved', `f${length}`)).resolves.toEqual({ ...snapshot, bytes: saved });
  });

  it('of short streams are not made', async () => {
    expect(await rowsOf(await countTo(30))).toEqual([]);
  });

  it.each([
    ['another event at its revision', `event_id = '${randomUUID()}'`],
    ['a revision that the stream does not have', 'revision = 10000'],
  ])('of another log are ignored and replaced: %s', async (_case, change) => {
    const id = await countTo(450);
    await database.pool.query(`update platform.snapshots set ${change} where stream_id = $1`, [`counter-${id}`]);
    await expect(totalOnNewNode(id)).resolves.toBe(450);
    await snapshots.idle();
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ revision: '449' })]);
  });

  it('of a missing stream are ignored', async () => {
    const [known, missing] = [await countTo(450), randomUUID()];
    const text = 'update platform.snapshots set stream_id = $2 where stream_id = $1';
    await database.pool.query(text, [`counter-${known}`, `counter-${missing}`]);
    await expect(totalOnNewNode(missing)).resolves.toBe(0);
    expect(await rowsOf(missing)).toEqual([]);
  });

  it('of another version of the fold are ignored and replaced', async () => {
    const id = await countTo(450);
    await expect(totalOnNewNode(id, 2)).resolves.toBe(450);
    expect(read).toBe(450);
    await snapshots.idle();
    expect(await rowsOf(id)).toEqual([{ fold: expect.stringMatching(/^counter:2:/) as string, revision: '449' }]);
  });

  it('that cannot be read are logged, without other effects', async () => {
    const id = await countTo(450);
    await database.pool.query(`update platform.snapshots set state = '\\x00ff' where stream_id = $1`, [
      `counter-${id}`,
    ]);
    await expect(totalOnNewNode(id)).resolves.toBe(450);
    expect(errors).toEqual([`counter-${id}: its snapshot cannot be read; reading the whole stream instead.`]);
  });

  it('that cannot be written are logged, without other effects', async () => {
    await database.pool.query('alter table platform.snapshots rename to away');
    const id = await countTo(250);
    await database.pool.query('alter table platform.away rename to snapshots');
    expect(errors).toContain(`counter-${id}: its snapshot was not saved; the next one will be.`);
    await expect(totalOnNewNode(id)).resolves.toBe(250);
  });
});
