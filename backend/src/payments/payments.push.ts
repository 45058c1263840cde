import type { PushRule } from '../platform/push/push-rule';

/** A purchase came to nothing, or waits for a person: the screen that waits for its zaps asks again. */
export const paymentPushRule: PushRule = {
  types: ['PaymentFailed', 'PaymentHeld'],
  draft: () => ({ type: 'balanceChanged' }),
};
