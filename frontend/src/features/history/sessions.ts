import { SESSION_GAP_MINUTES } from '@storyreel/contracts';
import type { HistoryEntry } from '@storyreel/contracts';
import { addDays } from '../../platform/time/days';
import { dateFormat, visitorZone } from '../../platform/time/written-dates';
import { dayAt } from '../../platform/time/zoned-time';

export interface Session {
  key: string;
  from: string;
  to: string;
  entries: HistoryEntry[];
}

/**
 * Returns a unique key of a step. The revision alone is not unique: steps from before an import and steps of posts have
 * revisions of their own.
 */
export const keyOf = ({ revision, earlier, post }: HistoryEntry): string =>
  post ? `${post.id} ${revision}` : earlier ? `earlier ${revision}` : revision;

const GAP_MS = SESSION_GAP_MINUTES * 60_000;

/** Groups steps, newest first, into work sessions, which pauses of half an hour separate. */
export function sessionsOf(entries: readonly HistoryEntry[]): Session[] {
  const sessions: Session[] = [];
  for (const entry of entries) {
    const last = sessions.at(-1);
    if (last && Date.parse(last.from) - Date.parse(entry.at) < GAP_MS) {
      last.entries.push(entry);
      last.from = entry.startedAt;
    } else {
      sessions.push({ key: keyOf(entry), from: entry.startedAt, to: entry.at, entries: [entry] });
    }
  }
  return sessions;
}

const time = dateFormat({ hour: '2-digit', minute: '2-digit' });
const weekday = dateFormat({ weekday: 'long' });
const date = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

function dayName(at: string, now: number): string {
  const zone = visitorZone();
  const [day, today] = [dayAt(at, zone), dayAt(new Date(now), zone)];
  if (day >= today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  return day >= addDays(today, -6) ? weekday(at) : date(at);
}

/** Formats a moment: 'Tuesday 14:05' within a week, otherwise with the date. */
export const momentName = (at: string, now = Date.now()): string => `${dayName(at, now)} ${time(at)}`;

/** Formats a moment for use within a sentence: 'today 14:05'. */
export const momentInWords = (at: string, now = Date.now()): string =>
  momentName(at, now).replace(/^(?:Today|Yesterday)/u, (day) => day.toLowerCase());

/** Formats the time of a session: 'Tuesday 14:05 – 15:10', or a single time for a short session. */
export function sessionName({ from, to }: Pick<Session, 'from' | 'to'>, now = Date.now()): string {
  const [begin, end] = [time(from), time(to)];
  return begin === end ? momentName(to, now) : `${momentName(from, now)} – ${end}`;
}

/** Formats the time for which a post was planned: 'Fri, 4 Dec 2026 14:05'. */
export const planName = (at: string): string => `${date(at)} ${time(at)}`;
