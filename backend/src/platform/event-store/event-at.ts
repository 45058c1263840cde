import type { EventStore, Position, StoredEvent } from './event-store';

/**
 * The event at a position, or null where the log has none. Reading backwards tells the place before it, which reading
 * forwards has to start from.
 */
export async function eventAt(
  events: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
): Promise<StoredEvent | null> {
  const head = await events.head();
  // Of a log that was longer, before an older one was put back.
  if (head === null || position > head) return null;
  let from: Position | 'start' = 'start';
  for await (const event of events.readAll({ from: position, direction: 'backwards', limit: 1 })) from = event.position;
  for await (const event of events.readAll({ from, limit: 1 })) if (event.position === position) return event;
  return null;
}
