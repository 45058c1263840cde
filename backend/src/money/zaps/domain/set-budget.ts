import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { findBudget } from './budgets';
import type { BudgetScope, WalletEvent } from './wallet-entry';
import { nextEntry, walletAggregate, type WalletState } from './wallet';

interface NewBudget {
  scope: BudgetScope;
  /** The limit; null removes it. */
  monthlyUnits: number | null;
  by: string;
}

export class SetBudget extends AggregateCommand<WalletState, NewBudget> {}

/**
 * Sets a budget. Earlier spending of the month counts: if it exceeds the new limit, the next reservation is rejected.
 */
export function decideSetBudget({ data }: SetBudget, state: WalletState, environment: Environment): WalletEvent[] {
  const { scope, monthlyUnits, by } = data;
  if ((findBudget(state.budgets, scope)?.monthlyUnits ?? null) === monthlyUnits) return [];
  return [nextEntry(state, environment, { type: 'ZapBudgetSet', data: { scope, monthlyUnits, by, postings: [] } })];
}

export const SetBudgetHandler = handlerFor(SetBudget, walletAggregate, decideSetBudget);
