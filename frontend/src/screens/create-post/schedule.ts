import { addDays, type Day } from '../../platform/days';
import { instantOf, visitorZone } from '../../platform/zoned-time';
import type { PostDraft } from './post-draft';

type Schedule = Pick<PostDraft, 'isScheduled' | 'day' | 'time'>;
const TIME = '09:00';
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Switched on, a post is due tomorrow morning; switched off, it has neither day nor time. */
export const switchSchedule = (isScheduled: boolean, today: Day): Schedule =>
  isScheduled ? { isScheduled, day: addDays(today, 1), time: TIME } : { isScheduled, day: '', time: '' };

/** Null when it is not scheduled, or its day or time says nothing. */
export const scheduledAt = ({ isScheduled, day, time }: Schedule, zone = visitorZone()): Date | null =>
  isScheduled && day !== '' && CLOCK.test(time) ? instantOf(day, time, zone) : null;

export function scheduleProblem(schedule: Schedule, now: Date): string | null {
  if (!schedule.isScheduled) return null;
  const at = scheduledAt(schedule);
  if (at === null) return 'Choose a day and a time';
  return at.getTime() <= now.getTime() ? 'Choose a time in the future' : null;
}
