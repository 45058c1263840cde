import type { Reactor } from '../platform/processes/process';
import type { WalletEvent } from '../zaps';

export const EXPIRE_QUEUE = 'expire-reservation';

/** Looks after every hold at its deadline. */
export const expireReservationProcess: Reactor = {
  name: 'expire-reservation',
  types: ['ZapsReserved'],
  react(event) {
    const { holdId, deadline } = event.data as Extract<WalletEvent, { type: 'ZapsReserved' }>['data'];
    const { ownerId, correlationId, at } = event.metadata;
    const delayMs = Date.parse(deadline) - Date.parse(at);
    if (Number.isNaN(delayMs)) throw new Error(`The deadline '${deadline}' is no time.`);
    const job = { queue: EXPIRE_QUEUE, dedupKey: holdId, ownerId, payload: { holdId }, delayMs };
    return [{ ...job, correlationId, causationId: event.id }];
  },
};
