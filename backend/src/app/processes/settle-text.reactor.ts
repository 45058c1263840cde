import type { Reactor } from '../../eventsourcing/reactors/reactor';
import { ZAPS_QUEUE, type ZapsJob } from '../../money/zaps';

/** How long the request itself has to settle with the provider's own figures, before what it wrote is proof enough. */
const GRACE_MS = 60_000;

interface TextEvent {
  holdId: string;
  usd?: number;
  error?: string;
}

/**
 * Closes the hold of a text whose request was killed before it could do so itself. Where the request came through, its
 * own settling came first and there is nothing left to do.
 */
export const settleTextProcess: Reactor = {
  name: 'settle-text',
  types: ['TextAnswered', 'TextFailed', 'ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten'],
  react(event) {
    const { holdId, usd, error } = event.data as TextEvent;
    const { ownerId, correlationId } = event.metadata;
    const payload: ZapsJob =
      event.type === 'TextFailed'
        ? { action: 'release', holdId, reason: error ?? 'failed' }
        : { action: 'settle', holdId, ...(usd === undefined ? {} : { usd }) };
    const delayMs = event.type.startsWith('Text') ? undefined : GRACE_MS;
    const dedupKey = `${event.type}:${holdId}`;
    return [{ queue: ZAPS_QUEUE, dedupKey, ownerId, payload, delayMs, correlationId, causationId: event.id }];
  },
};
