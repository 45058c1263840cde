import type { DomainEvent, RecordedEvent } from '../eventsourcing/domain/domain-event';
import type { Position } from '../eventsourcing/event-store/event-store';
import type { View } from '../eventsourcing/views/view';
import { NOW, OWNER } from './given-when-then';

export function recorded(
  event: DomainEvent,
  index: number,
  overrides: { streamId?: string; ownerId?: string; at?: string } = {},
): RecordedEvent {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type: event.type,
    data: event.data,
    streamId: overrides.streamId ?? 'project-22222222-2222-4222-8222-222222222222',
    revision: BigInt(index),
    position: String(index).padStart(20, '0') as Position,
    metadata: {
      commandId: 'command',
      correlationId: 'correlation',
      causationId: null,
      actor: { kind: 'user', userId: overrides.ownerId ?? OWNER },
      ownerId: overrides.ownerId ?? OWNER,
      schemaVersion: 1,
      at: overrides.at ?? NOW,
    },
  };
}

function apply<Row extends object>(view: View<Row>, rows: Map<string, Row>, event: RecordedEvent): void {
  if (!view.types.includes(event.type)) return;
  for (const key of view.keys(event)) {
    const row = view.evolve(rows.get(key) ?? null, event, key);
    if (row === null) rows.delete(key);
    else rows.set(key, row);
  }
}

/** Folds events into rows. Every event is delivered twice, and must take effect only once. */
export function foldTwice<Row extends object>(view: View<Row>, events: RecordedEvent[]): Map<string, Row> {
  const once = new Map<string, Row>();
  const twice = new Map<string, Row>();
  for (const event of events) {
    apply(view, once, event);
    apply(view, twice, event);
    apply(view, twice, event);
  }
  expect([...twice]).toEqual([...once]);
  return once;
}
