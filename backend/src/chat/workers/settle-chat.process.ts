import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Process } from '../../platform/processes/process';
import { ZAPS_QUEUE, type ZapsJob } from '../../zaps';
import type { ChatEventOf } from '../domain/events';

type Ended = ChatEventOf<'ChatReplyCompleted' | 'ChatReplyStopped' | 'ChatReplyFailed'>;

/** A reply that has ended is paid for as far as it was used; the rest of what was held goes back. */
export const settleChatProcess: Process = {
  name: 'settle-chat',
  types: ['ChatReplyCompleted', 'ChatReplyStopped', 'ChatReplyFailed'],
  react(event: RecordedEvent) {
    const { ownerId, correlationId } = event.metadata;
    const { type, data } = event as Pick<Ended, 'type' | 'data'> as Ended;
    const payload = bookingOf({ type, data } as Ended);
    const dedupKey = `chat:${data.holdId}`;
    return [{ queue: ZAPS_QUEUE, dedupKey, ownerId, payload, correlationId, causationId: event.id }];
  },
};

function bookingOf({ type, data }: Ended): ZapsJob {
  const { holdId } = data;
  if (type === 'ChatReplyFailed') return { action: 'release', holdId, reason: data.error };
  if (data.units === 0) return { action: 'release', holdId, reason: 'stopped' };
  return { action: 'settle', holdId, units: data.units, usd: type === 'ChatReplyCompleted' ? data.usd : undefined };
}
