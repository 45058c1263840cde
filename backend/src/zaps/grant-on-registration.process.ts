import type { Reactor } from '../platform/processes/process';
import { ZAPS_QUEUE, type ZapsJob } from './zaps-job';

export const grantOnRegistrationReactor: Reactor = {
  name: 'grant-on-registration',
  types: ['AccountRegistered'],
  react(event) {
    const { ownerId, correlationId } = event.metadata;
    const payload = { action: 'grant' } satisfies ZapsJob;
    const dedupKey = `grant:${ownerId}`;
    return [{ queue: ZAPS_QUEUE, dedupKey, ownerId, payload, correlationId, causationId: event.id }];
  },
};
