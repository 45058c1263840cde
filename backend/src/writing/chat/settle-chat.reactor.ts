import { jobFrom, reactorTo } from '../../eventsourcing/reactors/reactor';
import { ZAPS_QUEUE, type ZapsJob } from '../../money/zaps';
import type { ChatEventOf } from './chat';

type Ended = ChatEventOf<'ChatReplyCompleted' | 'ChatReplyStopped' | 'ChatReplyFailed'>;

/** Settles an ended reply for the used part; the rest of the hold is returned. */
export const settleChatReactor = reactorTo<Ended>({
  name: 'settle-chat',
  types: ['ChatReplyCompleted', 'ChatReplyStopped', 'ChatReplyFailed'],
  react(event) {
    const dedupKey = `chat:${event.data.holdId}`;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey, payload: bookingOf(event) })];
  },
});

function bookingOf(event: Ended): ZapsJob {
  const { holdId } = event.data;
  if (event.type === 'ChatReplyFailed') return { action: 'release', holdId, reason: event.data.error };
  const { units } = event.data;
  if (units === 0) return { action: 'release', holdId, reason: 'stopped' };
  return { action: 'settle', holdId, units, usd: event.type === 'ChatReplyCompleted' ? event.data.usd : undefined };
}
