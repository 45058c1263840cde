import { priceOf, toZaps } from '@storyreel/contracts';
import type { EstimateRequest, TextOperation } from '@storyreel/contracts';
import { useBalance, useCostEstimate } from './api';
import { insufficientZaps, NO_ESTIMATE } from './format';

export interface Price {
  zaps: number | undefined;
  /** True when the balance does not cover the price. */
  short: boolean;
  waiting: boolean;
  /** True when the price failed to load: a click then loads it again and charges nothing. */
  unknown: boolean;
  isAsking: boolean;
  ask: () => unknown;
  /** Why the action is unavailable or its price is unknown. */
  reason: string | undefined;
}

/**
 * Returns an action's price, checked against the balance; `cost` is null while the action is not known. The price comes
 * from the same price book as the server's. For an operation that this book does not contain, as after an update of the
 * server, the server is asked.
 */
export function usePrice(cost: EstimateRequest | null): Price {
  const balance = useBalance();
  const known = cost && priceOf(cost);
  const estimate = useCostEstimate(known ? null : cost);
  const zaps = known ? toZaps(known.units) : cost === null ? undefined : estimate.data;
  const short = zaps !== undefined && balance.data !== undefined && balance.data < zaps;
  const unknown = cost !== null && !known && estimate.isError && zaps === undefined;
  return {
    zaps,
    short,
    waiting: cost === null || (!known && estimate.isLoading) || balance.isLoading,
    unknown,
    isAsking: estimate.isFetching,
    ask: estimate.refetch,
    reason: short ? insufficientZaps(zaps, balance.data ?? 0) : unknown ? NO_ESTIMATE : undefined,
  };
}

/** Returns a price from the shared price book, checked against the balance. */
export function useKnownPrice(zaps: number): Price {
  const balance = useBalance();
  const short = balance.data !== undefined && balance.data < zaps;
  return {
    zaps,
    short,
    waiting: balance.isLoading,
    unknown: false,
    isAsking: false,
    ask: () => undefined,
    reason: short ? insufficientZaps(zaps, balance.data ?? 0) : undefined,
  };
}

const textCost = (operation: TextOperation, usage: EstimateRequest['usage']): EstimateRequest => ({
  provider: 'internal',
  model: 'text',
  operation,
  usage,
});

export const descriptionsCost = (scenes: number): EstimateRequest => textCost('scene_description', { scenes });
export const ONE_DESCRIPTION_COST = descriptionsCost(1);
export const VIDEO_PROMPT_COST = textCost('video_prompt', { requests: 1 });
export const ENHANCE_PROMPT_COST = textCost('enhance_prompt', { requests: 1 });
export const CONTINUITY_COST = textCost('continuity', { requests: 1 });
export const WRITE_STORY_COST = textCost('write_story', { requests: 1 });
export const ABRIDGE_STORY_COST = textCost('abridge_story', { requests: 1 });
export const PROCESS_STORY_COST = textCost('process_story', { requests: 1 });
export const POST_DESCRIPTION_COST = textCost('post_description', { requests: 1 });
