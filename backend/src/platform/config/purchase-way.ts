import type { Installation } from '@storyreel/contracts';
import type { AppConfig } from './app-config';

/** A payment provider leaves no other way: beside it, zaps of the sandbox would be had for nothing. */
export const purchaseWayOf = ({
  stripe,
  sandboxPurchases,
}: Pick<AppConfig, 'stripe' | 'sandboxPurchases'>): Installation['purchases'] =>
  stripe ? 'stripe' : sandboxPurchases ? 'sandbox' : 'none';
