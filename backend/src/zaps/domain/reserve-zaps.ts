import { BULK_IMAGES_PER_DAY, toZaps } from '@storyreel/contracts';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { checkBudgets } from './budgets';
import { move, type HoldPrice, type Purpose, type WalletEvent } from './ledger-entry';
import { holdOf, type HoldHistory } from './recalled';
import { bulkCount, nextEntries, type WalletState } from './wallet';

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

/** @throws DomainError budget_reached, insufficient_zaps; Forgotten */
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
