import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { PostNumbers } from '../../integrations/social/statistics';

/**
 * Why a post's numbers cannot be read. scope: the account lacks the permission. gone: the platform no longer shows the
 * post.
 */
export type StatisticsTrouble = 'scope' | 'gone';

/**
 * The platform reported numbers that differ from the last ones. `day`: UTC, YYYY-MM-DD; a post has one reading per day.
 * `externalId` and `url`: set if the platform has given the post a new id or address since it was published.
 */
export type PostStatisticsRecorded = DomainEvent<
  'PostStatisticsRecorded',
  PostNumbers & {
    day: string;
    /** True for numbers invented by the sandbox. */
    sandbox?: boolean;
    externalId?: string;
    url?: string;
  }
>;
/** The numbers can no longer be read; the next successful reading ends this state. */
export type PostStatisticsUnavailable = DomainEvent<'PostStatisticsUnavailable', { reason: StatisticsTrouble }>;

/** The most recently read numbers of a published post. */
export interface PostStatistics {
  /** The numbers; null until the first reading. */
  numbers: PostNumbers | null;
  /** Time at which `numbers` were recorded, ISO 8601. */
  at: string | null;
  /** True if the sandbox invented the numbers. */
  sandbox: boolean;
  trouble: StatisticsTrouble | null;
  /** The most recent days on which the number of views changed, oldest first. */
  days: { day: string; views: number }[];
}

export const NO_STATISTICS: PostStatistics = { numbers: null, at: null, sandbox: false, trouble: null, days: [] };

/** Number of days in the small chart of a post. */
const CHARTED = 30;

/** Adds a reading; it replaces an earlier reading of the same day. */
export function withReading(
  before: PostStatistics | null,
  { day, views, likes, comments, sandbox = false }: PostStatisticsRecorded['data'],
  at: string,
): PostStatistics {
  const others = (before ?? NO_STATISTICS).days.filter((known) => known.day !== day);
  const days = [...others, { day, views }].slice(-CHARTED);
  return { numbers: { views, likes, comments }, at, sandbox, trouble: null, days };
}
