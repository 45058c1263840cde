import { idOfStream } from '../../platform/domain/aggregate';
import { isOneOf } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { PostEvent } from '../domain/post-events';

export const DUE_POST_QUEUE = 'due-post';

type Planned = Extract<PostEvent, { type: 'PostCreated' | 'PostRescheduled' | 'PostRestored' }>;
const TYPES: readonly Planned['type'][] = ['PostCreated', 'PostRescheduled', 'PostRestored'];
const isPlanned = isOneOf<Planned>(TYPES);

/** Looks after a post at its time. One that is moved is looked after at both times, of which its own plan knows one. */
export const planPostReactor: Reactor = {
  name: 'plan-post',
  types: TYPES,
  react(event) {
    if (!isPlanned(event)) return [];
    const { scheduledAt } = event.data;
    if (scheduledAt === null) return [];
    const { ownerId, correlationId, at } = event.metadata;
    const delayMs = Date.parse(scheduledAt) - Date.parse(at);
    if (Number.isNaN(delayMs)) throw new Error(`'${scheduledAt}' is no time.`);
    const payload = { postId: idOfStream(event.streamId), scheduledAt };
    return [
      { queue: DUE_POST_QUEUE, dedupKey: event.id, ownerId, payload, delayMs, correlationId, causationId: event.id },
    ];
  },
};
