import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position } from '../event-store/event-store';
import { estimateMemory } from '../../lib/memory-size';
import type { ViewWriter } from './view-writer';

/** Events per batch. Large, since a row that many events of a batch touch is written only once. */
const BATCH_EVENTS = 10_000;
const BATCH_BYTES = 4 * 1024 * 1024;

interface CatchUpOptions {
  /** Position at which to stop; defaults to the log's head. */
  to?: Position;
  /** Aborts the catch-up with an error. */
  signal?: AbortSignal;
}

/**
 * Advances the writer's views to a position. The next events are read while rows are written, so up to two batches are
 * in memory.
 */
export async function catchUp(
  events: EventStore,
  writer: ViewWriter,
  { to, signal }: CatchUpOptions = {},
): Promise<void> {
  const end = to ?? (await events.head());
  if (end === null) return;
  for (let place = writer.position; place === null || place < end;) {
    await readOn(events, writer, place, end, signal);
    const reached = writer.position;
    // Null means that all views have stopped.
    if (reached === null || reached === place) return;
    place = reached;
  }
}

/**
 * Reads to the end, or until the views skip ahead: when the view that is furthest behind stops, the remaining views are
 * further on.
 */
async function readOn(
  events: EventStore,
  writer: ViewWriter,
  place: Position | null,
  end: Position,
  signal?: AbortSignal,
): Promise<void> {
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (through: Position) => {
    const full = batch;
    batch = [];
    bytes = 0;
    await writing;
    writing = writer.write(full, through);
    // The write is awaited before the next one; until then, its rejection must not crash the process.
    writing.catch(() => undefined);
  };
  for await (const event of events.readAll({ from: place ?? 'start', filter: { types: writer.types } })) {
    signal?.throwIfAborted();
    if (event.position > end) break;
    batch.push(toRecorded(event));
    bytes += estimateMemory(event.data);
    if (batch.length < BATCH_EVENTS && bytes < BATCH_BYTES) continue;
    await flush(event.position);
    if (writer.position !== null && writer.position > event.position) break;
  }
  await writing;
  if (batch.length > 0 || writer.position === null || writer.position < end) await flush(end);
  await writing;
}
