import { userContext } from '../../../eventsourcing/commands/command-context';
import { projectAggregate, type ProjectEvent, type ProjectEventOf } from '../../../projects/storyboard';
import { given, NOW, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { decideRestoreStory, decideUseStory, RestoreStory, storyHash, UseStory } from './use-story';
import { decideWriteSceneTexts, WriteSceneTexts } from './scene-texts';

const by = (commandId = 'command') => userContext(OWNER, { commandId });
const theirs = testEnvironment({ ownerId: 'somebody-else' });
const typed = (story: string): ProjectEvent => ({ type: 'ProjectEdited', data: { changes: { story } } });

describe('a story written for a project', () => {
  const use = (insteadOf: string | null, commandId?: string, story = 'Once upon a time.') =>
    new UseStory(PROJECT, { draftId: 'draft', holdId: 'hold', story, insteadOf }, by(commandId));
  const written = (before: string): ProjectEvent => ({
    type: 'StoryWritten',
    data: { draftId: 'draft', story: 'Once upon a time.', before, holdId: 'hold' },
  });

  it('replaces the story present at its request, and remembers it', () => {
    given(projectAggregate, [created(), typed('Fog.')])
      .when((s, e) => decideUseStory(use(storyHash('Fog.')), s, e))
      .then([written('Fog.')]);
    given(projectAggregate, [created(), typed('Fog.')])
      .when((s, e) => decideUseStory(use(storyHash('Fog.')), s, e))
      .thenState(({ fields }) => expect(fields.story).toBe('Once upon a time.'));
  });

  it('replaces no other story, unless its creator confirms', () => {
    const edited = given(projectAggregate, [created(), typed('Fog, and more of it.')]);
    edited.when((s, e) => decideUseStory(use(storyHash('Fog.')), s, e)).then([]);
    edited.when((s, e) => decideUseStory(use(null), s, e)).then([written('Fog, and more of it.')]);
  });

  it('is used once, whatever was written since', () => {
    given(projectAggregate, [created(), written(''), typed('By hand.')])
      .when((s, e) => decideUseStory(use(null, 'command-1'), s, e))
      .then([]);
    given(projectAggregate, [created(), typed('Once upon a time.')])
      .when((s, e) => decideUseStory(use(null), s, e))
      .then([]);
  });

  it('restores the earlier story on undo, once', () => {
    const restore = (story: string, commandId?: string) =>
      new RestoreStory(PROJECT, { draftId: 'draft', story }, by(commandId));
    const restored: ProjectEvent = { type: 'StoryRestored', data: { draftId: 'draft', story: 'Fog.' } };
    const past = [created(), typed('Fog.'), written('Fog.')];
    given(projectAggregate, past)
      .when((s, e) => decideRestoreStory(restore('Fog.'), s, e))
      .then([restored]);
    given(projectAggregate, [...past, restored])
      .when((s, e) => decideRestoreStory(restore('Fog.'), s, e))
      .then([]);
    given(projectAggregate, [...past, restored, typed('By hand.')])
      .when((s, e) => decideRestoreStory(restore('Fog.', 'command-3'), s, e))
      .then([]);
    given(projectAggregate, past)
      .when((s, e) => decideRestoreStory(restore('Fog.'), s, e), theirs)
      .refused('not_found');
  });

  it('is refused for another user’s project', () => {
    given(projectAggregate, [created()])
      .when((s, e) => decideUseStory(use(null), s, e), theirs)
      .refused('not_found');
  });
});

describe('generated texts for a scene', () => {
  const id = sceneId(1);
  type Written = ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'>;
  const described: Written = {
    type: 'SceneDescribed',
    data: { sceneId: id, description: 'A lamp.', imagePrompt: 'a lamp', videoPrompt: 'it turns', holdId: 'hold' },
  };
  const prompted: Written = {
    type: 'ScenePromptWritten',
    data: { sceneId: id, field: 'videoPrompt', value: 'it turns', holdId: 'hold' },
  };
  const write = (written: Written, { until = NOW, commandId = 'command' } = {}) =>
    new WriteSceneTexts(PROJECT, { written, until }, by(commandId));
  const past = [created([scene(1), scene(2)])];

  it.each([described, prompted])('are written into it until their time is over: $type', (written) => {
    given(projectAggregate, past)
      .when((s, e) => decideWriteSceneTexts(write(written), s, e))
      .then([written]);
    given(projectAggregate, past)
      .when((s, e) => decideWriteSceneTexts(write(written), s, e), testEnvironment({ now: '2026-03-01T12:00:00.001Z' }))
      .refused('provider_failed');
  });

  it('are written once, also when the repeat arrives late', () => {
    const late = testEnvironment({ now: '2026-03-02T12:00:00.000Z' });
    given(projectAggregate, [...past, described])
      .when((s, e) => decideWriteSceneTexts(write(described, { commandId: 'command-1' }), s, e), late)
      .then([]);
  });

  it('are refused above the size limit of the project', () => {
    const long = 'x'.repeat(24_000_000);
    const half = [created([scene(1), scene(2, { description: long })])];
    const tooMuch: Written = { ...described, data: { ...described.data, description: long } };
    given(projectAggregate, half)
      .when((s, e) => decideWriteSceneTexts(write(tooMuch), s, e))
      .refused('limit_reached');
    const longPrompt: Written = { ...prompted, data: { ...prompted.data, value: long } };
    given(projectAggregate, half)
      .when((s, e) => decideWriteSceneTexts(write(longPrompt), s, e))
      .refused('limit_reached');
    // The replaced texts no longer count towards the size.
    const before = [created([scene(1, { description: long }), scene(2, { description: long.slice(10_000) })])];
    given(projectAggregate, before)
      .when((s, e) => decideWriteSceneTexts(write(described), s, e))
      .then([described]);
  });

  it('are refused for a scene that was deleted meanwhile, and for another user’s', () => {
    const gone: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: id } };
    given(projectAggregate, [...past, gone])
      .when((s, e) => decideWriteSceneTexts(write(described), s, e))
      .refused('not_found');
    given(projectAggregate, past)
      .when((s, e) => decideWriteSceneTexts(write(described), s, e), theirs)
      .refused('not_found');
  });
});
