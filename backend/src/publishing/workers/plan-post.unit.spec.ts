import { recorded } from '../../testing/view-spec';
import type { PostEvent } from '../domain/post';
import { planPostReactor } from './due-post';

const HOUR = 3_600_000;
const planned = (at: string, scheduledAt: string) => {
  const event: PostEvent = { type: 'PostRescheduled', data: { scheduledAt } };
  return planPostReactor.react(recorded(event, 1, { streamId: 'post-33333333-3333-4333-8333-333333333333', at }));
};

describe('the wait until a post is due', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // Tests plans on both days of the year on which the clocks change in the server's time zone.
  it.each([
    ['Europe/Berlin', '2027-03-27T08:00:00.000Z', '2027-10-30T07:00:00.000Z'],
    ['America/New_York', '2027-03-13T14:00:00.000Z', '2027-11-06T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-02T22:30:00.000Z', '2027-04-03T22:00:00.000Z'],
  ])('is the time between two instants, also across clock changes: %s', (place, spring, autumn) => {
    process.env.TZ = place;
    for (const at of [spring, autumn]) {
      const [job] = planned(at, new Date(Date.parse(at) + 24 * HOUR).toISOString());
      expect(job).toMatchObject({ queue: 'due-post', delayMs: 24 * HOUR });
    }
  });

  it('is missing for a draft, and an error for an invalid time', () => {
    const restored: PostEvent = { type: 'PostRestored', data: { scheduledAt: null } };
    expect(planPostReactor.react(recorded(restored, 1))).toEqual([]);
    expect(() => planned('2027-03-27T08:00:00.000Z', 'soon')).toThrow("'soon' is not a time.");
  });
});
