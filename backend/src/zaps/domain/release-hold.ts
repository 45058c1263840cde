import type { Environment } from '../../platform/domain/aggregate';
import { findHold } from './hold-book';
import { move, type WalletEvent } from './ledger-entry';
import { nextEntry, type WalletState } from './wallet';

export interface Release {
  userId: string;
  holdId: string;
  reason: string;
}

/** Only an open hold can be released; anything else is nothing to do. A bulk hold gives its place in the day back. */
export function decideRelease(data: Release, state: WalletState, environment: Environment): WalletEvent[] {
  const hold = findHold(state.holds, data.holdId);
  if (hold?.status !== 'open') return [];
  const { units, purpose, bulkDay, price } = hold;
  const postings = move(units, 'held', 'available');
  const about = { holdId: data.holdId, reason: data.reason, purpose, priceVersion: price.version };
  const entry = { ...about, units, bulkDay, postings };
  return [nextEntry(state, environment, { type: 'ZapsReleased', data: entry })];
}
