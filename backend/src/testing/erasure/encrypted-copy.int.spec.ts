import { allAggregates } from '../../app/composition';
import { EraseAccount } from '../../accounts/erasure/erase-account';
import { inClearOf } from '../../eventsourcing/domain/scoped-event-store';
import type { EventStore, StoredEvent } from '../../eventsourcing/event-store';
import { createEventStore } from '../../eventsourcing/event-store';
import { startStubServer, type StubServer } from '../../eventsourcing/event-store/eventstoredb/stub/stub-server';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { trustedLedgerKeys, verifyLedger } from '../../ledger';
import { SignLedgerHeads } from '../../ledger/proof/sign-ledger-heads';
import { NodeStage, type StagedNode, type TestUser } from '../node-stage';
import { copyEncrypted } from '../../tools/encrypted-copy';
import { resetLog } from '../../tools/reset-log';

const DAY = 86_400_000;
/** A varied text that as JSON is larger than one append. */
const LONG = Array.from({ length: 52_000 }, (_, at) => `Ada ${(at * 2_654_435_761) % 4_294_967_296}.`).join('\n\n\n');

/** Runs on the EventStoreDB stub of the event store's own tests, not on a real server. */
describe('an EventStoreDB log of a release without encryption', () => {
  let stage: NodeStage;
  let servers: StubServer[];
  let days = 0;
  const clock = { now: () => new Date(Date.now() + days * DAY) };
  const addressOf = (server: StubServer | undefined) => `esdb://127.0.0.1:${server?.port}?tls=false`;
  const nodeOn = (server: StubServer | undefined): Promise<StagedNode> =>
    stage.node('node', { config: { eventStoreUrl: addressOf(server) }, clock });

  beforeAll(async () => {
    stage = await NodeStage.open();
    servers = await Promise.all([startStubServer(), startStubServer(), startStubServer(), startStubServer()]);
  });
  afterAll(async () => {
    await stage.close();
    for (const server of servers) server.stop();
  });

  async function within<T>(server: StubServer | undefined, work: (store: EventStore) => Promise<T>): Promise<T> {
    const store = await createEventStore({ eventStoreUrl: addressOf(server) });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const all = async (store: EventStore): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    for await (const event of store.readAll()) events.push(event);
    return events;
  };
  /** Writes events unchanged, except that large events are split into new parts. */
  const write = (server: StubServer | undefined, events: readonly StoredEvent[]): Promise<void> =>
    within(server, async (store) => {
      for (const { streamId, revision, id, type, data, metadata } of events) {
        const { dataIn: _, ...rest } = metadata ?? {};
        const expected = revision === 0n ? 'no_stream' : revision - 1n;
        await store.append(streamId, [{ id, type, data, metadata: rest }], { expected });
      }
    });
  /** Returns the events of a copy, without the parts of large events and without the end marker. */
  const contentOf = async (server: StubServer | undefined): Promise<StoredEvent[]> =>
    (await within(server, all)).filter(
      ({ streamId, type }) => !streamId.startsWith('content-') && type !== 'LogOpened',
    );
  const textIn = (server: StubServer | undefined) =>
    within(server, async (store) => JSON.stringify((await all(store)).map(({ data, metadata }) => [data, metadata])));

  it('is copied with its events encrypted, where an account can be erased and everything still verifies', async () => {
    const [now, clear, copy, cutOff] = servers;
    let node = await nodeOn(now);
    const [ada, eve] = [await node.newUser(), await node.newUser()];
    const projectOf = async ({ agent }: TestUser, title: string, story: string) =>
      ((await agent.post('/api/projects').send({ title, story }).expect(201)).body as { id: string }).id;
    await projectOf(ada, 'Ada at sea', LONG);
    const project = await projectOf(eve, 'The tower of Eve', 'Eve climbs.');
    await node.idle();

    // Creates a log as a release without encryption has left it.
    const seals = { keys: node.runtime.accountKeys, isInClear: inClearOf(allAggregates) };
    const open = await createEventStore({ eventStoreUrl: addressOf(now), seals });
    const events = (await all(open)).filter(({ streamId }) => !streamId.startsWith('content-'));
    await open.close();
    await write(clear, events);
    await node.close();
    await resetLog(node.runtime.config);
    node = await nodeOn(clear);
    days = 1;
    await node.get<SignLedgerHeads>(SignLedgerHeads).run({
      payload: { day: clock.now().toISOString().slice(0, 10) },
      correlationId: 'c',
      causationId: 'e',
    });
    await node.idle();
    expect(await textIn(clear)).toContain(ada.email);
    const { config } = node.runtime;
    await expect(copyEncrypted(config, addressOf(copy), () => undefined)).rejects.toThrow(/server runs/);
    await node.close();

    const copied = await copyEncrypted(config, addressOf(copy), () => undefined);
    expect(copied.encrypted).toBeGreaterThan(0);
    await expect(copyEncrypted(config, addressOf(copy), () => undefined)).rejects.toThrow(/Name an empty one/);
    const content = await contentOf(copy);
    await write(cutOff, content.slice(0, content.length >> 1));
    expect(await copyEncrypted(config, addressOf(cutOff), () => undefined)).toEqual(copied);
    const idsIn = (events: readonly StoredEvent[]) => events.map(({ streamId, id }) => `${streamId} ${id}`);
    expect(idsIn(await contentOf(cutOff))).toEqual(idsIn(content));
    const text = await textIn(copy);
    for (const words of [ada.email, eve.email, 'Ada at sea', 'Ada 2654435761.', 'Eve climbs.'])
      expect(text).not.toContain(words);
    await expect(nodeOn(copy)).rejects.toThrow(/is not the one from which the views were built/);
    await resetLog(config);

    node = await nodeOn(copy);
    const agent = await node.signIn(eve);
    const pageOf = async () => (await agent.get(`/api/projects/${project}`).expect(200)).body as unknown;
    const before = await pageOf();
    expect(before).toMatchObject({ title: 'The tower of Eve', story: 'Eve climbs.' });
    const password = ada.password;
    const her = await node.signIn(ada);
    await her.post('/api/account/erase').send({ email: ada.email, password }).expect(200);
    const job = { dedupKey: `${ada.id}:second`, payload: { accountId: ada.id } } as unknown as Job;
    await node.get<EraseAccount>(EraseAccount).run(job, new AbortController().signal);
    await node.idle();
    expect(await node.runtime.accountKeys.erased()).toContain(ada.id);
    expect(await pageOf()).toEqual(before);
    const signed = { home: config.home, trusted: trustedLedgerKeys(config) };
    const report = await verifyLedger(node.runtime.events, { signed });
    expect([report.signedDays, report.findings.named]).toEqual([1, []]);
    await node.close();
  }, 180_000);
});
