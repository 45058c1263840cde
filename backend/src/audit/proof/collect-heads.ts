import { idOfStream } from '../../platform/domain/aggregate';
import type { EventStore, Position } from '../../platform/event-store/event-store';
import type { Head } from './ledger-heads';

/**
 * The newest entry of every wallet. Read from the beginning, since a log that was put back from a backup has other
 * positions than those that were signed. Says nothing of whether the chains are sound: a verification does.
 */
export async function collectHeads(events: EventStore, head: Position): Promise<Head[]> {
  const newest = new Map<string, Head>();
  for await (const event of events.readAll({ filter: { streamPrefixes: ['wallet-'] } })) {
    if (event.position > head) break;
    const ownerId = idOfStream(event.streamId);
    const { hash } = (event.data ?? {}) as { hash?: unknown };
    newest.set(ownerId, [ownerId, Number(event.revision), String(hash)]);
  }
  return [...newest.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}
