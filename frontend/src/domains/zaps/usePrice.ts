import type { EstimateRequest } from '@storyreel/contracts';
import { insufficientZaps, NO_ESTIMATE } from './format';
import { useBalance, useCostEstimate } from './queries';

/** The price of an action, and whether the balance covers it. Null: what to ask for is not known yet. */
export function usePrice(cost: EstimateRequest | null) {
  const balance = useBalance();
  const estimate = useCostEstimate(cost);
  const zaps = cost === null ? undefined : estimate.data;
  const short = zaps !== undefined && balance.data !== undefined && balance.data < zaps;
  return {
    zaps,
    short,
    waiting: cost === null || estimate.isLoading || balance.isLoading,
    /** The price could not be read: a click asks for it again, and pays nothing. */
    unknown: cost !== null && estimate.isError,
    isAsking: estimate.isFetching,
    ask: estimate.refetch,
    /** What keeps the action from being taken, or its price from being known. */
    reason: short
      ? insufficientZaps(zaps, balance.data ?? 0)
      : cost !== null && estimate.isError
        ? NO_ESTIMATE
        : undefined,
  };
}
