import type { AnyView } from '../platform/views/view';
import { grantOnRegistrationReactor } from './grant-on-registration.process';
import { chargeView } from './views/charge.view';
import { projectCostView } from './views/project-cost.view';
import { usageEventView } from './views/usage-event.view';
import { walletBalanceView } from './views/wallet-balance.view';
import { zapTransactionView } from './views/zap-transaction.view';
import { balancePushRule, budgetPushRule } from './zaps.push';

export { walletAggregate } from './domain/wallet';
export { verifyWallet } from './domain/verify-wallet';
export { WalletProof } from './domain/wallet-proof';
export { ZapsModule } from './zaps.module';
export { decideGrant, GrantSignUpZaps } from './domain/grant-sign-up-zaps';
export { PaidWork } from './paid-work';
export { type PaidJob, QueuePaidJob } from './queue-paid-job';
export { ZAPS_QUEUE, type ZapsJob } from './zaps-job';
export { type HoldEvent, holdIn, type OpenHold } from './domain/hold-book';
export {
  changesOf,
  type Account,
  type BudgetScope,
  type Purpose,
  WALLET_EVENT_TYPES,
  type WalletEvent,
} from './domain/ledger-entry';

export const zapsViews: AnyView[] = [
  walletBalanceView,
  zapTransactionView,
  usageEventView,
  projectCostView,
  chargeView,
];
/** Those whose rows belong to one wallet each, and whether each row is one entry's. */
export const walletViews = [
  { view: walletBalanceView as AnyView, ofOneEvent: false },
  { view: zapTransactionView as AnyView, ofOneEvent: true },
  { view: usageEventView as AnyView, ofOneEvent: true },
  { view: projectCostView as AnyView, ofOneEvent: false },
  { view: chargeView as AnyView, ofOneEvent: false },
];
export const zapsReactors = [grantOnRegistrationReactor];
export const zapsPushRules = [balancePushRule, budgetPushRule];
