import type { EventFilter, StoredEvent } from '../event-store';

export function matches({ types, streamPrefixes }: EventFilter, event: StoredEvent): boolean {
  if (types) return types.includes(event.type);
  return streamPrefixes?.some((prefix) => event.streamId.startsWith(prefix)) ?? true;
}
