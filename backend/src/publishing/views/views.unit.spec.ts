import { socialPostSchema } from '@storyreel/contracts';
import { foldTwice, recorded } from '../../testing/view-spec';
import type { TemplateEvent } from '../domain/content-template';
import type { PostEvent } from '../domain/post';
import type { SocialAccountEvent } from '../domain/social-account';
import { postListView, presentPost } from './post-list.view';
import { socialAccountListView } from './social-account-list.view';
import { templateListView } from './template-list.view';

const ID = '33333333-3333-4333-8333-333333333333';
const ACCOUNT = '44444444-4444-4444-8444-444444444444';
const NOW = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-05T09:00:00.000Z';

const created = (scheduledAt: string | null): PostEvent => ({
  type: 'PostCreated',
  data: {
    ...{ platform: 'youtube', socialAccountId: ACCOUNT, title: 'T', content: 'C', hashtags: ['sea'], mentions: [] },
    ...{ visibility: 'public', projectId: null, sceneId: null, selectedProjectVideo: null, mediaUrls: [], scheduledAt },
  },
});
const requested: PostEvent = { type: 'PostPublishRequested', data: { publicationId: 'p', dueAt: NOW, by: 'author' } };
const started: PostEvent = { type: 'PostPublishStarted', data: { publicationId: 'p' } };
const published: PostEvent = {
  type: 'PostPublished',
  data: { publicationId: 'p', publishedAt: NOW, url: 'https://example.com/p', externalId: 'x' },
};
const failed: PostEvent = { type: 'PostFailed', data: { publicationId: 'p', failure: 'No.' } };
const unknown: PostEvent = { type: 'PostPublishUnknown', data: { publicationId: 'p', failure: 'Who knows.' } };
const read = (day: string, views: number): PostEvent => ({
  type: 'PostStatisticsRecorded',
  data: { day, views, likes: 4, comments: null },
});
const missed: PostEvent = { type: 'PostMissed', data: { dueAt: LATER } };

const rowOf = (...events: PostEvent[]) => {
  const streamId = `post-${ID}`;
  return foldTwice(
    postListView,
    events.map((event, index) => recorded(event, index, { streamId })),
  ).get(ID);
};
const shown = (...events: PostEvent[]) => {
  const row = rowOf(...events);
  return row && socialPostSchema.parse(presentPost(ID, row));
};

describe('the list of posts', () => {
  it.each<[string, PostEvent[], object]>([
    ['a draft', [created(null)], { status: 'draft', isPublishing: false, question: null }],
    ['a scheduled post', [created(LATER)], { status: 'scheduled', scheduledAt: LATER }],
    ['one being published', [created(null), requested], { status: 'draft', isPublishing: true }],
    [
      'one that may be on its platform',
      [created(LATER), requested, started],
      { status: 'scheduled', isPublishing: true },
    ],
    [
      'a published post',
      [created(null), requested, started, published],
      { status: 'published', publishedAt: NOW, publishedUrl: 'https://example.com/p', isPublishing: false },
    ],
    [
      'one that failed',
      [created(null), requested, started, failed],
      { status: 'failed', failure: 'No.', question: null },
    ],
    [
      'one with an unknown outcome',
      [created(null), requested, started, unknown],
      { status: 'failed', question: 'unknown' },
    ],
    ['one that was missed', [created(LATER), missed], { status: 'scheduled', question: 'missed', failure: null }],
    ['an unscheduled one', [created(LATER), { type: 'PostScheduleCancelled', data: {} }], { status: 'draft' }],
  ])('shows the status of a post: %s [SOCIAL-47]', (_, events, expected) => {
    expect(shown(...events)).toMatchObject(expected);
  });

  it('shows the newest numbers of a published post, and views on the last 30 days on which a number changed', () => {
    const past = [created(null), requested, started, published];
    expect(shown(created(null))?.statistics).toBeNull();
    expect(shown(...past)?.statistics).toEqual({ numbers: null, asOf: null, sandbox: false, trouble: null, days: [] });
    const days = Array.from({ length: 31 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}`);
    const known = shown(...past, ...days.map((day, n) => read(day, n)))?.statistics;
    expect(known).toMatchObject({ numbers: { views: 30, likes: 4, comments: null }, trouble: null });
    expect(known?.days).toEqual(days.slice(1).map((day, n) => ({ day, views: n + 1 })));
    const refused: PostEvent = { type: 'PostStatisticsUnavailable', data: { reason: 'scope' } };
    expect(shown(...past, read('2026-03-01', 7), refused)?.statistics).toMatchObject({
      numbers: { views: 7 },
      trouble: 'scope',
    });
    const marked: PostEvent = {
      type: 'PostPublished',
      data: { publicationId: null, publishedAt: NOW, url: null, externalId: null },
    };
    expect(shown(created(null), marked)?.statistics).toMatchObject({ numbers: null, trouble: 'no_id' });
  });

  it('puts a post on its scheduled day, else on the day it was created [SOCIAL-42]', () => {
    expect(rowOf(created(null))?.day).toBe(NOW);
    expect(rowOf(created(LATER))?.day).toBe(LATER);
    const moved: PostEvent = { type: 'PostRescheduled', data: { scheduledAt: '2026-03-07T09:00:00.000Z' } };
    expect(rowOf(created(LATER), moved)?.day).toBe('2026-03-07T09:00:00.000Z');
    expect(rowOf(created(LATER), { type: 'PostScheduleCancelled', data: {} })?.day).toBe(NOW);
  });

  it('has no row for an unknown post', () => {
    expect(rowOf({ type: 'PostDeleted', data: {} })).toBeUndefined();
    expect(rowOf(requested)).toBeUndefined();
  });

  it('keeps a deleted post, for its restoration', () => {
    const gone: PostEvent[] = [created(LATER), { type: 'PostDeleted', data: {} }];
    expect(rowOf(...gone)?.deleted).toBe(true);
    expect(rowOf(...gone, { type: 'PostRestored', data: { scheduledAt: LATER } })).toMatchObject({
      deleted: false,
      title: 'T',
    });
  });
});

it('shows in the list of accounts which are connected, and which accept posts', () => {
  const connected = (accountName: string): SocialAccountEvent => ({
    type: 'SocialAccountConnected',
    data: { socialAccountId: ACCOUNT, platform: 'youtube', accountName, accountId: 'gull', kind: 'oauth' },
  });
  const revoked: SocialAccountEvent = {
    type: 'SocialAccountDeactivated',
    data: { socialAccountId: ACCOUNT, reason: 'No.' },
  };
  const fold = (...events: SocialAccountEvent[]) =>
    foldTwice(
      socialAccountListView,
      events.map((event, index) =>
        recorded(event, index, { streamId: `socialaccounts-${ID}`, at: index === 0 ? NOW : LATER }),
      ),
    );
  expect(fold(connected('A'), revoked).get(ACCOUNT)).toMatchObject({ accountName: 'A', isActive: false });
  expect(fold(connected('A'), revoked, connected('B')).get(ACCOUNT)).toMatchObject({
    accountName: 'B',
    isActive: true,
    createdAt: NOW,
  });
  const removed: SocialAccountEvent = { type: 'SocialAccountRemoved', data: { socialAccountId: ACCOUNT } };
  expect(fold(connected('A'), removed).size).toBe(0);
});

it('drops a deleted template from the list, and shows it again in its place', () => {
  const words = { name: 'New film', contentTemplate: 'It is out.', hashtagTemplate: 'sea' };
  const past: TemplateEvent[] = [
    { type: 'TemplateSaved', data: words },
    { type: 'TemplateDeleted', data: {} },
  ];
  const fold = (...events: TemplateEvent[]) =>
    foldTwice(
      templateListView,
      events.map((event, index) =>
        recorded(event, index, { streamId: `contenttemplate-${ID}`, at: index === 0 ? NOW : LATER }),
      ),
    );
  expect(fold(...past.slice(0, 1)).get(ID)).toMatchObject({ id: ID, ...words, createdAt: NOW });
  expect(fold(...past).size).toBe(0);
  const restored: TemplateEvent = { type: 'TemplateRestored', data: { ...words, createdAt: NOW } };
  expect(fold(...past, restored).get(ID)).toMatchObject({ ...words, createdAt: NOW });
});
