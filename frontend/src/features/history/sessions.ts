import { SESSION_GAP_MINUTES } from '@storyreel/contracts';
import type { HistoryEntry } from '@storyreel/contracts';

export interface Session {
  key: string;
  from: string;
  to: string;
  entries: HistoryEntry[];
}

/** Steps from before an import, and those of posts, have revisions of their own. */
export const keyOf = ({ revision, earlier, post }: HistoryEntry): string =>
  post ? `${post.id} ${revision}` : earlier ? `earlier ${revision}` : revision;

const GAP_MS = SESSION_GAP_MINUTES * 60_000;

/** Groups steps, the newest first, by sessions of work: a pause of half an hour begins another one. */
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

const DAY_MS = 86_400_000;
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

function dayName(at: string, now: number): string {
  const then = new Date(at);
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const age = midnight.getTime() - then.getTime();
  if (age <= 0) return 'Today';
  if (age <= DAY_MS) return 'Yesterday';
  return age <= 6 * DAY_MS ? weekday.format(then) : date.format(then);
}

/** 'Tuesday 14:05' within a week, then the date. */
export const momentName = (at: string, now = Date.now()): string => `${dayName(at, now)} ${time.format(new Date(at))}`;

/** The same within a sentence: 'today 14:05'. */
export const momentInWords = (at: string, now = Date.now()): string =>
  momentName(at, now).replace(/^(?:Today|Yesterday)/u, (day) => day.toLowerCase());

/** 'Tuesday 14:05 – 15:10', or one time for a short session. */
export function sessionName({ from, to }: Pick<Session, 'from' | 'to'>, now = Date.now()): string {
  const [begin, end] = [time.format(new Date(from)), time.format(new Date(to))];
  return begin === end ? momentName(to, now) : `${momentName(from, now)} – ${end}`;
}

/** Names a time for which something was planned: 'Fri, 4 Dec 2026 14:05'. */
export const planName = (at: string): string => `${date.format(new Date(at))} ${time.format(new Date(at))}`;
