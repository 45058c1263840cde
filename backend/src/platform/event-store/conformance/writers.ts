import { WrongExpectedRevision, type EventStore } from '../event-store';
import { newEvent, newStream } from './make-events';

interface WriterOptions {
  writers: number;
  appendsEach: number;
  random: () => number;
}

/**
 * Writers on streams of their own and on shared ones, appending one to three events at the exact revision.
 * @returns the ids of all acknowledged events
 */
export async function writeConcurrently(stores: EventStore[], options: WriterOptions): Promise<Set<string>> {
  const { writers, appendsEach, random } = options;
  const acknowledged = new Set<string>();
  const shared = [newStream(), newStream()];
  const write = async (writer: number) => {
    const store = stores[writer % stores.length];
    if (!store) throw new RangeError('no store to write to');
    const own = newStream();
    const revisions = new Map<string, bigint>();
    for (let n = 0; n < appendsEach; n++) {
      const stream = random() < 0.5 ? own : (shared[n % shared.length] ?? own);
      const events = Array.from({ length: 1 + Math.floor(random() * 3) }, () => newEvent({ writer, n }));
      for (let appended = false; !appended;) {
        const revision = revisions.get(stream);
        try {
          const result = await store.append(stream, events, { expected: revision ?? 'no_stream' });
          revisions.set(stream, result.nextExpectedRevision);
          appended = true;
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision) || error.actual === 'no_stream') throw error;
          revisions.set(stream, error.actual);
        }
      }
      for (const { id } of events) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}
