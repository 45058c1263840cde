import type { AnyView } from '../platform/views/view';
import { grantOnRegistrationProcess } from './grant-on-registration.process';
import { projectCostView } from './views/project-cost.view';
import { usageEventView } from './views/usage-event.view';
import { walletBalanceView } from './views/wallet-balance.view';
import { zapTransactionView } from './views/zap-transaction.view';
import { balancePushRule } from './zaps.push';

export { walletAggregate } from './domain/wallet';
export { ZapsModule } from './zaps.module';
export { GrantSignUpZaps } from './domain/grant-sign-up-zaps';
export { PaidWork } from './paid-work';
export { type PaidJob, QueuePaidJob } from './queue-paid-job';
export { ZAPS_QUEUE, type ZapsJob } from './zaps-job';
export type { OpenHold } from './domain/hold-book';
export type { Purpose, WalletEvent } from './domain/ledger-entry';

export const zapsViews: AnyView[] = [walletBalanceView, zapTransactionView, usageEventView, projectCostView];
export const zapsProcesses = [grantOnRegistrationProcess];
export const zapsPushRules = [balancePushRule];
