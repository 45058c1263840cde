import type { StoredEvent } from '../event-store/event-store';
import { categoryOf } from './aggregate';

/** Whether this application wrote the event: a stream of one of its categories, and metadata as it always writes it. */
export function isOwnEvent({ streamId, metadata }: StoredEvent, categories: ReadonlySet<string>): boolean {
  if (!metadata || !categories.has(categoryOf(streamId))) return false;
  const { commandId, ownerId, schemaVersion, at } = metadata;
  return [commandId, ownerId, at].every((text) => typeof text === 'string') && typeof schemaVersion === 'number';
}
