import type { VideoMetadata } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, PROJECT, scene, sceneId, video, videoJobQueued } from '../../../testing/project-fixtures';
import type { ProjectEvent } from './events';
import { projectAggregate } from './project';
import type { SceneContent } from './scene';
import {
  AddVideo,
  ChooseMainVideo,
  decideAddVideo,
  decideChooseMainVideo,
  decideRemoveVideo,
  decideReplaceProcessingVideo,
  RemoveVideo,
  ReplaceProcessingVideo,
} from './scene-media';

const id = sceneId(1);
const by = (commandId = 'command') => userContext(OWNER, { commandId });
const theirs = testEnvironment({ ownerId: 'somebody-else' });
const clip: VideoMetadata = { url: '/api/media/clip', filename: 'clip.mp4', mimeType: 'video/mp4', size: 10 };
const whole = { duration: 5, thumbnail: '/api/media/still' };
const past = (changes: Partial<SceneContent> = {}): ProjectEvent[] => [created([scene(1, changes)])];
const two = { videos: [video('v'), video('w')], mainVideoId: 'v' };
const removed = (videoId: string): ProjectEvent => ({ type: 'VideoRemoved', data: { sceneId: id, videoId } });
const jobFailed = (error: string): ProjectEvent => ({
  type: 'VideoJobFailed',
  data: { jobId: 'job', sceneId: id, error },
});

describe('adding a clip', () => {
  const add = (data: Partial<VideoMetadata> = {}, commandId?: string) =>
    new AddVideo(PROJECT, { ...clip, ...data, sceneId: id }, by(commandId));
  const added = (videoId: string, index: number, makeMain: boolean, changes: object = {}): ProjectEvent => ({
    type: 'VideoAdded',
    data: {
      sceneId: id,
      video: { ...clip, id: videoId, duration: null, thumbnail: null, status: 'complete', ...changes },
      index,
      makeMain,
    },
  });

  it('puts it last, as the main one, with all of its data', () => {
    given(projectAggregate, past(two))
      .when((s, e) => decideAddVideo(add(), s, e))
      .then([added('id-1', 2, true)]);
    given(projectAggregate, past(two))
      .when((s, e) => decideAddVideo(add(whole), s, e))
      .then([added('id-1', 2, true, whole)]);
  });

  it('restores one at its place, as the main one only if it was, or if there is no other', () => {
    const back = add({ id: 'x', insertAt: 1 });
    given(projectAggregate, past(two))
      .when((s, e) => decideAddVideo(back, s, e))
      .then([added('x', 1, false)]);
    given(projectAggregate, past())
      .when((s, e) => decideAddVideo(add({ id: 'x', insertAt: 7 }), s, e))
      .then([added('x', 0, true)]);
    given(projectAggregate, [...past({ videos: [video('x'), video('w')], mainVideoId: 'x' }), removed('x')])
      .when((s, e) => decideAddVideo(back, s, e))
      .then([added('x', 1, true)]);
  });

  it('happens once, whatever has changed since', () => {
    const before = [...past(two), added('id-1', 2, true), removed('id-1')];
    given(projectAggregate, before)
      .when((s, e) => decideAddVideo(add({}, 'command-1'), s, e))
      .then([]);
  });

  it('accepts the twelfth, and is refused for another user’s scene', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => video(`v${n}`));
    given(projectAggregate, past({ videos: eleven, mainVideoId: 'v0' }))
      .when((s, e) => decideAddVideo(add(), s, e))
      .then([added('id-1', 11, true)]);
    given(projectAggregate, past())
      .when((s, e) => decideAddVideo(add(), s, e), theirs)
      .refused('not_found');
  });
});

describe('removing a clip', () => {
  const remove = (videoId: string) => new RemoveVideo(PROJECT, { sceneId: id, videoId }, by());

  it('removes the named one', () => {
    given(projectAggregate, past(two))
      .when((s, e) => decideRemoveVideo(remove('w'), s, e))
      .then([removed('w')]);
    given(projectAggregate, past(two))
      .when((s, e) => decideRemoveVideo(remove('x'), s, e))
      .refused('not_found');
    given(projectAggregate, past(two))
      .when((s, e) => decideRemoveVideo(remove('w'), s, e), theirs)
      .refused('not_found');
  });

  it('ends the job of a placeholder, which is removed with it', () => {
    given(projectAggregate, [...past(), videoJobQueued(1, 'job')])
      .when((s, e) => decideRemoveVideo(remove('processing-job'), s, e))
      .then([jobFailed('The generation was cancelled.')]);
  });

  it('removes a placeholder without a job', () => {
    const stray = { ...video('processing-gone'), url: '', status: 'processing' as const };
    given(projectAggregate, past({ videos: [stray] }))
      .when((s, e) => decideRemoveVideo(remove('processing-gone'), s, e))
      .then([removed('processing-gone')]);
    const over = [...past(), videoJobQueued(1, 'job'), jobFailed('no')];
    const again: ProjectEvent = {
      type: 'VideoAdded',
      data: { sceneId: id, video: { ...stray, id: 'processing-job' }, index: 0, makeMain: false },
    };
    given(projectAggregate, [...over, again])
      .when((s, e) => decideRemoveVideo(remove('processing-job'), s, e))
      .then([removed('processing-job')]);
  });
});

describe('choosing the main clip', () => {
  const choose = (videoId: string) => new ChooseMainVideo(PROJECT, { sceneId: id, videoId }, by());
  const broken = [
    { ...video('unfinished'), status: 'processing' as const },
    { ...video('empty'), url: '' },
  ];

  it('chooses a clip that is not the main one', () => {
    const project = given(projectAggregate, past(two));
    project
      .when((s, e) => decideChooseMainVideo(choose('w'), s, e))
      .then([{ type: 'MainVideoChosen', data: { sceneId: id, videoId: 'w' } }]);
    project.when((s, e) => decideChooseMainVideo(choose('v'), s, e)).then([]);
  });

  it.each(['unfinished', 'empty', 'gone'])('is refused for one that cannot be shown: %s', (videoId) => {
    given(projectAggregate, past({ videos: [...two.videos, ...broken], mainVideoId: 'v' }))
      .when((s, e) => decideChooseMainVideo(choose(videoId), s, e))
      .refused('bad_request');
  });

  it('is refused for another user’s scene', () => {
    given(projectAggregate, past(two))
      .when((s, e) => decideChooseMainVideo(choose('w'), s, e), theirs)
      .refused('not_found');
  });
});

describe('replacing a placeholder with a finished clip', () => {
  const replace = (data: { processingVideoId?: string; completedVideo?: VideoMetadata } = {}, commandId?: string) =>
    new ReplaceProcessingVideo(
      PROJECT,
      { sceneId: id, processingVideoId: 'processing-job', completedVideo: clip, ...data },
      by(commandId),
    );
  const replaced = (videoId: string, processingVideoId = 'processing-job'): ProjectEvent => ({
    type: 'ProcessingVideoReplaced',
    data: {
      sceneId: id,
      processingVideoId,
      video: { ...clip, id: videoId, duration: null, thumbnail: null, status: 'complete' },
    },
  });
  const waiting = [...past(), videoJobQueued(1, 'job')];

  it('ends the running job', () => {
    given(projectAggregate, waiting)
      .when((s, e) => decideReplaceProcessingVideo(replace(), s, e))
      .then([replaced('id-1'), jobFailed('Another clip took its place.')]);
    given(projectAggregate, waiting)
      .when((s, e) => decideReplaceProcessingVideo(replace({ completedVideo: { ...clip, id: 'x' } }), s, e))
      .then([replaced('x'), jobFailed('Another clip took its place.')]);
  });

  it('needs no job', () => {
    const stray = { ...video('processing-gone'), url: '', status: 'processing' as const };
    given(projectAggregate, past({ videos: [stray] }))
      .when((s, e) => decideReplaceProcessingVideo(replace({ processingVideoId: 'processing-gone' }), s, e))
      .then([replaced('id-1', 'processing-gone')]);
  });

  it('does nothing when the job has finished, or when it is repeated', () => {
    const completed: ProjectEvent = {
      type: 'VideoJobCompleted',
      data: { jobId: 'job', sceneId: id, video: video('own'), usd: 0 },
    };
    given(projectAggregate, [...waiting, completed])
      .when((s, e) => decideReplaceProcessingVideo(replace(), s, e))
      .then([]);
    given(projectAggregate, [...waiting, replaced('id-1')])
      .when((s, e) => decideReplaceProcessingVideo(replace({}, 'command-2'), s, e))
      .then([]);
  });

  it('is refused where there is no placeholder, and for another user’s scene', () => {
    for (const processingVideoId of ['processing-gone', 'v']) {
      given(projectAggregate, past(two))
        .when((s, e) => decideReplaceProcessingVideo(replace({ processingVideoId }), s, e))
        .refused('not_found');
    }
    given(projectAggregate, waiting)
      .when((s, e) => decideReplaceProcessingVideo(replace(), s, e), theirs)
      .refused('not_found');
  });
});
