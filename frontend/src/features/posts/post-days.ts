import type { SocialPost } from '@storyreel/contracts';
import { addDays, weeksOfMonth } from '../../platform/time/days';
import type { Day } from '../../platform/time/days';
import { dayAt, instantOf, timeAt } from '../../platform/time/zoned-time';
import type { PostSpan } from './api';

/** For a post that had no time of day. */
export const DEFAULT_TIME = '09:00';

type Dated = Pick<SocialPost, 'scheduledAt' | 'createdAt'>;

/** Where a post stands in the calendar of somebody in the zone. */
export const dayOfPost = ({ scheduledAt, createdAt }: Dated, zone: string): Day =>
  dayAt(scheduledAt ?? createdAt, zone);

/** When a post that is moved to a day is published: at the time of day that it had, whatever clocks do in between. */
export const movedTo = (day: Day, { scheduledAt }: Pick<Dated, 'scheduledAt'>, zone: string): Date =>
  instantOf(day, scheduledAt === null ? DEFAULT_TIME : timeAt(scheduledAt, zone), zone);

/** All that the weeks of a month show. */
export function spanOfWeeks(month: Day, zone: string): PostSpan {
  const days = weeksOfMonth(month).flat();
  const midnight = (day: Day): string => instantOf(day, '00:00', zone).toISOString();
  const [first = month] = days;
  return { from: midnight(first), to: midnight(addDays(days.at(-1) ?? month, 1)) };
}

/** The posts of each day, in the order in which they are due. */
export function postsByDay(posts: readonly SocialPost[], zone: string): Map<Day, SocialPost[]> {
  const at = ({ scheduledAt, createdAt }: Dated): number => new Date(scheduledAt ?? createdAt).getTime();
  const byDay = new Map<Day, SocialPost[]>();
  for (const post of posts.toSorted((a, b) => at(a) - at(b))) {
    const day = dayOfPost(post, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), post]);
  }
  return byDay;
}

/** Instants as somebody in the zone reads them, in the visitor's own format. */
export const inZone = (zone: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone }).format(new Date(instant));
  return { time: format({ timeStyle: 'short' }), moment: format({ dateStyle: 'full', timeStyle: 'short' }) };
};
