import type { PushRule } from '../platform/push/push-rule';
import { WALLET_EVENT_TYPES } from './domain/ledger-entry';

export const balancePushRule: PushRule = {
  types: WALLET_EVENT_TYPES,
  draft: () => ({ type: 'balanceChanged' }),
};
