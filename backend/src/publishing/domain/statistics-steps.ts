import type { PostNumbers } from '../../integrations/social/statistics';
import type { PostEvent, PostState } from './post';
import { NO_STATISTICS } from './post-statistics';
import type { PostStatisticsRecorded, StatisticsTrouble } from './post-statistics';

type Reading = Omit<PostStatisticsRecorded['data'], keyof PostNumbers> & { numbers: PostNumbers };

const isRead = ({ phase, deleted }: PostState): boolean => phase === 'published' && !deleted;

/**
 * Records numbers that have changed, or that are readable again. A post has one reading per day: a repeated reading
 * counts once, and a late one is ignored.
 */
export function decideStatistics(state: PostState, { numbers, ...reading }: Reading): PostEvent[] {
  if (!isRead(state)) return [];
  const { numbers: known, trouble, days } = state.statistics ?? NO_STATISTICS;
  const isLate = (days.at(-1)?.day ?? '') >= reading.day;
  const isSame = known?.views === numbers.views && known.likes === numbers.likes && known.comments === numbers.comments;
  if (trouble === null && (isLate || isSame)) return [];
  return [{ type: 'PostStatisticsRecorded', data: { ...reading, ...numbers } }];
}

/** Records that the numbers of a post cannot be read; does nothing if that is recorded already. */
export const decideUnreadable = (state: PostState, reason: StatisticsTrouble): PostEvent[] =>
  isRead(state) && state.statistics?.trouble !== reason
    ? [{ type: 'PostStatisticsUnavailable', data: { reason } }]
    : [];
