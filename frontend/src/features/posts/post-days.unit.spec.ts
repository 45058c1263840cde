import { instantOf } from '../../platform/time/zoned-time';
import { postWith } from '../../testing/social-fixtures';
import { dayOfPost, movedTo, postsByDay, spanOfWeeks } from './post-days';

const ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'] as const;
const [LOS_ANGELES, BERLIN, AUCKLAND] = ZONES;

describe('the day of a post', () => {
  it.each([
    [LOS_ANGELES, '2026-11-22'],
    [BERLIN, '2026-11-23'],
    [AUCKLAND, '2026-11-23'],
  ])('is, in %s, the one of its schedule [SOCIAL-42]', (zone, day) => {
    const post = postWith({ scheduledAt: '2026-11-22T23:30:00.000Z', createdAt: '2026-11-01T10:00:00.000Z' });
    expect(dayOfPost(post, zone)).toBe(day);
  });

  it.each([
    [LOS_ANGELES, '2026-10-31'],
    [BERLIN, '2026-11-01'],
    [AUCKLAND, '2026-11-01'],
  ])('is, in %s, the day it was created while it is not scheduled [SOCIAL-42]', (zone, day) => {
    expect(dayOfPost(postWith({ scheduledAt: null, createdAt: '2026-11-01T05:00:00.000Z' }), zone)).toBe(day);
  });
});

describe('a post moved to another day', () => {
  // Moves in both directions across a clock change.
  it.each([
    [LOS_ANGELES, '2026-03-07', '2026-03-09', '2026-03-08T01:15:00.000Z', '2026-03-10T00:15:00.000Z'],
    [LOS_ANGELES, '2026-10-31', '2026-11-02', '2026-11-01T00:15:00.000Z', '2026-11-03T01:15:00.000Z'],
    [BERLIN, '2026-03-28', '2026-03-30', '2026-03-28T16:15:00.000Z', '2026-03-30T15:15:00.000Z'],
    [BERLIN, '2026-10-24', '2026-10-26', '2026-10-24T15:15:00.000Z', '2026-10-26T16:15:00.000Z'],
    [AUCKLAND, '2026-04-04', '2026-04-06', '2026-04-04T04:15:00.000Z', '2026-04-06T05:15:00.000Z'],
    [AUCKLAND, '2026-09-26', '2026-09-28', '2026-09-26T05:15:00.000Z', '2026-09-28T04:15:00.000Z'],
  ])('keeps its time of day, in %s, from %s to %s [SOCIAL-43]', (zone, before, after, early, late) => {
    expect(instantOf(before, '17:15', zone).toISOString()).toBe(early);
    expect(movedTo(after, { scheduledAt: early }, zone).toISOString()).toBe(late);
    expect(movedTo(before, { scheduledAt: late }, zone).toISOString()).toBe(early);
  });

  it.each([
    [LOS_ANGELES, '2026-11-25T17:00:00.000Z'],
    [BERLIN, '2026-11-25T08:00:00.000Z'],
    [AUCKLAND, '2026-11-24T20:00:00.000Z'],
  ])('is, in %s, at nine in the morning when it had no time [SOCIAL-43]', (zone, expected) => {
    expect(movedTo('2026-11-25', { scheduledAt: null }, zone).toISOString()).toBe(expected);
  });
});

describe('the posts of a calendar', () => {
  it('are read from the first midnight of its weeks up to the last', () => {
    // March 2026 begins on a Sunday, and clocks go forward on the 8th in Los Angeles.
    expect(spanOfWeeks('2026-03-15', LOS_ANGELES)).toEqual({
      from: '2026-03-01T08:00:00.000Z',
      to: '2026-04-05T07:00:00.000Z',
    });
  });

  it('are sorted on their days by their time', () => {
    const late = postWith({ id: 'late', scheduledAt: '2026-11-23T20:00:00.000Z' });
    const early = postWith({ id: 'early', scheduledAt: '2026-11-23T08:00:00+02:00' });
    const draft = postWith({ id: 'draft', scheduledAt: null, createdAt: '2026-11-24T08:00:00.000Z' });
    const days = postsByDay([late, draft, early], BERLIN);
    expect([...days].map(([day, posts]) => [day, posts.map(({ id }) => id)])).toEqual([
      ['2026-11-23', ['early', 'late']],
      ['2026-11-24', ['draft']],
    ]);
  });
});
