import { userContext } from '../../eventsourcing/commands/command-context';
import { type FilmAsked, projectAggregate, type ProjectEvent } from '../../projects/storyboard';
import { given, OWNER, testEnvironment } from '../../testing/given-when-then';
import { created, PROJECT } from '../../testing/project-fixtures';
import { foldTwice, recorded } from '../../testing/view-spec';
import { decideShareVideo, decideUnshareVideo, ShareVideo, UnshareVideo } from './share-video';
import { sharedLinkView } from './shared-links';

const FILM = '44444444-4444-4444-8444-444444444444';
const LINK = '55555555-5555-4555-8555-555555555555';
const context = userContext(OWNER, { commandId: 'command' });
const share = (filmId: string | null) => new ShareVideo(PROJECT, { filmId }, context);
const unshare = (linkId: string) => new UnshareVideo(PROJECT, { linkId }, context);
const final: ProjectEvent = { type: 'ProjectEdited', data: { changes: { completedVideoUrl: '/api/media/x' } } };
const shared = (filmId: string | null): ProjectEvent => ({ type: 'VideoShared', data: { linkId: LINK, filmId } });
const unshared: ProjectEvent = { type: 'VideoUnshared', data: { linkId: LINK } };
const film: FilmAsked = {
  title: 'The Lamp',
  quality: 'draft',
  format: '9:16',
  captions: 'off',
  titleCard: '',
  endCard: '',
  musicUrl: null,
  blocks: [],
  seconds: 5,
};
const price = { holdId: 'hold', units: 1_000, usd: 0, priceVersion: 'v' };
const job = { jobId: FILM, sceneId: null };
const queued: ProjectEvent = { type: 'FilmJobQueued', data: { ...job, requestHash: 'hash', ...price, ...film } };
const files = { url: '/api/media/film', posterUrl: '/p', srtUrl: '/s', vttUrl: '/v', seconds: 5, bytes: 5 };
const made: ProjectEvent = {
  type: 'FilmJobCompleted',
  data: { ...job, usd: 0, isDraft: true, filename: 'The Lamp.mp4', film: files },
};
const removed: ProjectEvent = { type: 'FilmRemoved', data: { filmId: FILM } };

/** Starts a test case from a project's events. */
const after = (...events: ProjectEvent[]) => given(projectAggregate, [created(), ...events]);
const withLink = testEnvironment({ nextId: () => LINK });

describe('sharing a video', () => {
  it('gives a film or the final video a link, and one only', () => {
    after(queued, made)
      .when((s, e) => decideShareVideo(share(FILM), s, e), withLink)
      .then([shared(FILM)]);
    after(final)
      .when((s, e) => decideShareVideo(share(null), s, e), withLink)
      .then([shared(null)]);
    after(final, shared(null))
      .when((s, e) => decideShareVideo(share(null), s, e))
      .then([]);
  });

  it.each<[string, string | null, ProjectEvent[]]>([
    ['no final video', null, []],
    ['no such film', FILM, []],
    ['a film that is being made', FILM, [queued]],
    ['a film that was deleted', FILM, [queued, made, removed]],
  ])('is refused with %s', (_, filmId, events) => {
    after(...events)
      .when((s, e) => decideShareVideo(share(filmId), s, e))
      .refused('not_found');
  });

  it('ends a link for good: sharing again makes a new one', () => {
    after(final, shared(null))
      .when((s, e) => decideUnshareVideo(unshare(LINK), s, e))
      .then([unshared]);
    after(final, shared(null), unshared)
      .when((s, e) => decideUnshareVideo(unshare(LINK), s, e))
      .then([]);
    after(final, shared(null), unshared)
      .when((s, e) => decideShareVideo(share(null), s, e))
      .then([{ type: 'VideoShared', data: { linkId: 'id-1', filmId: null } }]);
  });

  it('is allowed to the owner of the project only', () => {
    const other = testEnvironment({ ownerId: FILM });
    after(final)
      .when((s, e) => decideShareVideo(share(null), s, e), other)
      .refused('not_found');
    after(final, shared(null))
      .when((s, e) => decideUnshareVideo(unshare(LINK), s, e), other)
      .refused('not_found');
  });
});

describe('the list of links', () => {
  const rowAfter = (...events: ProjectEvent[]) =>
    foldTwice(
      sharedLinkView,
      events.map((event, n) => recorded(event, n)),
    ).get(LINK);

  it('has the owner and the video of a link, and shows if it was ended', () => {
    expect(rowAfter(shared(FILM))).toMatchObject({ userId: OWNER, projectId: PROJECT, filmId: FILM, ended: false });
    expect(rowAfter(shared(FILM), unshared)).toMatchObject({ filmId: FILM, ended: true });
  });
});
