import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { StoredEvent } from '../event-store';
import { toPosition } from '../position';

/** @returns null for events of the system's own. What another program wrote that is not JSON has null for data. */
export function toStoredEvent({ event, commitPosition }: ResolvedEvent | AllStreamResolvedEvent): StoredEvent | null {
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  const position = event.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error('EventStoreDB 22.6 or newer is needed: events come without a position');
  return {
    id: event.id,
    type: event.type,
    data: event.isJson ? event.data : null,
    metadata: isObject(event.metadata) ? event.metadata : undefined,
    streamId: event.streamId,
    revision: event.revision,
    position: toPosition(position),
    created: event.created,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
