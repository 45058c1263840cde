import { toUnits } from '@storyreel/contracts';
import { userContext } from '../../eventsourcing/commands/command-context';
import { NOW, OWNER, stateOf, testEnvironment } from '../given-when-then';
import { decideReturn, DecidePurchaseReturn } from '../../money/zaps/domain/decide-return';
import { decideGrant, decidePurchase, PurchaseZaps } from '../../money/zaps/domain/credit-wallet';
import type { BudgetScope, Purpose, WalletEvent } from '../../money/zaps/domain/wallet-entry';
import type { HoldHistory } from '../../money/zaps/domain/hold-book';
import { decideRefund, RefundCharge } from '../../money/zaps/domain/refund-charge';
import { decideRelease, decideReserve, decideSettle } from '../../money/zaps/domain/hold-zaps';
import { decideSetBudget, SetBudget } from '../../money/zaps/domain/set-budget';
import { type DecidedReturn, walletAggregate, type WalletState } from '../../money/zaps/domain/wallet';

const context = userContext(OWNER, { commandId: 'command' });
export const purpose: Purpose = {
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: '4 images for a scene',
  projectId: null,
  sceneId: null,
  workId: 'work',
  requestHash: 'hash',
};

export type Step = (state: WalletState) => WalletEvent[];
const env = (now: string) => testEnvironment({ now });

export const grant = (): Step => (state) => decideGrant(state, env(NOW));
export const buy =
  (purchaseId: string, zaps: number, sandbox = true): Step =>
  (state) =>
    decidePurchase(new PurchaseZaps(OWNER, { purchaseId, zaps, sandbox }, context), state, env(NOW));
export const reserve =
  (holdId: string, zaps: number, { bulk = false, projectId = null as string | null, now = NOW } = {}): Step =>
  (state) => {
    const price = { units: toUnits(zaps), usd: 0.1, version: 'v' };
    const data = { userId: OWNER, holdId, price, purpose: { ...purpose, projectId }, deadline: now, bulk };
    return decideReserve(data, state, env(now));
  };
export const settle =
  (holdId: string, zaps?: number, now = NOW): Step =>
  (state) => {
    const units = zaps === undefined ? undefined : toUnits(zaps);
    return decideSettle({ userId: OWNER, holdId, units }, state, env(now));
  };
export const release =
  (holdId: string, now = NOW): Step =>
  (state) =>
    decideRelease({ userId: OWNER, holdId, reason: 'failed' }, state, env(now));
export const refund =
  (
    holdId: string,
    zaps: number,
    {
      id = `${holdId}-${zaps}`,
      projectId = null as string | null,
      now = NOW,
      recalled = undefined as HoldHistory | undefined,
    } = {},
  ): Step =>
  (state) => {
    const charge = { holdId, purpose: { ...purpose, projectId }, priceVersion: 'v', reservedAt: NOW };
    const data = { ...charge, refundId: id, units: toUnits(zaps), reason: 'Blurred', by: 'finance', recalled };
    return decideRefund(new RefundCharge(OWNER, data, context), state, env(now));
  };
/** Decides what happens to a purchase of which `zaps` and `cents` have been returned so far. */
export const giveUp =
  (
    purchaseId: string,
    zaps: number,
    {
      answer = 'taken_back',
      id = `${purchaseId}-${zaps}`,
      cents = zaps * 10,
      by = 'finance',
    }: { answer?: DecidedReturn['answer']; id?: string; cents?: number; by?: string } = {},
  ): Step =>
  (state) => {
    const due = { dueUnits: toUnits(zaps), returned: { amount: cents, currency: 'usd' } };
    const data = { decisionId: id, purchaseId, answer, ...due, reason: 'Refunded at Stripe', by };
    return decideReturn(new DecidePurchaseReturn(OWNER, data, context), state, env(NOW));
  };
export const budget =
  (zaps: number | null, scope: BudgetScope = 'person'): Step =>
  (state) => {
    const data = { scope, monthlyUnits: zaps === null ? null : toUnits(zaps), by: OWNER };
    return decideSetBudget(new SetBudget(OWNER, data, context), state, env(NOW));
  };

/**
 * Returns the events of the steps, each of which is decided on the state after the earlier ones; refused steps make
 * none.
 */
export function history(...steps: Step[]): WalletEvent[] {
  const events: WalletEvent[] = [];
  for (const step of steps) {
    try {
      events.push(...step(stateOf(walletAggregate, events)));
    } catch {
      continue;
    }
  }
  return events;
}
export const after = (...steps: Step[]): WalletState => stateOf(walletAggregate, history(...steps));
