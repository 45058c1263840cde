import type { bulkQuoteSchema } from '@storyreel/contracts';
import type { z } from 'zod';

export interface BulkCost {
  zaps: number;
  /** Scenes that the day's allowance does not cover. */
  paidScenes: number;
}

/** What a bulk run costs; until the quote has come, what the plan promises: nothing. */
export function bulkCost(sceneCount: number, quote: z.infer<typeof bulkQuoteSchema> | undefined): BulkCost {
  const paidScenes = quote ? Math.max(0, sceneCount - quote.remainingToday) : 0;
  return { zaps: paidScenes * (quote?.zapsPerScene ?? 0), paidScenes };
}
