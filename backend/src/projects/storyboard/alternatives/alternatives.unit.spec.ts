import fc from 'fast-check';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { PastReader } from '../../../eventsourcing/commands/past-reader';
import { noSnapshots } from '../../../eventsourcing/commands/snapshot';
import { NOW, OWNER } from '../../../testing/given-when-then';
import { MemoryEventStore } from '../../../testing/memory-event-store';
import { everythingKept, imageJobQueued, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { beginning, commands, seen } from '../../../testing/random-edits';
import type { ProjectEvent } from '../domain/events';
import { liveScenes, projectAggregate } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { ProjectHistory } from '../history/project-history';
import { TakeStep, TakeStepHandler } from '../history/take-step';
import {
  Alternatives,
  compared,
  TakeAlternative,
  TakeAlternativeHandler,
  TryAlternative,
  TryAlternativeHandler,
} from './alternatives';
import { counterpartId } from './counterparts';

const ALTERNATIVE = '44444444-4444-4444-8444-444444444444';
const theirs = (n: number): string => counterpartId(ALTERNATIVE, sceneId(n));

/** Translates edits of the project into the same edits of the alternative. */
const inAlternative = (events: readonly ProjectEvent[]): ProjectEvent[] =>
  JSON.parse(
    [1, 2, 3, 4].reduce((text, n) => text.replaceAll(sceneId(n), theirs(n)), JSON.stringify(events)),
  ) as ProjectEvent[];

function stage() {
  const log = new MemoryEventStore();
  let made = 0;
  let minutes = 0;
  const ids = { next: () => `id-${++made}` };
  const clock = { now: () => new Date(Date.parse(NOW) + minutes * 60_000) };
  const store = new AggregateStore(log.asStore(), clock, ids);
  const history = new ProjectHistory(store, new PastReader(log.asStore(), noSnapshots), everythingKept);
  const context = () => userContext(OWNER, { commandId: `command-${++made}` });
  const alternatives = new Alternatives(store);
  const tries = new TryAlternativeHandler(store, alternatives);
  const takes = new TakeAlternativeHandler(store);
  const steps = new TakeStepHandler(store, history);
  const state = (id: string) => store.load(projectAggregate, id);
  const append = (id: string, events: ProjectEvent[]) => {
    minutes += 5;
    return store.execute(projectAggregate, id, context(), () => events);
  };
  return {
    log,
    history,
    append,
    first: () => state(PROJECT),
    alternative: () => state(ALTERNATIVE),
    branch: (of = PROJECT, id = ALTERNATIVE) =>
      tries.execute(new TryAlternative(id, { projectId: of, title: 'A darker ending' }, context())),
    take: (onlyScene: string | null = null, alternativeId = ALTERNATIVE) =>
      takes.execute(new TakeAlternative(PROJECT, { alternativeId, onlyScene }, context())),
    compare: async () => compared(await state(PROJECT), await state(ALTERNATIVE)),
    undo: () => steps.execute(new TakeStep(PROJECT, { of: 'undo' }, context())),
  };
}

/** Returns the visible content of a project, without the ids of its media. */
function shown(state: ProjectState) {
  const { fields, scenes } = seen(state);
  const { title: _, ...others } = fields;
  const live = liveScenes(state);
  return {
    fields: others,
    scenes: scenes.map(({ texts, shots }, at) => {
      const { images = [], videos = [], mainImageId, mainVideoId } = live[at] ?? {};
      const finished = <Item extends { status: string; url: string }>(items: readonly Item[]) =>
        items.filter(({ status, url }) => status === 'complete' && url !== '');
      return {
        texts,
        shots,
        images: finished(images).map(({ url }) => url),
        clips: finished(videos).map(({ url }) => url),
        mainImage: images.find(({ id }) => id === mainImageId)?.url,
        mainClip: videos.find(({ id }) => id === mainVideoId)?.url,
      };
    }),
  };
}

const added: ProjectEvent[] = [{ type: 'SceneAdded', data: { scene: scene(7, { title: 'New', order: 15 }) } }];
const edits = fc.tuple(commands, fc.boolean()).map(([given, adds]) => (adds ? [added, ...given] : given));

describe('an alternative', () => {
  it('equals, once kept, the same edits made by hand, and is undone', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (given) => {
        const [it, byHand] = [stage(), stage()];
        await it.append(PROJECT, beginning());
        await byHand.append(PROJECT, beginning());
        await it.branch();
        for (const events of given) {
          await it.append(ALTERNATIVE, inAlternative(events));
          await byHand.append(PROJECT, events);
        }
        const before = seen(await it.first());
        const { events } = await it.take();
        expect(shown(await it.first())).toEqual(shown(await byHand.first()));
        expect((await it.compare()).isSame).toBe(true);
        expect((await it.take()).events).toEqual([]);
        if (events.length === 0) return;
        await it.undo();
        expect(seen(await it.first())).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('equals, taken scene by scene, the edits of its scenes made by hand', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (given) => {
        const [it, byHand] = [stage(), stage()];
        await it.append(PROJECT, beginning());
        await byHand.append(PROJECT, beginning());
        await it.branch();
        for (const events of given) {
          await it.append(ALTERNATIVE, inAlternative(events));
          await byHand.append(PROJECT, events);
        }
        for (const { id, isSame } of (await it.compare()).scenes) if (!isSame) await it.take(id);
        expect(shown(await it.first()).scenes).toEqual(shown(await byHand.first()).scenes);
        expect((await it.first()).fields.story).toBe('');
      }),
      { numRuns: 25 },
    );
  });

  it('begins as its project, refers to the same files and costs nothing', async () => {
    const it = stage();
    await it.append(PROJECT, [...beginning(), imageJobQueued(3, 'job', ['slot'])]);
    const { state, events } = await it.branch();
    expect(events.map(({ type }) => type)).toEqual(['ProjectCreated']);
    expect(state).toMatchObject({ alternativeOf: PROJECT, jobs: {}, fields: { title: 'A darker ending' } });
    expect(shown(state)).toEqual(shown(await it.first()));
    expect(await it.compare()).toMatchObject({ isSame: true, scenes: [{}, {}, {}] });
    expect(await it.history.page(ALTERNATIVE, OWNER, { limit: 5 })).toMatchObject({
      items: [{ what: 'Created as an alternative' }],
    });
  });

  it('replaces edits made on both sides, and notes that in the history', async () => {
    const it = stage();
    await it.append(PROJECT, beginning());
    await it.branch();
    const title = (id: string, to: string): ProjectEvent => {
      return { type: 'SceneEdited', data: { sceneId: id, changes: { title: to } } };
    };
    await it.append(PROJECT, [title(sceneId(1), 'Ours')]);
    await it.append(ALTERNATIVE, [title(theirs(1), 'Theirs'), title(theirs(2), 'Theirs too')]);
    await it.take(sceneId(1));
    expect(liveScenes(await it.first()).map((one) => one.title)).toEqual(['Theirs', 'Scene 2', 'Scene 3']);
    await it.take();
    const { items } = await it.history.page(PROJECT, OWNER, { limit: 2 });
    expect(items.map(({ what, way }) => [what, way])).toEqual([
      ['The alternative “A darker ending” kept', 'undo'],
      ['“Theirs” taken from the alternative “A darker ending”', 'undo'],
    ]);
  });

  it('brings a narration that was made in it', async () => {
    const it = stage();
    await it.append(PROJECT, beginning());
    await it.branch();
    const speech = { url: '/api/media/speech', hash: 'hash', seconds: 3, words: [] } as never;
    await it.append(ALTERNATIVE, [
      { type: 'SceneEdited', data: { sceneId: theirs(1), changes: { narration: 'It glows.' } } },
      { type: 'SpeechTaken', data: { sceneId: theirs(1), speech } },
    ]);
    await it.take(sceneId(1));
    expect((await it.first()).scenes[sceneId(1)]).toMatchObject({ speech, speechStatus: 'complete' });
    await it.undo();
    expect((await it.first()).scenes[sceneId(1)]).toMatchObject({ speech: null, speechStatus: 'none' });
  });

  it('of an alternative belongs to the same project', async () => {
    const it = stage();
    const other = '55555555-5555-4555-8555-555555555555';
    await it.append(PROJECT, beginning());
    await it.branch();
    await it.append(ALTERNATIVE, [{ type: 'SceneEdited', data: { sceneId: theirs(1), changes: { title: 'Darker' } } }]);
    const { state } = await it.branch(ALTERNATIVE, other);
    expect(state.alternativeOf).toBe(PROJECT);
    await it.take(sceneId(1), other);
    expect((await it.first()).scenes[sceneId(1)]?.title).toBe('Darker');
  });

  it('is not taken while something is being made, nor into another project, nor by other users', async () => {
    const it = stage();
    await it.append(PROJECT, beginning());
    await it.branch();
    await it.append(ALTERNATIVE, [{ type: 'ProjectEdited', data: { changes: { story: 'Darker.' } } }]);
    await expect(it.take('66666666-6666-4666-8666-666666666666')).rejects.toThrow('Not found.');
    await expect(it.take(null, PROJECT)).rejects.toThrow('Not found.');
    await it.append(PROJECT, [imageJobQueued(1, 'job', ['slot'])]);
    await expect(it.take()).rejects.toThrow('Something is still being made.');
    const alternatives = new Alternatives(
      new AggregateStore(it.log.asStore(), { now: () => new Date(NOW) }, { next: () => '' }),
    );
    await expect(alternatives.pair(ALTERNATIVE, { ownerId: 'somebody-else' })).rejects.toThrow('Not found.');
    await expect(alternatives.pair(PROJECT, { ownerId: OWNER })).rejects.toThrow('Not found.');
  });
});
