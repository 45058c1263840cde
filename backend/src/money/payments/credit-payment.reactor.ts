import { jobFrom, reactorTo } from '../../eventsourcing/reactors/reactor';
import { ZAPS_QUEUE, type ZapsJob } from '../zaps';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PaymentEvent } from './payment';

/** Queues a durable job that buys the zaps under the payment's id, so that they are bought exactly once. */
export const creditPaymentReactor = reactorTo<Extract<PaymentEvent, { type: 'PaymentConfirmed' }>>({
  name: 'credit-payment',
  types: ['PaymentConfirmed'],
  react(event) {
    const purchaseId = idOfStream(event.streamId);
    const { userId, zaps } = event.data;
    const payload = { action: 'purchase', purchaseId, zaps } satisfies ZapsJob;
    const dedupKey = `purchase:${purchaseId}`;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey, ownerId: userId, payload })];
  },
});
