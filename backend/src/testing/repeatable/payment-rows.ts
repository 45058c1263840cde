import {
  OpenCheckout,
  OpenCheckoutHandler,
  ReportPayment,
  ReportPaymentHandler,
  StartCheckout,
  StartCheckoutHandler,
} from '../../money/payments/payment';
import type { PaymentReport } from '../../money/payments/payment';
import type { Node, Repeatable, World } from './world';

const price = { amount: 3999, currency: 'usd' };
const ids = { sessionId: 'cs_1', paymentId: 'pi_1' };

async function start(world: World, node: Node): Promise<void> {
  const checkout = { userId: world.userId, zaps: 500, price, provider: 'stripe' };
  await node.send(StartCheckoutHandler, new StartCheckout(world.id('payment'), checkout, world.context('checkout')));
}
async function open(world: World, node: Node): Promise<void> {
  const command = new OpenCheckout(world.id('payment'), { sessionId: ids.sessionId }, world.context('open'));
  await node.send(OpenCheckoutHandler, command);
}
const report = (told: PaymentReport) => async (world: World, node: Node) => {
  await node.send(ReportPaymentHandler, new ReportPayment(world.id('payment'), told, world.context('told')));
};
const failed = report({ what: 'failed', ids, reason: 'It was left.' });
const returned: PaymentReport = { what: 'returned', ids, returned: price, reason: 'It was given back.' };
const disputed: PaymentReport = { what: 'disputed', ids, disputed: price, disputeId: 'dp_1', reason: 'fraudulent' };

export const paymentRows: Repeatable[] = [
  { name: 'beginning a checkout', covers: ['StartCheckout'], run: start, between: open, makes: ['CheckoutStarted'] },
  {
    name: 'opening a checkout',
    covers: ['OpenCheckout'],
    setup: start,
    run: open,
    between: failed,
    makes: ['CheckoutOpened'],
  },
  {
    name: 'a reported payment',
    covers: ['ReportPayment'],
    setup: start,
    run: report({ what: 'paid', ids, paid: price }),
    between: failed,
    makes: ['PaymentConfirmed'],
  },
  {
    name: 'a reported payment without a checkout',
    covers: ['ReportPayment'],
    run: report({ what: 'paid', ids, paid: price }),
    between: report(returned),
    makes: ['PaymentHeld'],
  },
  {
    name: 'a reported refund',
    covers: ['ReportPayment'],
    setup: start,
    run: report(returned),
    between: failed,
    makes: ['PaymentReturned'],
  },
  {
    name: 'a dispute',
    covers: ['ReportPayment'],
    setup: start,
    run: report(disputed),
    between: report(returned),
    makes: ['PaymentDisputed'],
  },
  {
    name: 'a closed dispute',
    covers: ['ReportPayment'],
    setup: start,
    run: report({
      what: 'dispute_closed',
      ids,
      disputeId: 'dp_1',
      disputed: price,
      outcome: 'won',
      reason: 'It was won.',
    }),
    between: report(returned),
    makes: ['PaymentDisputeClosed'],
  },
  {
    name: 'a reported refund that failed',
    covers: ['ReportPayment'],
    setup: start,
    run: report({ what: 'return_failed', ids, failed: price, refundId: 're_1', reason: 'It failed.' }),
    between: failed,
    makes: ['PaymentReturnFailed'],
  },
];
