import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER } from '../../../testing/given-when-then';
import { created, PROJECT, scene, sceneId, videoJobQueued } from '../../../testing/project-fixtures';
import { decideMergeScenes, decideSplitScene, decideUndoCut, MergeScenes, SplitScene, UndoCut } from './cut-scenes';
import type { ProjectEvent } from './events';
import { liveScenes, projectAggregate } from './project';
import type { ProjectState } from './project';
import { EMPTY_SCENE } from './scene';

const by = (commandId = 'command') => userContext(OWNER, { commandId });
const [one, two, six, seven] = [sceneId(1), sceneId(2), sceneId(6), sceneId(7)] as const;
const told = {
  ...scene(1),
  title: 'Dawn',
  sourceText: 'Mara lit the lamp.\n\nThen the storm came.',
  description: 'A lamp.',
};
const after = { ...scene(2), title: 'Noon', sourceText: 'It passed.', description: 'The sea.' };
const project = created([told, after]);
const split = (halves: [string, string]) =>
  new SplitScene(
    PROJECT,
    { sceneId: one, cutId: 'cut', first: halves[0], second: halves[1], newIds: [six, seven] },
    by(),
  );
const merge = (id: string = one) => new MergeScenes(PROJECT, { sceneId: id, cutId: 'cut', newId: six }, by());
const undo = new UndoCut(PROJECT, { cutId: 'cut' }, by('undo'));
const shown = (state: ProjectState) =>
  liveScenes(state).map(({ id, order, title, sourceText }) => [id, order, title, sourceText]);
const before = [
  [one, 10, 'Dawn', 'Mara lit the lamp.\n\nThen the storm came.'],
  [two, 20, 'Noon', 'It passed.'],
];

describe('splitting a scene', () => {
  it('makes two of its text, the second with a title of its own; the first keeps its media', () => {
    given(projectAggregate, [project, videoJobQueued(1, 'clip')])
      .when((s, e) => decideSplitScene(split(['Mara lit the lamp.', 'Then the storm came.']), s, e))
      .thenState((state) => {
        expect(shown(state)).toEqual([
          [six, 10, 'Dawn', 'Mara lit the lamp.'],
          [seven, 20, 'Then the storm came', 'Then the storm came.'],
          [two, 30, 'Noon', 'It passed.'],
        ]);
        expect(liveScenes(state).map(({ description }) => description)).toEqual(['A lamp.', '', 'The sea.']);
        expect(state.jobs.clip?.status).toBe('failed');
      });
  });

  it('splits a narration and a description with text', () => {
    const spoken = { ...EMPTY_SCENE, id: one, order: 10, narration: 'Once. Then.', sourceText: 'One day. Two days.' };
    given(projectAggregate, [created([spoken])])
      .when((s, e) => decideSplitScene(split(['Once.', 'Then.']), s, e))
      .thenState((state) =>
        expect(liveScenes(state).map(({ narration, sourceText }) => [narration, sourceText])).toEqual([
          ['Once.', 'One day.'],
          ['Then.', 'Two days.'],
        ]),
      );
    const described = { ...EMPTY_SCENE, id: one, order: 10, description: 'A lamp. A storm.' };
    given(projectAggregate, [created([described])])
      .when((s, e) => decideSplitScene(split(['A lamp.', 'A storm.']), s, e))
      .thenState((state) => expect(liveScenes(state).map((each) => each.description)).toEqual(['A lamp.', 'A storm.']));
  });

  it.each([
    ['changed text', ['Mara lit the lamp.', 'Then it rained.'], 'conflict'],
    ['nothing', ['Mara lit the lamp. Then the storm came.', ' '], 'bad_request'],
  ] as const)('refuses %s', (_, [first, second], code) => {
    given(projectAggregate, [project])
      .when((s, e) => decideSplitScene(split([first, second]), s, e))
      .refused(code);
  });
});

describe('merging a scene with the next', () => {
  it('joins the text of both', () => {
    given(projectAggregate, [project])
      .when((s, e) => decideMergeScenes(merge(), s, e))
      .thenState((state) => {
        expect(shown(state)).toEqual([[six, 10, 'Dawn', `${told.sourceText}\n\nIt passed.`]]);
        expect(liveScenes(state)[0]).toMatchObject({ description: 'A lamp. The sea.', narration: null, speech: null });
      });
  });

  it('refuses the last scene', () => {
    given(projectAggregate, [project])
      .when((s, e) => decideMergeScenes(merge(two), s, e))
      .refused('conflict');
  });
});

describe('undoing a split or a merge', () => {
  const merged: ProjectEvent = {
    type: 'ScenesMerged',
    data: { cutId: 'cut', removedIds: [one, two], scenes: [{ ...told, id: six }] },
  };

  it('restores the scenes from before, once', () => {
    given(projectAggregate, [project, merged])
      .when((s, e) => decideUndoCut(undo, s, e))
      .thenState((state) => expect(shown(state)).toEqual(before));
    const undone: ProjectEvent = {
      type: 'SceneCutUndone',
      data: { cutId: 'cut', restoredIds: [one, two], removedIds: [six] },
    };
    given(projectAggregate, [project, merged, undone])
      .when((s, e) => decideUndoCut(undo, s, e))
      .then([]);
    given(projectAggregate, [project, merged])
      .when((s, e) => decideMergeScenes(merge(), s, e))
      .then([]);
  });

  it('is refused when its scenes are gone, or there was no split or merge', () => {
    given(projectAggregate, [project, merged, { type: 'SceneDeleted', data: { sceneId: six } }])
      .when((s, e) => decideUndoCut(undo, s, e))
      .refused('conflict');
    given(projectAggregate, [project])
      .when((s, e) => decideUndoCut(undo, s, e))
      .refused('conflict');
  });
});
