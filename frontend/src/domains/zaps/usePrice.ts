import type { EstimateRequest } from '@storyreel/contracts';
import { insufficientZaps, NO_ESTIMATE } from './format';
import { useBalance, useCostEstimate } from './queries';

export interface Price {
  zaps: number | undefined;
  /** The balance does not cover it. */
  short: boolean;
  waiting: boolean;
  /** The price could not be read: a click asks for it again, and pays nothing. */
  unknown: boolean;
  isAsking: boolean;
  ask: () => unknown;
  /** What keeps the action from being taken, or its price from being known. */
  reason: string | undefined;
}

/** The price of an action, and whether the balance covers it. Null: what to ask for is not known yet. */
export function usePrice(cost: EstimateRequest | null): Price {
  const balance = useBalance();
  const estimate = useCostEstimate(cost);
  const zaps = cost === null ? undefined : estimate.data;
  const short = zaps !== undefined && balance.data !== undefined && balance.data < zaps;
  const unknown = cost !== null && estimate.isError && zaps === undefined;
  return {
    zaps,
    short,
    waiting: cost === null || estimate.isLoading || balance.isLoading,
    unknown,
    isAsking: estimate.isFetching,
    ask: estimate.refetch,
    reason: short ? insufficientZaps(zaps, balance.data ?? 0) : unknown ? NO_ESTIMATE : undefined,
  };
}

/** A price by the book that both sides have, and whether the balance covers it. */
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
