import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { PostNumbers } from '../../integrations/social/statistics';

/**
 * Why the numbers of a post cannot be read. scope: the account lacks the permission. gone: the platform shows no such
 * post.
 */
export type StatisticsTrouble = 'scope' | 'gone';

/**
 * The platform reported other numbers than before. `day`: UTC, YYYY-MM-DD; a post has one reading a day. `id` and
 * `address`: those that the platform has given the post since it was published.
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
/** The numbers can no longer be read; the next successful reading ends this. */
export type PostStatisticsUnavailable = DomainEvent<'PostStatisticsUnavailable', { reason: StatisticsTrouble }>;

/** The numbers of a published post, as they were read last. */
export interface PostStatistics {
  /** The numbers; null until some were read. */
  numbers: PostNumbers | null;
  /** ISO 8601: when `numbers` were recorded. */
  at: string | null;
  /** True if the sandbox invented the numbers. */
  sandbox: boolean;
  trouble: StatisticsTrouble | null;
  /** The newest days on which the views had changed, oldest first. */
  days: { day: string; views: number }[];
}

export const NO_STATISTICS: PostStatistics = { numbers: null, at: null, sandbox: false, trouble: null, days: [] };

/** Number of days in the small chart of a post. */
const CHARTED = 30;

/** Adds a reading; it replaces an earlier one of the same day. */
export function withReading(
  before: PostStatistics | null,
  { day, views, likes, comments, sandbox = false }: PostStatisticsRecorded['data'],
  at: string,
): PostStatistics {
  const others = (before ?? NO_STATISTICS).days.filter((known) => known.day !== day);
  const days = [...others, { day, views }].slice(-CHARTED);
  return { numbers: { views, likes, comments }, at, sandbox, trouble: null, days };
}
