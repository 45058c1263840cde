import { jobFrom } from '../../eventsourcing/reactors/reactor';
import type { Reactor } from '../../eventsourcing/reactors/reactor';
import { ZAPS_QUEUE, type ZapsJob } from '../zaps';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PaymentEvent } from './payment';

type Confirmed = Extract<PaymentEvent, { type: 'PaymentConfirmed' }>['data'];

/** A durable job under the payment's id buys the zaps: exactly once, whatever happens in between. */
export const creditPaymentReactor: Reactor = {
  name: 'credit-payment',
  types: ['PaymentConfirmed'],
  react(event) {
    const purchaseId = idOfStream(event.streamId);
    const { userId, zaps } = event.data as Confirmed;
    const payload = { action: 'purchase', purchaseId, zaps } satisfies ZapsJob;
    const dedupKey = `purchase:${purchaseId}`;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey, ownerId: userId, payload })];
  },
};
