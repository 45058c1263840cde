import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { PostNumbers } from '../../integrations/social/statistics';

/** Why the numbers of a post are not read. scope: their permission is missing. gone: the platform shows no such post. */
export type StatisticsTrouble = 'scope' | 'gone';

/**
 * The platform told other numbers than before. `day`: UTC, YYYY-MM-DD; a post has one reading a day. The id and address
 * are those that the platform has given the post since it was published.
 */
export type PostStatisticsRecorded = DomainEvent<
  'PostStatisticsRecorded',
  PostNumbers & {
    day: string;
    /** Invented by the sandbox. */
    sandbox?: boolean;
    externalId?: string;
    url?: string;
  }
>;
/** The numbers can no longer be read. Their next reading ends this. */
export type PostStatisticsUnavailable = DomainEvent<'PostStatisticsUnavailable', { reason: StatisticsTrouble }>;

/** The numbers of a published post, as they were read last. */
export interface PostStatistics {
  /** Null until there are any. */
  numbers: PostNumbers | null;
  /** ISO 8601: when `numbers` were recorded. */
  at: string | null;
  /** Invented by the sandbox. */
  sandbox: boolean;
  trouble: StatisticsTrouble | null;
  /** The newest days on which a number had changed, oldest first. */
  days: { day: string; views: number }[];
}

export const NO_STATISTICS: PostStatistics = { numbers: null, at: null, sandbox: false, trouble: null, days: [] };

/** Days that the small chart of a post shows. */
const CHARTED = 30;

/** Adds a reading; a second one of the same day takes the place of the first. */
export function withReading(
  before: PostStatistics | null,
  { day, views, likes, comments, sandbox = false }: PostStatisticsRecorded['data'],
  at: string,
): PostStatistics {
  const others = (before ?? NO_STATISTICS).days.filter((known) => known.day !== day);
  const days = [...others, { day, views }].slice(-CHARTED);
  return { numbers: { views, likes, comments }, at, sandbox, trouble: null, days };
}
