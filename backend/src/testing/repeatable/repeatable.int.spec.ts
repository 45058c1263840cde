import { accountAggregate } from '../../accounts/account';
import { chatAggregate, chatIdOf } from '../../writing/chat';
import { domainModules } from '../../app/composition';
import { toRecorded, type RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { createEventStore, type EventStore, type Position } from '../../eventsourcing/event-store';
import { startStubServer } from '../../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { projectAggregate } from '../../projects/storyboard';
import { postAggregate, socialAccountsAggregate, templateAggregate } from '../../publishing';
import { textWorkAggregate } from '../../writing/story-ai';
import { storyWorkId } from '../../writing/story-ai/story-draft/story-applier';
import { castLibraryAggregate } from '../../projects/cast/library';
import { readyMadeStyleId, styleAggregate } from '../../projects/styles/style';
import { verifyWallet } from '../../money/zaps/domain/wallet-proof';
import { paymentAggregate } from '../../money/payments';
import { walletAggregate } from '../../money/zaps/domain/wallet';
import { createTestDatabase } from '../test-database';
import { batchAdmissionAggregate, batchAggregate } from '../../batches';
import { admissionOf, batchOf, batchRows } from './batch-rows';
import { chatRows } from './chat-rows';
import { filmRows } from './film-rows';
import { storyAudioRows } from './story-audio-rows';
import { generationRows } from './generation-rows';
import { alternativeRows } from './alternative-rows';
import { projectRows } from './project-rows';
import { commandsOf, jobWorkersOf } from './registered';
import { socialRows } from './social-rows';
import { storyRows } from './story-rows';
import { textRows } from './text-rows';
import { paymentRows } from './payment-rows';
import { walletRows } from './wallet-rows';
import { Node, type Repeatable, World } from './world';

const rows: Repeatable[] = [
  ...walletRows,
  ...paymentRows,
  ...projectRows,
  ...alternativeRows,
  ...generationRows,
  ...filmRows,
  ...storyAudioRows,
  ...textRows,
  ...socialRows,
  ...chatRows,
  ...batchRows,
  ...storyRows,
];

/** Commands without a key that set a state: a caller repeats one only after seeing it fail. */
const NOT_REPEATED = [
  'EditProject, DeleteProject, RestoreProject, ReorderProjects, EditScene, DeleteScene, RestoreScene, ReorderScenes',
  'ChooseMainImage, ChooseMainVideo, RemoveVideo, UpdateStyle, DeleteStyle, RestoreStyle',
  'EditPost, DeletePost, RestorePost, RemoveAccount, DeleteTemplate, RestoreTemplate',
  'ChangeShots, RestoreShots, RestoreCast, RemoveFromLibrary, RestoreToLibrary',
  'KeepRun, UndoKeepRun',
  'ShareVideo, UnshareVideo',
  'PauseBatch, CancelBatch, ChangeBatch',
  'StopChatReply, DeleteChatMessage, ClearChat',
  'StopStory, DismissStory',
  'RequestArchive',
].flatMap((names) => names.split(', '));

/**
 * Commands whose repeats other tests cover: SignLedgerHeads acts on one stream for the whole installation, not on a
 * world's, so audit/proof/sign-ledger-heads.int.spec.ts repeats it; the others need a storage of files, so
 * delivery/archive/archive.api.spec.ts and testing/erasure repeat them.
 */
const REPEATED_ELSEWHERE = ['SignLedgerHeads', 'PrepareArchive', 'EraseAccount'];

interface Log {
  open(): Promise<EventStore>;
  close(): Promise<void>;
}
const logs: [string, () => Promise<Log>][] = [
  [
    'Postgres',
    async () => {
      const database = await createTestDatabase();
      return { open: () => createEventStore({ databaseUrl: database.url }), close: () => database.drop() };
    },
  ],
  [
    'EventStoreDB’s protocol',
    async () => {
      const { port, stop } = await startStubServer();
      const eventStoreUrl = `esdb://127.0.0.1:${port}?tls=false`;
      return { open: () => createEventStore({ eventStoreUrl }), close: () => Promise.resolve(stop()) };
    },
  ],
];

describe('the table of repeatable work', () => {
  it('has every command and every job worker that is registered, or its reason for being left out', () => {
    const covered = new Set(rows.flatMap(({ covers }) => covers));
    const registered = [...commandsOf(domainModules), ...jobWorkersOf(domainModules)];
    expect(registered.length).toBeGreaterThan(35);
    const excused = [...NOT_REPEATED, ...REPEATED_ELSEWHERE];
    expect(registered.filter((name) => !covered.has(name) && !excused.includes(name))).toEqual([]);
  });
});

describe.each(logs)(
  'on %s, repeated with other commands between, on another node and after a restart',
  (name, start) => {
    let log: Log;
    let began: Position | null = null;
    const stores: EventStore[] = [];
    beforeAll(async () => {
      log = await start();
      for (let n = 0; n < 2; n++) stores.push(await log.open());
    });
    afterAll(async () => {
      for (const store of stores) await store.close();
      await log.close();
    });
    beforeEach(async () => {
      began = await (stores[0] as EventStore).head();
    });
    const node = (n: 0 | 1) => new Node(stores[n] as EventStore);

    const aggregates = (world: World) =>
      [
        [walletAggregate, world.userId],
        [paymentAggregate, world.id('payment')],
        [projectAggregate, world.projectId],
        [projectAggregate, world.id('copy')],
        [accountAggregate, world.userId],
        [styleAggregate, world.id('style')],
        [castLibraryAggregate, world.userId],
        [styleAggregate, readyMadeStyleId(world.userId, 'cut-paper')],
        [textWorkAggregate, world.id('work')],
        [textWorkAggregate, storyWorkId(world.userId, world.projectId)],
        [socialAccountsAggregate, world.userId],
        [postAggregate, world.id('post')],
        [postAggregate, world.id('post copy')],
        [templateAggregate, world.id('template')],
        [chatAggregate, chatIdOf(world.userId, world.projectId)],
        [batchAggregate, batchOf(world)],
        [batchAdmissionAggregate, admissionOf(world)],
      ] as const;
    const streamOf = ([{ category }, id]: ReturnType<typeof aggregates>[number]) => `${category}-${id}`;
    /** Loads the states of the streams that have events. No node remembers a stream that it found empty. */
    const statesOf = (world: World, { store }: Node, events: RecordedEvent[]) => {
      const begun = new Set(events.map(({ streamId }) => streamId));
      const loaded = aggregates(world).filter((each) => begun.has(streamOf(each)));
      return Promise.all(loaded.map(([aggregate, id]) => store.load(aggregate as typeof walletAggregate, id)));
    };
    async function eventsOf(world: World): Promise<RecordedEvent[]> {
      const events: RecordedEvent[] = [];
      const streams = new Set(aggregates(world).map(streamOf));
      // Events of earlier tests are skipped: this world's came later.
      for await (const event of (stores[0] as EventStore).readAll({ from: began ?? 'start' })) {
        if (streams.has(event.streamId)) events.push(toRecorded(event));
      }
      return events;
    }
    const madeBy = (row: Repeatable, events: RecordedEvent[], before: RecordedEvent[]) =>
      events.slice(before.length).filter(({ type }) => row.makes.includes(type));

    async function check(row: Repeatable, world: World, nodes: Node[], events: RecordedEvent[]): Promise<void> {
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      const truth = await statesOf(world, node(0), events);
      for (const each of nodes) expect(await statesOf(world, each, events)).toEqual(truth);
      const wallet = events.filter(({ streamId }) => streamId.startsWith('wallet-'));
      expect(verifyWallet(world.userId, wallet)).toMatchObject({ bad: null, entries: wallet.length });
    }

    it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
      const [world, a, b] = [new World(), node(0), node(1)];
      await row.setup?.(world, a);
      const before = await eventsOf(world);
      // Node B caches the streams in their earlier state: only a conflict or a read shows it A's changes.
      await statesOf(world, b, before);
      const first = await row.run(world, a);
      const once = await eventsOf(world);
      await row.between?.(world, a);
      const between = await eventsOf(world);
      const restarted = node(1);
      for (const again of [b, a, restarted]) expect(await row.run(world, again)).toEqual(first);
      const after = await eventsOf(world);
      // If the setup already made these events, the command makes none at all.
      const already = before.some(({ type }) => row.makes.includes(type)) && once.length === before.length;
      if (!already)
        expect(
          madeBy(row, once, before)
            .map(({ type }) => type)
            .sort(),
        ).toEqual([...row.makes].sort());
      expect(after).toEqual(between);
      // Each node continues from its own cached state.
      await world.buy(b);
      await world.buy(a);
      await world.buy(restarted);
      await check(row, world, [a, b, restarted], await eventsOf(world));
    });

    // Both stores refuse the later of two appends alike, as their conformance suite proves.
    if (name !== 'Postgres') return;
    it.each(rows.map((row) => [row.name, row] as const))('%s, at the same moment', async (_name, row) => {
      const [world, a, b] = [new World(), node(0), node(1)];
      await row.setup?.(world, a);
      const before = await eventsOf(world);
      await statesOf(world, b, before);
      const [one, other] = await Promise.all([row.run(world, a), row.run(world, b)]);
      expect(other).toEqual(one);
      const events = await eventsOf(world);
      const made = madeBy(row, events, before).map(({ type }) => type);
      expect(new Set(made).size).toBe(made.length);
      await world.buy(b);
      await world.buy(a);
      await check(row, world, [a, b], await eventsOf(world));
    });
  },
);
