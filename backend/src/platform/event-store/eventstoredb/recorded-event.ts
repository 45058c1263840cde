import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { Position, StoredEvent } from '../event-store';
import { toPosition } from '../position';

type Resolved = ResolvedEvent | AllStreamResolvedEvent;

/** Where an event stands in the log, of whatever kind it is. */
export function positionOf({ event, commitPosition }: Resolved): Position {
  const position = event?.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error('EventStoreDB 22.6 or newer is needed: events come without a position');
  return toPosition(position);
}

/** @returns null for events of the system's own. What another program wrote that is not JSON has null for data. */
export function toStoredEvent(resolved: Resolved): StoredEvent | null {
  const { event } = resolved;
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  return {
    id: event.id,
    type: event.type,
    data: event.isJson ? event.data : null,
    metadata: isObject(event.metadata) ? event.metadata : undefined,
    streamId: event.streamId,
    revision: event.revision,
    position: positionOf(resolved),
    created: event.created,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
