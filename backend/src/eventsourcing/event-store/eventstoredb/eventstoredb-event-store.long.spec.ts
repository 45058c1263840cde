import { freePort } from '../../../infra/embedded-postgres/server-process';
import { describeEventStore } from '../conformance/describe-event-store';
import { all, newEvents, newStream, testRetry } from '../conformance/harness';
import type { StoreHarness } from '../conformance/harness';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { OutcomeUnknown, StoreUnavailable, StreamNotFound } from '../event-store';
import { EventStoreDbEventStore } from './eventstoredb-event-store';
import { toAppendError } from './mapping';
import type { Refusal } from './stub/append-calls';
import { startStubServer } from './stub/stub-server';
import { startTcpProxy } from './stub/tcp-proxy';

/** Creates stores that reach the server through a connection that the test can cut. */
async function harnessFor(url: string, stop: () => void = () => undefined): Promise<StoreHarness> {
  const { hostname, port, search } = new URL(url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 2113) });
  const opened: EventStoreDbEventStore[] = [];
  const open = () => {
    const store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${proxy.port}${search}`, retry: testRetry });
    opened.push(store);
    return store;
  };
  return {
    store: open(),
    open,
    dropConnections: () => Promise.resolve(proxy.drop()),
    async close() {
      for (const store of opened) await store.close();
      await proxy.close();
      stop();
    },
  };
}

// Always runs: tests the adapter and the client over the network against the stub server.
describeEventStore("EventStoreDB's protocol", async () => {
  const { port, stop } = await startStubServer();
  return harnessFor(`esdb://127.0.0.1:${port}?tls=false`, stop);
});

// Runs only if the address of a real server is given: a single node (esdb://).
const { EVENTSTORE_URL: serverUrl } = process.env;
if (serverUrl) describeEventStore('EventStoreDB', () => harnessFor(serverUrl));

describe('a cluster whose discovery fails once', () => {
  it('accepts appends as soon as a node is discovered again', async () => {
    const port = await freePort();
    const url = `esdb+discover://127.0.0.1:${port}?tls=false&maxDiscoverAttempts=1`;
    const store = new EventStoreDbEventStore({ url, retry: testRetry });
    const append = () => store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    const failed = await Promise.allSettled([append(), append()]);
    for (const outcome of failed) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) });
    const server = await startStubServer({ port });
    try {
      await expect(append()).resolves.toMatchObject({ nextExpectedRevision: 0n });
      await expect(store.ready()).resolves.toBeUndefined();
    } finally {
      await store.close();
      server.stop();
    }
  });
});

describe('an unreachable EventStoreDB', () => {
  let store: EventStoreDbEventStore;
  beforeAll(async () => {
    store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${await freePort()}?tls=false`, retry: testRetry });
  });
  afterAll(() => store.close());

  it('is unavailable for appends, reads and `ready`', async () => {
    const append = store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    await expect(append).rejects.toThrow(StoreUnavailable);
    await expect(all(store.readStream(newStream()))).rejects.toThrow(StoreUnavailable);
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    await expect(store.ready()).rejects.toThrow(StoreUnavailable);
  });

  it('is retried by a subscription, which reports each failure, until the subscription is stopped', async () => {
    let tell: () => void = () => undefined;
    const toldTwice = new Promise<void>((resolve) => (tell = resolve));
    const dropped: Error[] = [];
    const subscription = store.subscribeAll({
      from: 'start',
      onBatch: () => Promise.reject(new Error('there is nothing to handle')),
      onDropped: (error) => dropped.push(error) === 2 && tell(),
    });
    await toldTwice;
    await subscription.stop();
    await expect(subscription.closed).resolves.toBeUndefined();
    for (const error of dropped) expect(error).toBeInstanceOf(StoreUnavailable);
  });
});

describe('reads', () => {
  let server: Awaited<ReturnType<typeof startStubServer>>;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    server = await startStubServer();
    store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${server.port}?tls=false`, retry: testRetry });
  });
  afterEach(async () => {
    await store.close();
    server.stop();
  });

  it('of missing streams end by themselves too', async () => {
    for (let n = 0; n < 1_200; n++) await expect(all(store.readStream(newStream()))).rejects.toThrow(StreamNotFound);
  }, 60_000);

  it('with a limit end by themselves, since servers close a connection after a thousand canceled calls', async () => {
    const stream = newStream();
    const { position } = await store.append(stream, newEvents(3), { expected: 'no_stream' });
    for (let n = 0; n < 1_200; n++) {
      expect(await store.head()).toBe(position);
      for await (const { revision } of store.readAll({ limit: 2 })) if (revision === 1n) break;
    }
  }, 60_000);

  it('with a limit return no event twice at the end of a page', async () => {
    const stream = newStream();
    await store.setStreamMetadata(stream, { maxCount: 9 });
    await store.append(stream, newEvents(3), { expected: 'no_stream' });
    const found = await all(store.readAll({ limit: 2 }));
    expect(found.map(({ revision }) => revision)).toEqual([0n, 1n]);
  });

  it('with a limit find events that follow many system events', async () => {
    const [first, second] = [newStream(), newStream()] as const;
    const { position } = await store.append(first, newEvents(2), { expected: 'no_stream' });
    for (let n = 1; n <= 40; n++) await store.setStreamMetadata(first, { maxCount: n + 2 });
    const last = await store.append(second, newEvents(1), { expected: 'no_stream' });
    const after = await all(store.readAll({ from: position, limit: 1 }));
    expect(after.map(({ position }) => position)).toEqual([last.position]);
    const none = await all(store.readAll({ from: last.position, limit: 5 }));
    expect(none).toEqual([]);
  });
});

describe('an append that a server rejects', () => {
  let refusal: Refusal | undefined;
  let server: Awaited<ReturnType<typeof startStubServer>>;
  let store: EventStoreDbEventStore;
  beforeAll(async () => {
    server = await startStubServer({ refuses: () => refusal });
    store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${server.port}?tls=false`, retry: testRetry });
  });
  afterAll(async () => {
    await store.close();
    server.stop();
  });
  const failure = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'it was taken',
      (error: unknown) => error,
    );

  it.each<Refusal>(['not-ready', 'busy', 'no-leader'])('since it is %s has certainly changed nothing', async (why) => {
    refusal = why;
    const stream = newStream();
    const error = await failure(store.append(stream, newEvents(1), { expected: 'no_stream' }));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).not.toBeInstanceOf(OutcomeUnknown);
    refusal = undefined;
    await expect(store.append(stream, newEvents(1), { expected: 'no_stream' })).resolves.toMatchObject({
      nextExpectedRevision: 0n,
    });
  });

  it.each<[Refusal, string]>([
    ['not-ready', 'Could not recognize Server Is Not Ready'],
    ['busy', 'Could not recognize Server Is Busy'],
    ['no-leader', 'Could not recognize No leader info available in response'],
  ])('since it is %s is understood in the answer to a batch as well', async (why, said) => {
    refusal = why;
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`);
    const append = client.appendToStream(newStream(), jsonEvent({ type: 'ThingHappened', data: {} }));
    const error = await failure(append);
    await client.dispose();
    refusal = undefined;
    expect(error).toMatchObject({ message: said });
    const understood = toAppendError(error, 's-1', 'any');
    expect(understood).toBeInstanceOf(StoreUnavailable);
    expect(understood).not.toBeInstanceOf(OutcomeUnknown);
  });

  it('is sent over one open call, as by the official client', async () => {
    const before = server.batches();
    for (let n = 0; n < 3; n++) await store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    expect(server.batches() - before).toBeLessThanOrEqual(1);
    expect(server.batches()).toBeGreaterThan(0);
  });
});

describe('an append without an answer', () => {
  it('is reported as possibly in the log, and can be repeated', async () => {
    let isSilent = true;
    const server = await startStubServer({ isSilentFor: () => isSilent });
    const url = `esdb://127.0.0.1:${server.port}?tls=false&defaultDeadline=300`;
    const store = new EventStoreDbEventStore({ url, retry: testRetry });
    const stream = newStream();
    const events = newEvents(2);
    const append = () => store.append(stream, events, { expected: 'no_stream' });
    await expect(append()).rejects.toThrow(OutcomeUnknown);
    expect((await all(store.readStream(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    isSilent = false;
    await expect(append()).resolves.toMatchObject({ nextExpectedRevision: 1n });
    await store.close();
    server.stop();
  });

  it('is reported as possibly in the log when the connection was cut, too', async () => {
    const server = await startStubServer({ isSilentFor: () => true });
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
    const store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${proxy.port}?tls=false`, retry: testRetry });
    const appended = new Promise((resolve) => server.log.once('appended', resolve));
    const append = store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    const outcome = expect(append).rejects.toThrow(OutcomeUnknown);
    await appended;
    proxy.drop();
    await outcome;
    await store.close();
    await proxy.close();
    server.stop();
  });

  it('on one store does not affect the appends of another in the same process', async () => {
    const server = await startStubServer();
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
    const cut = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${proxy.port}?tls=false`, retry: testRetry });
    const whole = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${server.port}?tls=false`, retry: testRetry });
    for (let round = 0; round < 10; round++) {
      const lost = Promise.allSettled(
        Array.from({ length: 20 }, () => cut.append(newStream(), newEvents(1), { expected: 'no_stream' })),
      );
      const kept = Array.from({ length: 20 }, () => whole.append(newStream(), newEvents(1), { expected: 'no_stream' }));
      await new Promise((resolve) => server.log.once('appended', resolve));
      proxy.drop();
      await lost;
      for (const { nextExpectedRevision } of await Promise.all(kept)) expect(nextExpectedRevision).toBe(0n);
    }
    await cut.close();
    await whole.close();
    await proxy.close();
    server.stop();
  });
});

describe('the head of a log that others write into', () => {
  it('is found by reading one event, however many system events are at the end', async () => {
    const server = await startStubServer();
    const store = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${server.port}?tls=false`, retry: testRetry });
    const { position } = await store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    server.log.writeSystemEvents(10_000);
    const before = server.sent();
    const head = await store.head();
    expect(server.sent() - before).toBe(1);
    expect(Number(head)).toBe(server.log.records.at(-1)?.position);
    expect((head ?? '') > position).toBe(true);
    // The search for the next event stays within its scan limit, too.
    const known = server.sent();
    expect(await all(store.readAll({ from: position, limit: 1, lookAt: 500 }))).toEqual([]);
    expect(server.sent() - known).toBeLessThan(600);
    await store.close();
    server.stop();
  });
});
