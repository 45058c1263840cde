import type { AnyView } from '../../eventsourcing/views/view';
import { grantOnRegistrationReactor } from './zaps-job';
import { chargeView } from './views/charge.view';
import { refundRequestView } from './views/refund-request.view';
import { projectCostView, usageEventView } from './views/usage.view';
import { balancePushRule, budgetPushRule, walletBalanceView, zapTransactionView } from './views/wallet.view';

export { chargeEntity } from './views/charge.view';
export { walletAggregate, type WalletState } from './domain/wallet';
export { refundRequestAggregate } from './domain/refund-request';
export { type RefundRequestRow, refundRequestView } from './views/refund-request.view';
export { verifyWallet, WalletProof } from './domain/wallet-proof';
export { ZapsModule } from './zaps.module';
export { DecidePurchaseReturn, owedUnits } from './domain/decide-return';
export { decideGrant, GrantSignUpZaps } from './domain/credit-wallet';
export { PaidWork, type PaidJob, QueuePaidJob } from './paid-work';
export { zapsRefusals } from './refusals';
export { NO_HISTORY } from './hold-history';
export { ZAPS_QUEUE, type ZapsJob } from './zaps-job';
export { type HoldEvent, holdIn, type OpenHold } from './domain/hold-book';
export {
  changesOf,
  type Account,
  type BudgetScope,
  hashOf,
  type Purpose,
  WALLET_EVENT_TYPES,
  type WalletEvent,
} from './domain/wallet-entry';

export const zapsViews: AnyView[] = [
  walletBalanceView,
  zapTransactionView,
  usageEventView,
  projectCostView,
  chargeView,
  refundRequestView,
];
/** Views with one owner per row, and whether each row belongs to a single entry. */
export const walletViews = [
  { view: walletBalanceView as AnyView, ofOneEvent: false },
  { view: zapTransactionView as AnyView, ofOneEvent: true },
  { view: usageEventView as AnyView, ofOneEvent: true },
  { view: projectCostView as AnyView, ofOneEvent: false },
  { view: chargeView as AnyView, ofOneEvent: false },
];
export const zapsReactors = [grantOnRegistrationReactor];
export const zapsPushRules = [balancePushRule, budgetPushRule];
