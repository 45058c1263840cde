import type { SocialPost } from '@storyreel/contracts';
import { addDays, weeksOfMonth } from '../../platform/time/days';
import type { Day } from '../../platform/time/days';
import { dateFormat } from '../../platform/time/written-dates';
import { dayAt, instantOf, timeAt } from '../../platform/time/zoned-time';
import type { TimeOfDay } from '../../platform/time/zoned-time';
import type { PostSpan } from './api';

/** Time of day for a post that has none. */
export const DEFAULT_TIME = '09:00';

type Dated = Pick<SocialPost, 'scheduledAt' | 'createdAt'>;

/** Returns the day of a post in the calendar of a time zone. */
export const dayOfPost = ({ scheduledAt, createdAt }: Dated, zone: string): Day =>
  dayAt(scheduledAt ?? createdAt, zone);

/** Returns the local time of day that a post keeps when it is moved to another day. */
export const timeOfMoved = ({ scheduledAt }: Pick<Dated, 'scheduledAt'>, zone: string): TimeOfDay =>
  scheduledAt === null ? DEFAULT_TIME : timeAt(scheduledAt, zone);

/** Returns the time of publication after a move to another day: the same local time, even across a clock change. */
export const movedTo = (day: Day, post: Pick<Dated, 'scheduledAt'>, zone: string): Date =>
  instantOf(day, timeOfMoved(post, zone), zone);

/** Returns the time span of all weeks that a month's calendar shows. */
export function spanOfWeeks(month: Day, zone: string): PostSpan {
  const days = weeksOfMonth(month).flat();
  const midnight = (day: Day): string => instantOf(day, '00:00', zone).toISOString();
  const [first = month] = days;
  return { from: midnight(first), to: midnight(addDays(days.at(-1) ?? month, 1)) };
}

/** Groups posts by day, in the order of their times. */
export function postsByDay(posts: readonly SocialPost[], zone: string): Map<Day, SocialPost[]> {
  const at = ({ scheduledAt, createdAt }: Dated): number => new Date(scheduledAt ?? createdAt).getTime();
  const byDay = new Map<Day, SocialPost[]>();
  for (const post of posts.toSorted((a, b) => at(a) - at(b))) {
    const day = dayOfPost(post, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), post]);
  }
  return byDay;
}

/** Returns functions that format instants in a time zone, in the visitor's format. */
export const inZone = (zone: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: zone });
  return { time: format({ timeStyle: 'short' }), moment: format({ dateStyle: 'full', timeStyle: 'short' }) };
};
