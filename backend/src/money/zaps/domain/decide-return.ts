import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, keyReused } from '../../../lib/domain-error';
import { type DecidedReturn, nextEntry, walletAggregate, type WalletState } from './wallet';
import { move, type WalletEvent } from './wallet-entry';

interface Decision {
  decisionId: string;
  /** The purchase whose money was returned. */
  purchaseId: string;
  answer: DecidedReturn['answer'];
  /** Zaps that the total money returned for the purchase so far had paid for, in ledger units. */
  dueUnits: number;
  /** Total money returned for the purchase so far. */
  returned: { amount: number; currency: string };
  reason: string;
  /** Id of the user who decides. */
  by: string;
}

/** Decides about the zaps of a purchase whose money was returned, or came back. */
export class DecidePurchaseReturn extends AggregateCommand<WalletState, Decision> {}

/**
 * Decides about returned money that no earlier decision covers; a repeat does nothing. Takes back at most the zaps that
 * are left, so that a balance is never negative; the installation bears the rest.
 * @throws DomainError conflict, idempotency_key_reused
 */
export function decideReturn(
  { data }: DecidePurchaseReturn,
  state: WalletState,
  environment: Environment,
): WalletEvent[] {
  const { decisionId, purchaseId, answer, reason, by } = data;
  const known = state.returns.find((decided) => decided.decisionId === decisionId);
  if (known) {
    if (known.purchaseId !== purchaseId || known.answer !== answer) throw keyReused();
    return [];
  }
  if (by === environment.ownerId) {
    throw new DomainError(
      'conflict',
      "You can't decide about your own purchase. Please ask another person of finance.",
    );
  }
  if (!state.purchases.includes(purchaseId)) {
    throw new DomainError('conflict', 'The zaps of this purchase have not been added yet. Please try again later.');
  }
  const earlier = state.returns.filter((decided) => decided.purchaseId === purchaseId);
  const dueUnits = earlier.reduce((due, decided) => due - decided.dueUnits, data.dueUnits);
  const amount = earlier.reduce((left, decided) => left - decided.amount, data.returned.amount);
  if (answer === 'given_back') {
    const units = owedUnits(earlier, data.dueUnits);
    if (amount >= 0 || units === 0) {
      throw new DomainError('conflict', 'No zaps of this purchase are to be given back.');
    }
    const returned = { amount: 0 - amount, currency: data.returned.currency };
    const about = { decisionId, purchaseId, dueUnits: Math.max(0, 0 - dueUnits), units, returned, reason, by };
    const postings = move(units, 'purchases', 'available');
    return [nextEntry(state, environment, { type: 'TakenZapsGivenBack', data: { ...about, postings } })];
  }
  if (dueUnits <= 0 || amount <= 0) throw new DomainError('conflict', 'This was already decided.');
  const units = answer === 'left' ? 0 : Math.min(dueUnits, Math.max(0, state.accounts.available));
  const returned = { amount, currency: data.returned.currency };
  const about = { decisionId, purchaseId, answer, dueUnits, units, returned };
  const postings = move(units, 'available', 'purchases');
  return [nextEntry(state, environment, { type: 'PurchaseReturnDecided', data: { ...about, reason, by, postings } })];
}

/**
 * Returns the zaps to give back, in ledger units: those that were taken although their money has come back. Zaps that
 * earlier decisions left with the buyer count first towards the amount that is still due.
 */
export function owedUnits(
  decisions: readonly Pick<DecidedReturn, 'answer' | 'dueUnits' | 'units'>[],
  dueUnits: number,
): number {
  const taken = decisions.reduce((sum, { units }) => sum + units, 0);
  const left = decisions.reduce((sum, decided) => sum + (decided.answer === 'left' ? decided.dueUnits : 0), 0);
  return Math.max(0, taken - Math.max(0, dueUnits - left));
}

export const DecidePurchaseReturnHandler = handlerFor(DecidePurchaseReturn, walletAggregate, decideReturn);
