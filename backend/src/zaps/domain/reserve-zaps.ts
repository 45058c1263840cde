import { BULK_IMAGES_PER_DAY, toZaps } from '@storyreel/contracts';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { findHold } from './hold-book';
import { move, type HoldPrice, type Purpose, type WalletEvent } from './ledger-entry';
import { bulkCount, nextEntry, type WalletState } from './wallet';

export interface Reservation {
  userId: string;
  holdId: string;
  price: HoldPrice;
  purpose: Purpose;
  /** ISO 8601: when the hold is given back at the latest if nothing came of it. */
  deadline: string;
  /** Covered by the plan as far as the day's allowance goes. */
  bulk: boolean;
}

/** @throws DomainError insufficient_zaps */
export function decideReserve(data: Reservation, state: WalletState, environment: Environment): WalletEvent[] {
  if (findHold(state.holds, data.holdId)) return [];
  const day = environment.now.slice(0, 10);
  const covered = data.bulk && bulkCount(state, day) < BULK_IMAGES_PER_DAY;
  const units = covered ? 0 : data.price.units;
  const { available } = state.accounts;
  if (units > available) {
    const [need, have] = [toZaps(units), toZaps(available)];
    throw new DomainError('insufficient_zaps', `Insufficient zaps. Need ${need}, have ${have}`);
  }
  const { holdId, price, purpose, deadline } = data;
  const postings = move(units, 'available', 'held');
  const entry = { holdId, price, purpose, units, deadline, bulkDay: covered ? day : null, postings };
  return [nextEntry(state, environment, { type: 'ZapsReserved', data: entry })];
}
