import { NEW_FILM_SETTINGS, type VideoItem } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { type FilmAsked, projectAggregate, type ProjectEvent, projectListView } from '../../../projects/storyboard';
import { given, OWNER, stateOf } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId, video } from '../../../testing/project-fixtures';
import { foldTwice, recorded } from '../../../testing/view-spec';
import { CANCELLED } from '../../domain/job-steps';
import { filmJobView } from './film-job.view';
import { planFilm } from './film-requests';
import { decideFilmed } from './run-film-job';
import { CancelFilm, decideCancelFilm, decideRemoveFilm, decideRestoreFilm, RemoveFilm, RestoreFilm } from './film-job';

const FILM = '44444444-4444-4444-8444-444444444444';
const OTHER = '55555555-5555-4555-8555-555555555555';
const KEY = 'A'.repeat(32);
const context = userContext(OWNER, { commandId: 'command' });
const withImage = { images: [image('a', { url: `/api/media/${KEY}` })], mainImageId: 'a' };
const project = created([scene(1, withImage), scene(2, withImage)]);
const plan = (events: ProjectEvent[]) => planFilm(stateOf(projectAggregate, events), 'draft');

const clip: VideoItem = {
  ...{ id: 'fog', url: `/api/media/${KEY}`, filename: 'fog.mp4', mimeType: 'video/mp4', size: 1 },
  ...{ duration: 610, thumbnail: null, status: 'complete' },
};

const price = { holdId: 'hold', units: 1_000, usd: 0, priceVersion: 'v' };
const asked: FilmAsked = plan([project]);
const request = { jobId: FILM, requestHash: 'hash', ...price, ...asked };
const queued: ProjectEvent = { type: 'FilmJobQueued', data: { ...request, sceneId: null } };
const started: ProjectEvent = { type: 'FilmJobStarted', data: { jobId: FILM, sceneId: null, provider: 'storyreel' } };
const files = { url: '/api/media/film', posterUrl: '/p', srtUrl: '/s', vttUrl: '/v', seconds: 9.9, bytes: 5 };
const completed = (isDraft: boolean): ProjectEvent => ({
  type: 'FilmJobCompleted',
  data: { jobId: FILM, sceneId: null, usd: 0, isDraft, filename: 'The Lamp.mp4', film: files },
});
const failed: ProjectEvent = { type: 'FilmJobFailed', data: { jobId: FILM, sceneId: null, error: CANCELLED } };
const about = { filmId: FILM };

describe('the plan of a film', () => {
  it('has the present content of every scene', () => {
    expect(asked).toMatchObject({ quality: 'draft', format: '9:16', seconds: 10, musicUrl: null });
    expect(asked.blocks.map((block) => block.sceneId)).toEqual([sceneId(1), sceneId(2)]);
  });

  it('uses the chosen music bed, else the uploaded music, else the Audio tab’s audio if that is enabled', () => {
    const audio = { storyAudioUrl: `/api/media/${KEY}` };
    const edited = (changes: object): ProjectEvent => ({ type: 'ProjectEdited', data: { changes } });
    expect(plan([project, edited(audio)]).musicUrl).toBe(audio.storyAudioUrl);
    const film = { ...NEW_FILM_SETTINGS, music: false };
    expect(plan([project, edited({ ...audio, film })]).musicUrl).toBeNull();
    const music = { filmMusicUrl: `/api/media/${'B'.repeat(32)}` };
    expect(plan([project, edited({ ...audio, ...music })]).musicUrl).toBe(music.filmMusicUrl);
    expect(plan([project, edited({ ...music, film })]).musicUrl).toBe(music.filmMusicUrl);
    expect(plan([project, edited({ filmMusicUrl: 'https://example.com/a.mp3' })]).musicUrl).toBeNull();
    const mood = { ...NEW_FILM_SETTINGS, musicBed: 'calm' as const };
    const withBed = plan([project, edited({ ...audio, ...music, film: mood })]);
    expect(withBed).toMatchObject({ musicUrl: null, musicBed: 'calm' });
    expect(plan([project, edited(audio)])).not.toHaveProperty('musicBed');
  });

  it.each([
    ['no scene', [], 'at least one scene'],
    ['a scene without a picture', [scene(1, withImage), scene(2, { title: 'Fog' })], 'Fog'],
    [
      'an image of another site',
      [scene(1, { ...withImage, images: [image('a', { url: 'https://x.test/a' })] })],
      'Upload',
    ],
    [
      'a clip of 610 s',
      [scene(1, { title: 'Fog', videos: [clip], mainVideoId: 'fog' })],
      'The clip of “Fog” takes 10:10, and a scene lasts at most 10:00.',
    ],
    [
      'a narration of 610 s',
      [scene(1, { ...withImage, title: 'Fog', speech: { url: '/a', seconds: 610, text: 'a', voice: 'alto' } })],
      'The narration of “Fog” takes 10:10',
    ],
  ])('is refused with %s', (_, scenes, message) => {
    expect(() => plan([created(scenes)])).toThrow(message);
  });

  it('is refused past half an hour', () => {
    const long = {
      ...withImage,
      videos: [{ ...video('v'), duration: 600, url: `/api/media/${KEY}` }],
      mainVideoId: 'v',
    };
    const scenes = (count: number) => [created(Array.from({ length: count }, (_, n) => scene(n + 1, long)))];
    expect(plan(scenes(3)).seconds).toBe(1_800);
    expect(() => plan(scenes(4))).toThrow('30 minutes');
  });
});

describe('a film', () => {
  it.each([
    ['a first draft', 'draft', [], false],
    ['a draft beside a final video', 'draft', [completed(false)], true],
    ['another quality', '720p', [completed(false)], false],
  ] as const)('knows for %s whether it is only a draft', (_, quality, before, isDraft) => {
    const next: ProjectEvent = { type: 'FilmJobQueued', data: { ...request, jobId: OTHER, sceneId: null } };
    const state = stateOf(projectAggregate, [project, queued, ...before, next]);
    const made = { filename: 'The Lamp.mp4', film: files };
    expect(decideFilmed(state, OTHER, { quality }, made)).toMatchObject([{ data: { isDraft } }]);
    expect(decideFilmed(state, OTHER, { quality }, { ...made, isDraft: true })).toMatchObject([
      { data: { isDraft: true } },
    ]);
  });

  it('becomes the final video of its project, unless it is a draft', () => {
    const events = [project, queued, started, completed(false)];
    expect(stateOf(projectAggregate, events).fields).toMatchObject({
      completedVideoUrl: files.url,
      completedVideoFilename: 'The Lamp.mp4',
      completedVideoStatus: 'complete',
    });
    const row = (all: ProjectEvent[]) =>
      foldTwice(
        projectListView,
        all.map((event, n) => recorded(event, n)),
      ).get(PROJECT);
    expect(row(events)).toMatchObject({ completedVideoUrl: files.url, completedVideoStatus: 'complete' });
    expect(row([project, queued, completed(true)])).toMatchObject({ completedVideoUrl: null });
  });

  it('is cancelled while it is being made, and not afterwards', () => {
    const cancel = new CancelFilm(PROJECT, about, context);
    given(projectAggregate, [project, queued])
      .when((s, e) => decideCancelFilm(cancel, s, e))
      .then([failed]);
    given(projectAggregate, [project, queued, completed(true)])
      .when((s, e) => decideCancelFilm(cancel, s, e))
      .then([]);
    given(projectAggregate, [project])
      .when((s, e) => decideCancelFilm(cancel, s, e))
      .refused('not_found');
  });

  it('can be deleted and restored', () => {
    const remove = new RemoveFilm(PROJECT, about, context);
    const restore = new RestoreFilm(PROJECT, about, context);
    const made = [project, queued, completed(true)];
    const removed: ProjectEvent = { type: 'FilmRemoved', data: about };
    given(projectAggregate, made)
      .when((s, e) => decideRemoveFilm(remove, s, e))
      .then([removed]);
    given(projectAggregate, [...made, removed])
      .when((s, e) => decideRemoveFilm(remove, s, e))
      .then([]);
    given(projectAggregate, [...made, removed])
      .when((s, e) => decideRestoreFilm(restore, s, e))
      .then([{ type: 'FilmRestored', data: about }]);
    given(projectAggregate, made)
      .when((s, e) => decideRestoreFilm(restore, s, e))
      .then([]);
    given(projectAggregate, [project, queued])
      .when((s, e) => decideRemoveFilm(remove, s, e))
      .then([failed]);
  });
});

describe('the list of films', () => {
  const rowAfter = (...events: ProjectEvent[]) =>
    foldTwice(
      filmJobView,
      events.map((event, n) => recorded(event, n)),
    ).get(FILM);
  const advanced: ProjectEvent = { type: 'FilmAdvanced', data: { ...about, progress: 0.4, step: 'Scene 1 of 2' } };

  it('shows the progress of a film, and its files', () => {
    const { fingerprint } = asked;
    expect(fingerprint?.scenes.map(({ sceneId: one }) => one)).toEqual([sceneId(1), sceneId(2)]);
    expect(rowAfter(queued)).toMatchObject({ status: 'queued', scenes: 2, quality: 'draft', seconds: 10, fingerprint });
    const data = { ...request, sceneId: null };
    delete data.fingerprint;
    const before: ProjectEvent = { type: 'FilmJobQueued', data };
    expect(rowAfter(before)).toMatchObject({ status: 'queued', fingerprint: null });
    expect(rowAfter(queued, started, advanced)).toMatchObject({
      status: 'processing',
      progress: 0.4,
      step: 'Scene 1 of 2',
    });
    expect(rowAfter(queued, started, completed(true), advanced)).toMatchObject({
      status: 'succeeded',
      progress: 1,
      files,
    });
    expect(rowAfter(queued, failed)).toMatchObject({ error: CANCELLED, files: null });
  });

  it('marks deleted films', () => {
    expect(rowAfter(queued, completed(true), { type: 'FilmRemoved', data: about })).toMatchObject({ removed: true });
    const back: ProjectEvent[] = [
      { type: 'FilmRemoved', data: about },
      { type: 'FilmRestored', data: about },
    ];
    expect(rowAfter(queued, completed(true), ...back)).toMatchObject({ removed: false });
  });
});
