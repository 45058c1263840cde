import { toZaps } from '@storyreel/contracts';
import type { PushRule } from '../platform/push/push-rule';
import { WALLET_EVENT_TYPES, type WalletEvent } from './domain/ledger-entry';

export const balancePushRule: PushRule = {
  types: WALLET_EVENT_TYPES,
  draft: () => ({ type: 'balanceChanged' }),
};

export const budgetPushRule: PushRule<Extract<WalletEvent, { type: 'ZapBudgetNeared' }>> = {
  types: ['ZapBudgetNeared'],
  draft({ data: { scope, monthlyUnits, spentUnits } }) {
    const projectId = scope === 'person' ? null : scope.projectId;
    return { type: 'budgetNeared', projectId, monthlyZaps: toZaps(monthlyUnits), spentZaps: toZaps(spentUnits) };
  },
};
