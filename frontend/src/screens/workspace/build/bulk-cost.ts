import type { bulkQuoteSchema } from '@storyreel/contracts';
import type { z } from 'zod';

export interface BulkCost {
  zaps: number;
  /** Scenes that the day's allowance does not cover. */
  paidScenes: number;
}

/** What a bulk run costs by the day's quote. */
export function bulkCost(sceneCount: number, quote: z.infer<typeof bulkQuoteSchema>): BulkCost {
  const paidScenes = Math.max(0, sceneCount - quote.remainingToday);
  return { zaps: paidScenes * quote.zapsPerScene, paidScenes };
}
