import type { Position, StoredEvent, SubscribeOptions } from '../event-store';
import { referenceIn } from './large-data-streams';

/** Data that is fetched for one call of a handler, in bytes of JSON; one event may have more. */
const SLICE_BYTES = 16 * 1024 * 1024;

/**
 * The handler, which is given completed events and, where they are large, few of them at a time. A batch that is given
 * again after a failure goes on behind the last slice that was handled.
 */
export function inSlices(
  onBatch: SubscribeOptions['onBatch'],
  complete: (event: StoredEvent) => Promise<StoredEvent>,
): SubscribeOptions['onBatch'] {
  let handled: Position | null = null;
  return async (events, checkpoint) => {
    if (!events.some(referenceIn)) return onBatch(events, checkpoint);
    const behind = handled;
    const open = behind === null ? events : events.filter(({ position }) => position > behind);
    const slices = slicesOf(open);
    for (const [at, slice] of slices.entries()) {
      const last = slice.at(-1)?.position;
      const reached = at === slices.length - 1 || last === undefined ? checkpoint : last;
      await onBatch(await Promise.all(slice.map(complete)), reached);
      handled = reached;
    }
  };
}

export function slicesOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const slices: StoredEvent[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const size = referenceIn(event)?.bytes ?? 0;
    if (bytes > 0 && bytes + size > SLICE_BYTES) {
      slices.push([]);
      bytes = 0;
    }
    slices.at(-1)?.push(event);
    bytes += size;
  }
  return slices;
}
