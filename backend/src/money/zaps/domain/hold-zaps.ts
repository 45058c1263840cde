import { BULK_IMAGES_PER_DAY, toZaps } from '@storyreel/contracts';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import { checkBudgets } from './budgets';
import { findHold, holdOf } from './hold-book';
import type { HoldHistory } from './hold-book';
import { bulkCount, nextEntries, nextEntry } from './wallet';
import type { WalletState } from './wallet';
import { move } from './wallet-entry';
import type { HoldPrice, Purpose, WalletEvent } from './wallet-entry';

export interface Reservation {
  userId: string;
  holdId: string;
  price: HoldPrice;
  purpose: Purpose;
  /** Time from which the hold is released if it is still open; ISO 8601. */
  deadline: string;
  /** True if the plan covers the work within the daily allowance. */
  bulk: boolean;
}

/** @throws DomainError budget_reached, insufficient_zaps; Evicted */
export function decideReserve(
  data: Reservation,
  state: WalletState,
  environment: Environment,
  recalled?: HoldHistory,
): WalletEvent[] {
  if (holdOf(state.holds, data.holdId, recalled)) return [];
  const day = environment.now.slice(0, 10);
  const covered = data.bulk && bulkCount(state, day) < BULK_IMAGES_PER_DAY;
  const units = covered ? 0 : data.price.units;
  const nearing = checkBudgets(state, data.purpose.projectId, units, environment.now);
  const { available } = state.accounts;
  if (units > available) {
    const [need, have] = [toZaps(units), toZaps(available)];
    throw new DomainError('insufficient_zaps', `Insufficient zaps. Need ${need}, have ${have}`);
  }
  const { holdId, price, purpose, deadline } = data;
  const postings = move(units, 'available', 'held');
  const entry = { holdId, price, purpose, units, deadline, bulkDay: covered ? day : null, postings };
  return nextEntries(state, environment, [{ type: 'ZapsReserved', data: entry }, ...nearing]);
}

export interface Settlement {
  userId: string;
  holdId: string;
  /** The provider's actual price; if absent, the price expected at the reservation counts. */
  usd?: number;
  /** Units actually used, if fewer than held; the rest is returned. */
  units?: number;
}

/** Settles an open hold; does nothing if the hold is not open. */
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

export interface Release {
  userId: string;
  holdId: string;
  reason: string;
}

/**
 * Releases an open hold; does nothing if the hold is not open. A bulk hold returns its place in the daily allowance.
 */
export function decideRelease(data: Release, state: WalletState, environment: Environment): WalletEvent[] {
  const hold = findHold(state.holds, data.holdId);
  if (hold?.status !== 'open') return [];
  const { units, purpose, bulkDay, price } = hold;
  const postings = move(units, 'held', 'available');
  const about = { holdId: data.holdId, reason: data.reason, purpose, priceVersion: price.version };
  const entry = { ...about, units, bulkDay, postings };
  return [nextEntry(state, environment, { type: 'ZapsReleased', data: entry })];
}
