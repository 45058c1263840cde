import { jobFrom } from '../../eventsourcing/reactors/reactor';
import type { Reactor } from '../../eventsourcing/reactors/reactor';
import { ZAPS_QUEUE, type ZapsJob } from '../../money/zaps';

/** Time for the request itself to settle with the provider's figures, before the written text counts as proof. */
const GRACE_MS = 60_000;

interface TextEvent {
  holdId: string;
  usd?: number;
  error?: string;
}

/**
 * Closes the hold of a text whose request was killed before it could. When the request finished, it has closed the hold
 * already and this does nothing.
 */
export const settleTextReactor: Reactor = {
  name: 'settle-text',
  types: ['TextAnswered', 'TextFailed', 'ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten'],
  react(event) {
    const { holdId, usd, error } = event.data as TextEvent;
    const payload: ZapsJob =
      event.type === 'TextFailed'
        ? { action: 'release', holdId, reason: error ?? 'failed' }
        : { action: 'settle', holdId, ...(usd === undefined ? {} : { usd }) };
    const delayMs = event.type.startsWith('Text') ? undefined : GRACE_MS;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey: `${event.type}:${holdId}`, payload, delayMs })];
  },
};
