import type { SceneFields } from '@storyreel/contracts';
import fc from 'fast-check';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { PastReader } from '../../../eventsourcing/commands/past-reader';
import { PAST_EVERY } from '../../../eventsourcing/commands/snapshot';
import type { Snapshot, Snapshots } from '../../../eventsourcing/commands/snapshot';
import { DomainError } from '../../../lib/domain-error';
import { NOW, OWNER } from '../../../testing/given-when-then';
import { MemoryEventStore } from '../../../testing/memory-event-store';
import { everythingKept, image, imageJobQueued, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { beginning, commands, seen } from '../../../testing/random-edits';
import type { ProjectEvent } from '../domain/events';
import { isActive } from '../domain/jobs';
import { liveScenes, projectAggregate } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { changesBetween } from './changes';
import { ProjectHistory } from './project-history';
import { RestoreVersion, RestoreVersionHandler, TakeStep, TakeStepHandler } from './take-step';

/** Stores past states as JSON, as the table does. */
class PastInMemory implements Snapshots {
  readonly kept: { revision: bigint; eventId: string; json: string }[] = [];
  load = () => Promise.resolve(null);
  save = () => false;
  discard = () => Promise.resolve();
  past(_stream: string, _fold: string, revision: bigint): Promise<Snapshot | null> {
    const found = this.kept.findLast((one) => one.revision <= revision);
    return Promise.resolve(found ? { ...found, state: JSON.parse(found.json) as unknown } : null);
  }
  keepPast(_stream: string, _fold: string, { revision, eventId, state }: Snapshot): Promise<void> {
    if (!this.kept.some((one) => one.revision === revision))
      this.kept.push({ revision, eventId, json: JSON.stringify(state) });
    this.kept.sort((a, b) => Number(a.revision - b.revision));
    return Promise.resolve();
  }
}

function stage() {
  const log = new MemoryEventStore();
  let made = 0;
  let minutes = 0;
  const ids = { next: () => `id-${++made}` };
  const clock = { now: () => new Date(Date.parse(NOW) + minutes * 60_000) };
  const store = new AggregateStore(log.asStore(), clock, ids);
  const past = new PastInMemory();
  const history = new ProjectHistory(store, new PastReader(log.asStore(), past), everythingKept);
  const context = (commandId = `command-${++made}`) => userContext(OWNER, { commandId });
  const takes = new TakeStepHandler(store, history);
  const restores = new RestoreVersionHandler(store, history, everythingKept);
  const all = { limit: 200 } as const;
  return {
    log,
    past,
    history,
    /** Advances the clock, so that the next edit does not merge with earlier ones into one step. */
    pass: (by = 5) => (minutes += by),
    append: (events: ProjectEvent[], commandId?: string) =>
      store.execute(projectAggregate, PROJECT, context(commandId), () => events),
    state: () => store.load(projectAggregate, PROJECT),
    undo: (step?: { first: string; revision: string }, commandId?: string) =>
      takes.execute(new TakeStep(PROJECT, { of: 'undo', step }, context(commandId))),
    redo: (step?: { first: string; revision: string }, commandId?: string) =>
      takes.execute(new TakeStep(PROJECT, { of: 'redo', step }, context(commandId))),
    restore: (revision: string, onlyScene: string | null = null) =>
      restores.execute(new RestoreVersion(PROJECT, { revision, onlyScene }, context())),
    entries: async () => (await history.page(PROJECT, OWNER, all)).items,
  };
}

/** Ends all work in progress, since a version cannot be restored meanwhile. */
async function settle({ state, append }: ReturnType<typeof stage>): Promise<void> {
  for (const { jobId, sceneId: of } of Object.values((await state()).jobs).filter(isActive))
    await append([{ type: 'ImageJobFailed', data: { jobId, sceneId: of ?? '', error: 'Cancelled.' } }]);
}

describe('the history of a project', () => {
  it('has for each revision the state that its events fold to', async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.nat(), async (given, chosen) => {
        const { append, log, history } = stage();
        await append(beginning());
        const states: [bigint, ProjectState][] = [];
        for (const events of given) {
          const { state, revision } = await append(events);
          states.push([revision, state]);
        }
        const at = BigInt(chosen % log.events.length);
        const [, wanted] = states.find(([revision]) => revision >= at) ?? [];
        if (!wanted || at === 0n) return;
        expect((await history.past(PROJECT, OWNER, at)).state).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  });

  it('undoes each step that it offers, newest first, and redoes them to the same state', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const it = stage();
        await it.append(beginning());
        for (const events of given) {
          it.pass();
          await it.append(events);
        }
        const states = [seen(await it.state())];
        for (let steps = 0; steps < given.length; steps++) {
          it.pass();
          try {
            await it.undo();
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            break;
          }
          states.push(seen(await it.state()));
        }
        for (const wanted of states.reverse().slice(1)) {
          it.pass();
          await it.redo();
          expect(seen(await it.state())).toEqual(wanted);
        }
        await expect(it.redo()).rejects.toThrow('There is nothing to redo.');
      }),
      { numRuns: 25 },
    );
  });

  it('restores any version as it was, and undoes that', async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.nat(), async (given, chosen) => {
        const it = stage();
        await it.append(beginning());
        for (const events of given) await it.append(events);
        await settle(it);
        const before = seen(await it.state());
        const at = BigInt(chosen % it.log.events.length);
        const past = await it.history.past(PROJECT, OWNER, at);
        it.pass();
        const { events } = await it.restore(String(at));
        expect(seen(await it.state())).toEqual(seen(past.state));
        if (events.length === 0) return;
        await it.undo();
        expect(seen(await it.state())).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('groups edits within a minute into one step, and later ones into another', async () => {
    const it = stage();
    await it.append(beginning());
    const edit = (title: string): ProjectEvent[] => [
      { type: 'SceneEdited', data: { sceneId: sceneId(1), changes: { title } } },
    ];
    for (const title of ['H', 'Ha', 'Harbour']) await it.append(edit(title));
    it.pass();
    await it.append(edit('Harbour at Night'));
    const [night, harbour, beginningStep] = await it.entries();
    expect(night).toMatchObject({
      what: 'Title of “Harbour at Night” changed',
      details: [{ label: 'Title', before: 'Harbour', after: 'Harbour at Night' }],
      way: 'undo',
      by: 'you',
      sceneId: sceneId(1),
    });
    expect(harbour).toMatchObject({ details: [{ label: 'Title', before: 'Scene 1', after: 'Harbour' }] });
    expect(beginningStep).toMatchObject({ what: 'Project created', way: 'none', reason: 'The project begins here.' });
    await it.undo(harbour && { first: harbour.first, revision: harbour.revision }).then(
      () => expect('undone').toBe('refused'),
      (error: Error) => expect(error.message).toBe('It was changed since.'),
    );
    await it.undo();
    await it.undo();
    expect((await it.state()).scenes[sceneId(1)]?.title).toBe('Scene 1');
    expect((await it.entries()).map(({ what, way }) => `${what}: ${way}`)).toEqual([
      'Undone: Title of “Harbour” changed: none',
      'Undone: Title of “Harbour at Night” changed: none',
      'Title of “Harbour at Night” changed: redo',
      'Title of “Harbour” changed: redo',
      'Project created: none',
    ]);
  });

  it('states the cost of work, and that paid work cannot be undone', async () => {
    const it = stage();
    await it.append(beginning());
    await it.append([imageJobQueued(3, 'job', ['slot'])]);
    const images = [{ slotId: 'slot', url: '/api/media/made' }];
    await it.append([{ type: 'ImageJobCompleted', data: { jobId: 'job', sceneId: sceneId(3), images, usd: 0.1 } }]);
    const [made, asked] = await it.entries();
    const reason = 'A provider was paid. Delete the result instead.';
    expect(made).toMatchObject({ what: 'An image for “Scene 3” made', zaps: 4, way: 'none', reason });
    expect(asked).toMatchObject({ zaps: null, way: 'none', kind: 'images' });
    await expect(it.undo()).rejects.toThrow('There is nothing to undo.');
  });

  it('runs a repeated command once, and redoes nothing after another change', async () => {
    const it = stage();
    await it.append(beginning());
    await it.append([{ type: 'ProjectEdited', data: { changes: { story: 'One' } } }]);
    await it.append([{ type: 'ProjectEdited', data: { changes: { characters: 'Ada' } } }]);
    await it.undo(undefined, 'key');
    await it.undo(undefined, 'key');
    expect((await it.state()).fields).toMatchObject({ story: 'One', characters: '' });
    await it.append([{ type: 'ProjectEdited', data: { changes: { props: 'A lamp' } } }]);
    await expect(it.redo()).rejects.toThrow('There is nothing to redo.');
  });

  it('restores one scene, and leaves the rest', async () => {
    const it = stage();
    await it.append(beginning());
    await it.append([{ type: 'SceneDeleted', data: { sceneId: sceneId(1) } }]);
    await it.append([{ type: 'ProjectEdited', data: { changes: { story: 'Later' } } }]);
    await it.restore('0', sceneId(1));
    const state = await it.state();
    expect(liveScenes(state).map(({ title }) => title)).toEqual(['Scene 1', 'Scene 2', 'Scene 3']);
    expect(state.fields.story).toBe('Later');
    await it.undo();
    expect(liveScenes(await it.state())).toHaveLength(2);
  });

  it('restores no version while something is being made, and is closed to other users', async () => {
    const it = stage();
    await it.append(beginning());
    await it.append([imageJobQueued(1, 'job', ['slot'])]);
    await expect(it.restore('0')).rejects.toThrow('Something is still being made.');
    await expect(it.history.page(PROJECT, 'somebody-else', { limit: 5 })).rejects.toThrow('Not found.');
    await expect(it.history.asOf(PROJECT, 'somebody-else', 0n)).rejects.toThrow('Not found.');
  });

  it('reads from a nearby snapshot, in pages without omissions', async () => {
    const it = stage();
    await it.append(beginning());
    for (let count = 0; count < 3 * PAST_EVERY; count++) {
      it.pass();
      await it.append([
        { type: 'SceneEdited', data: { sceneId: sceneId(1 + (count % 3)), changes: { title: `${count}` } } },
      ]);
    }
    await it.entries();
    expect(it.past.kept.length).toBeGreaterThanOrEqual(2);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await it.history.page(PROJECT, OWNER, { limit: 40, cursor, kind: 'texts' });
      read.push(...page.items.map(({ revision }) => revision));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const all = Array.from({ length: 3 * PAST_EVERY }, (_, at) => String(3 * PAST_EVERY - at));
    expect(read).toEqual(all);
    const of = await it.history.page(PROJECT, OWNER, { limit: 10, sceneId: sceneId(2) });
    expect(of.items.map(({ sceneId: about }) => about)).toEqual(Array(10).fill(sceneId(2)));
    const then = 2 * PAST_EVERY + 7;
    const past = await it.history.past(PROJECT, OWNER, BigInt(then));
    expect(past.state.scenes[sceneId(1 + ((then - 1) % 3))]?.title).toBe(`${then - 1}`);
  });
});

describe('the versions of a scene', () => {
  const edit = (changes: Partial<SceneFields>): ProjectEvent[] => [
    { type: 'SceneEdited', data: { sceneId: sceneId(1), changes } },
  ];
  const versionsOf = (it: ReturnType<typeof stage>, query: { limit: number; cursor?: string } = { limit: 50 }) =>
    it.history.versions({ projectId: PROJECT, sceneId: sceneId(1), ownerId: OWNER }, query);

  it('are its texts after each change, and the images that were dropped', async () => {
    const it = stage();
    await it.append(beginning());
    const steps: ProjectEvent[][] = [
      edit({ imagePrompt: 'a lamp' }),
      [{ type: 'SceneEdited', data: { sceneId: sceneId(2), changes: { title: 'Another scene' } } }],
      [{ type: 'ImageRemoved', data: { sceneId: sceneId(1), slotId: 'x' } }],
      edit({ imagePrompt: 'a red lamp', narration: 'It glows.' }),
    ];
    for (const events of steps) {
      it.pass();
      await it.append(events);
    }
    const { items, next } = await versionsOf(it);
    expect(next).toBeNull();
    expect(items.map(({ texts, dropped }) => [texts.imagePrompt, texts.narration, dropped.length])).toEqual([
      ['a red lamp', 'It glows.', 0],
      ['a lamp', null, 1],
      ['a lamp', null, 0],
      ['', null, 0],
    ]);
    expect(items[1]?.dropped).toEqual([{ id: 'x', url: image('x').url, index: 0, isKept: true }]);
    await it.append([
      {
        type: 'ImageAdded',
        data: { sceneId: sceneId(1), slotId: 'again', url: image('x').url, index: 0, makeMain: true },
      },
    ]);
    expect((await versionsOf(it)).items.flatMap(({ dropped }) => dropped)).toEqual([]);
    await expect(
      it.history.versions({ projectId: PROJECT, sceneId: sceneId(1), ownerId: 'somebody-else' }, { limit: 5 }),
    ).rejects.toThrow('Not found.');
  });

  it('continue from page to page, across snapshots', async () => {
    const it = stage();
    await it.append(beginning());
    const count = 2 * PAST_EVERY;
    for (let at = 1; at <= count; at++) {
      it.pass();
      await it.append(edit({ description: `Version ${at}` }));
    }
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await versionsOf(it, { limit: 60, cursor });
      read.push(...page.items.map(({ texts }) => texts.description));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const wanted = Array.from({ length: count }, (_, at) => `Version ${count - at}`);
    expect(read).toEqual([...wanted, scene(1).description]);
  });
});

describe('the changes between two states', () => {
  it('are empty for equal states', async () => {
    const it = stage();
    const { state } = await it.append(beginning());
    expect(changesBetween(state, JSON.parse(JSON.stringify(state)) as ProjectState)).toEqual([]);
  });
});
