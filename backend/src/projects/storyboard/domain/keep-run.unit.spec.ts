import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId, video } from '../../../testing/project-fixtures';
import type { ProjectEvent, ProjectEventOf } from './events';
import { decideKeepRun, decideUndoKeepRun, KeepRun, UndoKeepRun } from './keep-run';
import { projectAggregate } from './project';
import type { SceneContent } from './scene';

type RunKept = ProjectEventOf<'RunKept'>['data'];

const id = sceneId(1);
const context = userContext(OWNER, { commandId: 'command' });
const theirs = testEnvironment({ ownerId: 'somebody-else' });
const picture = (slotId: string) => ({ slotId, url: `/api/media/${slotId}` });
const past = (changes: Partial<SceneContent> = {}): ProjectEvent[] => [created([scene(1, changes), scene(2)])];
const full = (count: number) => Array.from({ length: count }, (_, n) => `old-${n}`);

const keep = (data: Partial<KeepRun['data']>, commandId = 'command') =>
  new KeepRun(
    PROJECT,
    { sceneId: id, runId: 'run', images: [], video: null, ...data },
    userContext(OWNER, { commandId }),
  );
const kept = (data: Partial<RunKept>): ProjectEvent => ({
  type: 'RunKept',
  data: { sceneId: id, runId: 'run', images: [], video: null, previousMainId: null, ...data },
});
const undo = (data: Partial<RunKept>) => new UndoKeepRun(PROJECT, { ...(kept(data).data as RunKept) }, context);

describe('keeping the results of a run', () => {
  it('adds the images to the scene, and remembers the earlier main one', () => {
    const scenes = past({ images: [image('a')], mainImageId: 'a' });
    const images = [picture('b'), picture('c')];
    given(projectAggregate, scenes)
      .when((s, e) => decideKeepRun(keep({ images }), s, e))
      .then([kept({ images, previousMainId: 'a' })]);
    given(projectAggregate, scenes)
      .when((s, e) => decideKeepRun(keep({ images }), s, e))
      .thenState(({ scenes: after }) => {
        expect(after[id]).toMatchObject({ mainImageId: 'b', imageStatus: 'complete' });
        expect(after[id]?.images.map((slot) => slot.id)).toEqual(['a', 'b', 'c']);
      });
  });

  it('adds a clip to the scene, and remembers the earlier main one', () => {
    const scenes = past({ images: [image('a')], mainImageId: 'a', videos: [video('v')], mainVideoId: 'v' });
    given(projectAggregate, scenes)
      .when((s, e) => decideKeepRun(keep({ video: video('w') }), s, e))
      .then([kept({ video: video('w'), previousMainId: 'v' })]);
    given(projectAggregate, scenes)
      .when((s, e) => decideKeepRun(keep({ video: video('w') }), s, e))
      .thenState(({ scenes: after }) => expect(after[id]).toMatchObject({ mainVideoId: 'w', mainImageId: 'a' }));
  });

  it('adds only what is missing', () => {
    const scenes = past({ images: [image('a')], mainImageId: 'a', videos: [video('v')], mainVideoId: 'v' });
    const both = { images: [picture('a'), picture('b')], video: video('v') };
    given(projectAggregate, scenes)
      .when((s, e) => decideKeepRun(keep(both), s, e))
      .then([kept({ images: [picture('b')], previousMainId: 'a' })]);
  });

  it('makes its first image the main one when all are there already', () => {
    const media = {
      images: [image('a'), image('b')],
      mainImageId: 'a',
      videos: [video('v'), video('w')],
      mainVideoId: 'v',
    };
    const project = given(projectAggregate, past(media));
    project
      .when((s, e) => decideKeepRun(keep({ images: [picture('b'), picture('a')] }), s, e))
      .then([{ type: 'MainImageChosen', data: { sceneId: id, slotId: 'b' } }]);
    project.when((s, e) => decideKeepRun(keep({ images: [picture('a'), picture('b')] }), s, e)).then([]);
    project
      .when((s, e) => decideKeepRun(keep({ video: video('w') }), s, e))
      .then([{ type: 'MainVideoChosen', data: { sceneId: id, videoId: 'w' } }]);
    project.when((s, e) => decideKeepRun(keep({ video: video('v') }), s, e)).then([]);
    project.when((s, e) => decideKeepRun(keep({}), s, e)).then([]);
  });

  it('adds the twelfth, but no thirteenth', () => {
    const images = [picture('a'), picture('b')];
    const pictures = (count: number) => past({ images: full(count).map((slot) => image(slot)) });
    given(projectAggregate, pictures(10))
      .when((s, e) => decideKeepRun(keep({ images }), s, e))
      .then([kept({ images })]);
    given(projectAggregate, pictures(11))
      .when((s, e) => decideKeepRun(keep({ images }), s, e))
      .refused('limit_reached');
    const clips = (count: number) => past({ videos: full(count).map((clip) => video(clip)) });
    given(projectAggregate, clips(11))
      .when((s, e) => decideKeepRun(keep({ video: video('v') }), s, e))
      .then([kept({ video: video('v') })]);
    given(projectAggregate, clips(12))
      .when((s, e) => decideKeepRun(keep({ video: video('v') }), s, e))
      .refused('limit_reached');
    // A scene that has its maximum of clips still accepts an image.
    given(projectAggregate, clips(12))
      .when((s, e) => decideKeepRun(keep({ images }), s, e))
      .then([kept({ images })]);
  });

  it('happens once, whatever has changed since', () => {
    const removed: ProjectEvent = { type: 'ImageRemoved', data: { sceneId: id, slotId: 'b' } };
    given(projectAggregate, [...past(), kept({ images: [picture('b')] }), removed])
      .when((s, e) => decideKeepRun(keep({ images: [picture('b')] }, 'command-1'), s, e))
      .then([]);
  });

  it('is refused for a missing scene, and for another user’s', () => {
    const gone: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: id } };
    const one = keep({ images: [picture('a')] });
    given(projectAggregate, [...past(), gone])
      .when((s, e) => decideKeepRun(one, s, e))
      .refused('not_found');
    given(projectAggregate, past())
      .when((s, e) => decideKeepRun(one, s, e), theirs)
      .refused('not_found');
  });
});

describe('keeping the text of a run', () => {
  const written = { description: 'A lamp.', imagePrompt: 'a lamp' };

  it('writes the fields that differ, and remembers the text from before', () => {
    given(projectAggregate, past({ description: 'Fog.', imagePrompt: 'a lamp', videoPrompt: 'waves' }))
      .when((s, e) => decideKeepRun(keep({ texts: written }), s, e))
      .then([kept({ texts: { after: written, before: { description: 'Fog.' } } })]);
  });

  it('does nothing for text that is there already', () => {
    given(projectAggregate, past(written))
      .when((s, e) => decideKeepRun(keep({ texts: written }), s, e))
      .then([]);
  });

  it('is refused where the project would hold too much', () => {
    const long = { description: 'x'.repeat(48_000_000) };
    given(projectAggregate, past())
      .when((s, e) => decideKeepRun(keep({ texts: long }), s, e))
      .refused('limit_reached');
    // Replaced texts no longer count towards the size.
    given(projectAggregate, past({ description: 'x'.repeat(47_999_000) }))
      .when((s, e) => decideKeepRun(keep({ texts: written }), s, e))
      .then([kept({ texts: { after: written, before: { description: 'x'.repeat(47_999_000), imagePrompt: '' } } })]);
  });
});

describe('undoing a kept result', () => {
  const media = { images: [image('a')], mainImageId: 'a', videos: [video('v')], mainVideoId: 'v' };
  const twoImages = { images: [picture('b'), picture('c')], previousMainId: 'a' };
  const oneClip = { video: video('w'), previousMainId: 'v' };

  it('removes the images, and restores the earlier main one', () => {
    given(projectAggregate, [...past(media), kept(twoImages)])
      .when((s, e) => decideUndoKeepRun(undo(twoImages), s, e))
      .then([
        { type: 'ImageSlotsRemoved', data: { sceneId: id, slotIds: ['b', 'c'] } },
        { type: 'MainImageChosen', data: { sceneId: id, slotId: 'a' } },
      ]);
  });

  it('leaves a main image that was chosen since, and removes the remaining ones', () => {
    const chosen: ProjectEvent = { type: 'MainImageChosen', data: { sceneId: id, slotId: 'a' } };
    const removed: ProjectEvent = { type: 'ImageRemoved', data: { sceneId: id, slotId: 'b' } };
    given(projectAggregate, [...past(media), kept(twoImages), chosen, removed])
      .when((s, e) => decideUndoKeepRun(undo(twoImages), s, e))
      .then([{ type: 'ImageSlotsRemoved', data: { sceneId: id, slotIds: ['c'] } }]);
  });

  it('chooses no main image where there was none, or where it is gone', () => {
    const removed: ProjectEvent = { type: 'ImageRemoved', data: { sceneId: id, slotId: 'a' } };
    const taken: ProjectEvent = { type: 'ImageSlotsRemoved', data: { sceneId: id, slotIds: ['b', 'c'] } };
    given(projectAggregate, [...past(media), kept(twoImages), removed])
      .when((s, e) => decideUndoKeepRun(undo(twoImages), s, e))
      .then([taken]);
    const without = { ...twoImages, previousMainId: null };
    given(projectAggregate, [...past(), kept(without)])
      .when((s, e) => decideUndoKeepRun(undo(without), s, e))
      .then([taken]);
  });

  it('removes the clip, and restores the earlier main one', () => {
    given(projectAggregate, [...past(media), kept(oneClip)])
      .when((s, e) => decideUndoKeepRun(undo(oneClip), s, e))
      .then([
        { type: 'VideoRemoved', data: { sceneId: id, videoId: 'w' } },
        { type: 'MainVideoChosen', data: { sceneId: id, videoId: 'v' } },
      ]);
  });

  it('chooses no main clip where another was chosen since, where there was none, or where it is gone', () => {
    const taken: ProjectEvent = { type: 'VideoRemoved', data: { sceneId: id, videoId: 'w' } };
    const chosen: ProjectEvent = { type: 'MainVideoChosen', data: { sceneId: id, videoId: 'v' } };
    const removed: ProjectEvent = { type: 'VideoRemoved', data: { sceneId: id, videoId: 'v' } };
    for (const since of [chosen, removed]) {
      given(projectAggregate, [...past(media), kept(oneClip), since])
        .when((s, e) => decideUndoKeepRun(undo(oneClip), s, e))
        .then([taken]);
    }
    const without = { ...oneClip, previousMainId: null };
    given(projectAggregate, [...past(), kept(without)])
      .when((s, e) => decideUndoKeepRun(undo(without), s, e))
      .then([taken]);
  });

  it('does nothing where all of it is gone', () => {
    given(projectAggregate, past(media))
      .when((s, e) => decideUndoKeepRun(undo(twoImages), s, e))
      .refused('not_found');
    given(projectAggregate, past(media))
      .when((s, e) => decideUndoKeepRun(undo(oneClip), s, e))
      .refused('not_found');
  });

  it('restores the text from before, and leaves text written by hand since', () => {
    const texts = {
      after: { description: 'A lamp.', imagePrompt: 'a lamp' },
      before: { description: 'Fog.', imagePrompt: 'fog' },
    };
    const byHand: ProjectEvent = { type: 'SceneEdited', data: { sceneId: id, changes: { imagePrompt: 'a gull' } } };
    const now = past({ description: 'Fog.', imagePrompt: 'fog', videoPrompt: 'waves' });
    given(projectAggregate, [...now, kept({ texts })])
      .when((s, e) => decideUndoKeepRun(undo({ texts }), s, e))
      .then([{ type: 'SceneEdited', data: { sceneId: id, changes: { description: 'Fog.', imagePrompt: 'fog' } } }]);
    given(projectAggregate, [...now, kept({ texts }), byHand])
      .when((s, e) => decideUndoKeepRun(undo({ texts }), s, e))
      .then([{ type: 'SceneEdited', data: { sceneId: id, changes: { description: 'Fog.' } } }]);
    given(projectAggregate, now)
      .when((s, e) => decideUndoKeepRun(undo({ texts }), s, e))
      .refused('not_found');
  });

  it('is refused for another user’s scene', () => {
    given(projectAggregate, [...past(media), kept(twoImages)])
      .when((s, e) => decideUndoKeepRun(undo(twoImages), s, e), theirs)
      .refused('not_found');
  });
});
