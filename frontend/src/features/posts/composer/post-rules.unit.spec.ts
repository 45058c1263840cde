import { LIMITS, postLimits, summaryOf, type SocialPlatform } from '@storyreel/contracts';
import { selectableVideos } from '../selectable-videos';
import { projectWith } from '../../../testing/media-fixtures';
import { socialAccountId, socialAccountOf } from '../../../testing/social-fixtures';
import { contentLength, formAccount, hashtagProblem, postFormSchema, postProblems, togglePlatform } from './post-rules';
import {
  draftFrom,
  draftOf,
  EMPTY_DRAFT,
  FIRST_VIDEO,
  firstPlatforms,
  scheduledAt,
  scheduleProblem,
  switchSchedule,
  textOf,
} from './composer-draft';
import type { PostDraft } from './composer-draft';
import { postRequests } from './submission';
import { addTags } from '../tags';

const YOUTUBE = socialAccountOf('youtube');
const INSTAGRAM = socialAccountOf('instagram');
const ALL = [YOUTUBE, INSTAGRAM, socialAccountOf('tiktok')];
const NOW = new Date(2026, 10, 22, 13, 0);
const NO_LINK = { project: null, scene: null, video: null };
const draftWith = (part: Partial<PostDraft> = {}): PostDraft => ({
  ...EMPTY_DRAFT,
  platforms: ['instagram'],
  title: 'The keeper',
  content: 'A lamp in the fog.',
  ...part,
});

describe("the form's account and platform", () => {
  it('are those of the first selected and connected platform [COMPOSER-04]', () => {
    expect(formAccount(togglePlatform([], 'youtube'), ALL)).toEqual({ platform: 'youtube', account: YOUTUBE });
    expect(formAccount(togglePlatform(['instagram'], 'youtube'), ALL).account).toBe(INSTAGRAM);
    expect(formAccount(togglePlatform(['instagram'], 'youtube'), [YOUTUBE])).toEqual({
      platform: 'youtube',
      account: YOUTUBE,
    });
  });

  it('are cleared with the last platform, and follow the remaining one [COMPOSER-05]', () => {
    const chosen: SocialPlatform[] = ['instagram', 'youtube'];
    const one = togglePlatform(chosen, 'instagram');
    expect(formAccount(one, ALL)).toEqual({ platform: 'youtube', account: YOUTUBE });
    expect(formAccount(one, [INSTAGRAM])).toEqual({ platform: 'youtube', account: null });
    expect(formAccount(togglePlatform(one, 'youtube'), ALL)).toEqual({ platform: null, account: null });
  });

  it('leave out an account that the platform has locked', () => {
    expect(formAccount(['youtube'], [socialAccountOf('youtube', { isActive: false })]).account).toBeNull();
  });
});

describe('the characters of the content', () => {
  it('are counted against the smallest limit, 5000 where a platform has none [COMPOSER-06]', () => {
    expect(contentLength('abc', ['youtube', 'instagram', 'tiktok'])).toEqual({
      length: 3,
      limit: 2200,
      isTooLong: false,
    });
    expect(contentLength('abc', ['youtube', 'instagram']).limit).toBe(2200);
    expect(contentLength('abc', ['youtube']).limit).toBe(5000);
    expect(postLimits(['mastodon']).characters).toBe(5000);
    expect(contentLength('abc', []).limit).toBe(5000);
  });

  it('are Unicode code points [COMPOSER-06]', () => {
    expect(contentLength('🦊'.repeat(2200), ['instagram'])).toEqual({ length: 2200, limit: 2200, isTooLong: false });
    expect(contentLength('🦊'.repeat(2201), ['instagram']).isTooLong).toBe(true);
  });
});

describe('a new hashtag or mention', () => {
  it("loses its leading '#' or '@' [COMPOSER-10]", () => {
    expect(addTags([], '#sea', 'hashtag').tags).toEqual(['sea']);
    expect(addTags([], '@ada', 'mention').tags).toEqual(['ada']);
    expect(addTags([], '##sea', 'hashtag').tags).toEqual(['sea']);
  });

  it('is ignored when it is a duplicate or empty [COMPOSER-10]', () => {
    expect(addTags(['sea'], '#sea', 'hashtag').tags).toEqual(['sea']);
    expect(addTags(['sea'], 'Sea', 'hashtag').tags).toEqual(['sea']);
    expect(addTags(['ada'], '@Ada', 'mention').tags).toEqual(['ada']);
    expect(addTags(['sea'], ' # ', 'hashtag')).toEqual({ tags: ['sea'], rest: '', problem: null });
  });

  it('is split at spaces', () => {
    expect(addTags(['sea'], '#fog, #storm  #sea', 'hashtag').tags).toEqual(['sea', 'fog', 'storm']);
  });

  it('stays in the field when it is too long or one too many', () => {
    const long = '霧'.repeat(LIMITS.postTag + 1);
    expect(addTags([], `fog ${long}`, 'hashtag')).toEqual({
      tags: ['fog'],
      rest: long,
      problem: 'A hashtag can have up to 100 characters.',
    });
    const full = Array.from({ length: LIMITS.postTags }, (_, at) => `tag${at}`);
    expect(addTags(full, 'fog', 'mention')).toEqual({
      tags: full,
      rest: 'fog',
      problem: 'A post can have up to 100 mentions.',
    });
  });

  it('counts against the limit of the strictest platform', () => {
    const hashtags = Array.from({ length: 16 }, (_, at) => `tag${at}`);
    expect(hashtagProblem({ hashtags, platforms: ['instagram'] })).toBeNull();
    expect(hashtagProblem({ hashtags, platforms: ['instagram', 'youtube'] })).toBe(
      'At most 15 hashtags fit all selected platforms.',
    );
  });
});

describe('the schedule', () => {
  it('is tomorrow at 09:00 when it is switched on [COMPOSER-14]', () => {
    expect(switchSchedule(true, '2026-12-31')).toEqual({ isScheduled: true, day: '2027-01-01', time: '09:00' });
  });

  it("starts at '12:00' without a day [COMPOSER-15]", () => {
    expect(EMPTY_DRAFT).toMatchObject({ isScheduled: false, day: '', time: '12:00' });
  });

  it('has neither day nor time when it is switched off [COMPOSER-16]', () => {
    expect(switchSchedule(false, '2026-12-31')).toEqual({ isScheduled: false, day: '', time: '' });
  });

  it.each([
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T17:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T07:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T08:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T21:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T20:00:00.000Z'],
  ])("is nine by the clock of %s, on the day that it's changed as well [COMPOSER-14]", (zone, day, expected) => {
    const schedule = { isScheduled: true, day, time: '09:00' };
    expect(scheduledAt(schedule, zone)?.toISOString()).toBe(expected);
  });

  it('needs a day and a time in the future', () => {
    const at = (day: string, time: string) => scheduleProblem({ isScheduled: true, day, time }, NOW);
    expect(at('', '09:00')).toBe('Choose a day and a time');
    expect(at('2026-11-23', '')).toBe('Choose a day and a time');
    expect(at('2026-11-23', '25:00')).toBe('Choose a day and a time');
    expect(at('2026-11-22', '13:00')).toBe('Choose a time in the future');
    expect(at('2026-11-22', '13:01')).toBeNull();
    expect(scheduleProblem({ isScheduled: false, day: '', time: '' }, NOW)).toBeNull();
  });
});

describe('the required fields of the composer', () => {
  it('are a title, content, a platform and an account [COMPOSER-27]', () => {
    const nothing = postProblems({ ...EMPTY_DRAFT, platforms: [] }, { platform: null, account: null }, NOW);
    expect(nothing).toEqual({
      title: 'Title is required',
      content: 'Content is required',
      platform: 'Platform is required',
      socialAccountId: 'Account is required',
    });
    const blank = draftWith({ title: '  ', content: '\n' });
    expect(postProblems(blank, { platform: 'youtube', account: YOUTUBE }, NOW)).toEqual({
      title: 'Title is required',
      content: 'Content is required',
    });
    expect(postProblems(draftWith(), { platform: 'youtube', account: YOUTUBE }, NOW)).toEqual({});
  });

  it('exclude hashtags, mentions, a time, a project or a scene [COMPOSER-28]', () => {
    const form = { title: 'The keeper', content: 'Fog', platform: 'youtube', socialAccountId: YOUTUBE.id };
    expect(postFormSchema.parse(form)).toEqual({ ...form, hashtags: [], mentions: [], visibility: 'public' });
    const full = { scheduledAt: NOW, projectId: 'p', sceneId: 's', hashtags: ['fog'], mentions: ['ada'] };
    expect(postFormSchema.parse({ ...form, ...full })).toMatchObject(full);
    expect(postFormSchema.safeParse({ ...form, hashtags: 'fog' }).success).toBe(false);
  });
});

describe('the posts that are sent', () => {
  const project = summaryOf(
    projectWith({
      title: 'The Keeper',
      completedVideoUrl: '/api/media/film',
      completedVideoFilename: 'film.mp4',
      completedVideoStatus: 'complete',
    }),
  );
  const [video = null] = selectableVideos(project, []);

  it('are one for each platform with its own account; the unconnected are skipped [COMPOSER-29, COMPOSER-30]', () => {
    const draft = draftWith({ platforms: ['tiktok', 'instagram', 'youtube'] });
    const { requests, skipped } = postRequests(draft, [YOUTUBE, INSTAGRAM], NO_LINK);
    expect(requests.map(({ platform, socialAccountId: account }) => [platform, account])).toEqual([
      ['instagram', socialAccountId('instagram')],
      ['youtube', socialAccountId('youtube')],
    ]);
    expect(skipped).toEqual(['tiktok']);
  });

  it('contain all entered text, and the film [COMPOSER-31]', () => {
    const draft = draftWith({
      platforms: ['youtube'],
      title: ' The keeper ',
      hashtags: ['fog'],
      mentions: ['ada'],
      visibility: 'unlisted',
      isScheduled: true,
      day: '2026-12-01',
      time: '09:30',
      media: [{ url: '/api/media/a', name: 'a.mp4', type: 'video/mp4', size: 3 }],
    });
    expect(postRequests(draft, ALL, { project, scene: null, video }).requests).toEqual([
      {
        title: 'The keeper',
        content: 'A lamp in the fog.',
        platform: 'youtube',
        socialAccountId: YOUTUBE.id,
        visibility: 'unlisted',
        projectId: project.id,
        sceneId: null,
        hashtags: ['fog'],
        mentions: ['ada'],
        status: 'scheduled',
        scheduledAt: new Date(2026, 11, 1, 9, 30).toISOString(),
        mediaUrls: ['/api/media/a'],
        selectedProjectVideo: {
          videoId: project.id,
          videoUrl: '/api/media/film',
          videoType: 'project',
          videoTitle: 'The Keeper',
          videoFilename: 'film.mp4',
        },
      },
    ]);
  });

  it('are published at once unless they are scheduled', () => {
    const [request] = postRequests(draftWith(), ALL, NO_LINK).requests;
    expect(request).toMatchObject({ publishNow: true });
    expect(request).not.toHaveProperty('scheduledAt');
    const [draft] = postRequests(draftWith(), ALL, NO_LINK, 'draft').requests;
    expect(draft).toMatchObject({ status: 'draft', scheduledAt: null });
    expect(draft).not.toHaveProperty('publishNow');
  });

  it('have no images for a platform that accepts none', () => {
    const media = [
      { url: '/api/media/a', name: 'a.png', type: 'image/png', size: 3 },
      { url: '/api/media/b', name: 'b.mp4', type: 'video/mp4', size: 3 },
    ];
    const { requests } = postRequests(draftWith({ platforms: ['youtube', 'instagram'], media }), ALL, NO_LINK);
    expect(requests.map(({ mediaUrls }) => mediaUrls)).toEqual([['/api/media/b'], ['/api/media/a', '/api/media/b']]);
  });
});

describe('the draft', () => {
  it.each([
    ['Instagram, if it is connected', ['youtube', 'instagram'], ['instagram']],
    ['another connected platform', ['tiktok'], ['tiktok']],
    ['none, if none is connected', [], []],
  ] as const)('starts with %s [COMPOSER-03]', (_, connected, first) => {
    expect(firstPlatforms(connected.map((platform) => socialAccountOf(platform)))).toEqual(first);
  });

  it('begins with the address’s parameters', () => {
    expect(draftOf({ projectId: 'p', sceneId: 's', video: 'final' }, '2026-11-01')).toEqual({
      ...EMPTY_DRAFT,
      projectId: 'p',
      sceneId: 's',
      videoId: 'p',
    });
    expect(draftOf({ sceneId: 's', video: 'final' }, '2026-11-01')).toEqual(EMPTY_DRAFT);
    expect(draftOf({ projectId: 'p' }, '2026-11-01')).toMatchObject({ videoId: FIRST_VIDEO });
  });

  it('begins with the platform in the address, only where that is connected', () => {
    const of = (platform: SocialPlatform) => draftOf({ platform }, '2026-11-01', undefined, [YOUTUBE, INSTAGRAM]);
    expect(of('youtube').platforms).toEqual(['youtube']);
    expect(of('tiktok').platforms).toEqual(['instagram']);
  });

  it('of a film begins with the text of its project, and a hashtag from a short title', () => {
    const of = (title: string, description = 'A lamp goes out.') =>
      draftOf({ projectId: 'p', film: 'f' }, '2026-11-01', { title, description });
    expect(of('The keeper')).toMatchObject({
      title: 'The keeper',
      content: 'A lamp goes out.',
      hashtags: ['TheKeeper', 'shortfilm'],
      videoId: 'f',
    });
    expect(of('Mara climbed the lighthouse stairs at dawn').hashtags).toEqual(['shortfilm']);
    expect(of('夜のバス!').hashtags).toEqual(['夜のバス', 'shortfilm']);
    expect(of('Untitled Project', 'A new story waiting to be created')).toMatchObject({ title: '', content: '' });
  });

  it('is read back from its own stored text only', () => {
    const draft = draftWith({ hashtags: ['fog'], hashtagDraft: 'st' });
    expect(draftFrom(textOf(draft))).toEqual(draft);
    expect(draftFrom('{"title":"The keeper"}')).toBeNull();
    expect(draftFrom('The keeper')).toBeNull();
  });
});
