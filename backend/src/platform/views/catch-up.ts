import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position } from '../event-store/event-store';
import type { ViewWriter } from './view-writer';

/** Large, since a row that many events of a batch touch is written once. */
const BATCH = 10_000;

/**
 * Brings the writer's views from where they stand to a position, by default the log's head. The next events are read
 * while rows are written.
 */
export async function catchUp(events: EventStore, writer: ViewWriter, to?: Position): Promise<void> {
  const head = to ?? (await events.head());
  if (head === null) return;
  let batch: RecordedEvent[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = async (to: Position) => {
    const full = batch;
    batch = [];
    await writing;
    writing = writer.write(full, to);
    // It is awaited before the next one; until then its failure must not end the process.
    writing.catch(() => undefined);
  };
  for await (const event of events.readAll({ from: writer.position ?? 'start' })) {
    if (event.position > head) break;
    batch.push(toRecorded(event));
    if (batch.length >= BATCH) await flush(event.position);
  }
  await flush(head);
  await writing;
}
