import { given, NOW } from '../../testing/given-when-then';
import { nextReading } from '../workers/statistics-schedule';
import { postAggregate, type PostEvent, type PostState } from './post';
import { decideStatistics, decideUnreadable } from './statistics-steps';

const published: PostEvent[] = [
  {
    type: 'PostCreated',
    data: {
      ...{ platform: 'tiktok', socialAccountId: 'a', title: 'T', content: 'C', hashtags: [], mentions: [] },
      ...{ visibility: 'public', projectId: null, sceneId: null, selectedProjectVideo: null, mediaUrls: [] },
      scheduledAt: null,
    },
  },
  { type: 'PostPublishRequested', data: { publicationId: 'p', dueAt: NOW, by: 'author' } },
  { type: 'PostPublished', data: { publicationId: 'p', publishedAt: NOW, url: null, externalId: 'publication' } },
];
const numbers = { views: 1_204, likes: 88, comments: null };
const recorded = (day: string, views = 1_204): PostEvent => ({
  type: 'PostStatisticsRecorded',
  data: { day, ...numbers, views },
});
const noScope: PostEvent = { type: 'PostStatisticsUnavailable', data: { reason: 'scope' } };
const read = (past: PostEvent[], day: string, views = 1_204) =>
  given<PostState, PostEvent>(postAggregate, past).when((state) =>
    decideStatistics(state, { day, numbers: { ...numbers, views } }),
  );

describe('a reading of the numbers of a post', () => {
  it.each<[string, PostEvent[], string, number, PostEvent[]]>([
    ['the first one', published, '2026-03-02', 1_204, [recorded('2026-03-02')]],
    [
      'other numbers of a new day',
      [...published, recorded('2026-03-02')],
      '2026-03-03',
      1_300,
      [recorded('2026-03-03', 1_300)],
    ],
    [
      'fewer views: platforms take false ones away',
      [...published, recorded('2026-03-02')],
      '2026-03-03',
      9,
      [recorded('2026-03-03', 9)],
    ],
    ['the same numbers', [...published, recorded('2026-03-02')], '2026-03-03', 1_204, []],
    ['one that is delivered twice', [...published, recorded('2026-03-02')], '2026-03-02', 1_204, []],
    ['a second one of a day', [...published, recorded('2026-03-02')], '2026-03-02', 1_300, []],
    ['one that comes after that of the next day', [...published, recorded('2026-03-03')], '2026-03-02', 9, []],
    [
      'the same numbers after a trouble',
      [...published, recorded('2026-03-02'), noScope],
      '2026-03-03',
      1_204,
      [recorded('2026-03-03')],
    ],
    ['one of a post that is not published', published.slice(0, 2), '2026-03-02', 1_204, []],
    ['one of a deleted post', [...published, { type: 'PostDeleted', data: {} }], '2026-03-02', 1_204, []],
  ])('is recorded when it is news: %s', (_, past, day, views, events) => {
    read(past, day, views).then(events);
  });

  it('that fails is recorded once, until a reading succeeds again', () => {
    const unreadable = (past: PostEvent[]) =>
      given<PostState, PostEvent>(postAggregate, past).when((state) => decideUnreadable(state, 'scope'));
    unreadable(published).then([noScope]);
    unreadable([...published, noScope]).then([]);
    unreadable([...published, noScope, recorded('2026-03-03')]).then([noScope]);
    unreadable(published.slice(0, 2)).then([]);
  });
});

it.each<[string, number, boolean, string]>([
  ['a post of today', 0, false, '2026-03-02T00:00:00.000Z'],
  ['one of 90 days', 90, false, '2026-03-02T00:00:00.000Z'],
  ['an older one', 91, false, '2026-03-08T00:00:00.000Z'],
  ['one that is gone', 0, true, '2026-03-08T00:00:00.000Z'],
])('the next reading of %s is on a day of its own', (_, ageDays, isGone, expected) => {
  const now = new Date('2026-03-01T23:50:00.000Z');
  const publishedAt = new Date(now.getTime() - ageDays * 86_400_000).toISOString();
  expect(nextReading(publishedAt, now, isGone).toISOString()).toBe(expected);
});
