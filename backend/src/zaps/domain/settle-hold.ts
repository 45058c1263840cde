import type { Environment } from '../../platform/domain/aggregate';
import { findHold } from './hold-book';
import { move, type WalletEvent } from './ledger-entry';
import { nextEntry, type WalletState } from './wallet';

export interface Settlement {
  userId: string;
  holdId: string;
  /** What the provider really asked for; absent: what the reservation expected. */
  usd?: number;
  /** Units really used, when less than held: the rest goes back. */
  units?: number;
}

/** Only an open hold can be settled; anything else is nothing to do. */
export function decideSettle(data: Settlement, state: WalletState, environment: Environment): WalletEvent[] {
  const hold = findHold(state.holds, data.holdId);
  if (hold?.status !== 'open') return [];
  const units = Math.min(hold.units, Math.max(0, data.units ?? hold.units));
  const rest = hold.units - units;
  const postings = [...move(units, 'held', 'revenue'), ...(rest > 0 ? move(rest, 'held', 'available') : [])];
  const { purpose, price } = hold;
  const usd = data.usd ?? price.usd;
  const entry = { holdId: data.holdId, purpose, units, usd, priceVersion: price.version, postings };
  return [nextEntry(state, environment, { type: 'ZapsSettled', data: entry })];
}
