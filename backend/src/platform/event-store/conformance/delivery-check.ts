import type { StoredEvent } from '../event-store';

export interface DeliveryFaults {
  lost: string[];
  duplicated: string[];
  /** Ids whose position is not higher than that of the event before, or whose revision does not follow. */
  inverted: string[];
}

/** Compares what was acknowledged with what a subscriber saw. */
export function checkDelivery(acknowledged: Iterable<string>, delivered: readonly StoredEvent[]): DeliveryFaults {
  const seen = new Set<string>();
  const revisions = new Map<string, bigint>();
  const faults: DeliveryFaults = { lost: [], duplicated: [], inverted: [] };
  let last = '';
  for (const { id, position, streamId, revision } of delivered) {
    if (seen.has(id)) faults.duplicated.push(id);
    seen.add(id);
    const follows = revision === (revisions.get(streamId) ?? -1n) + 1n;
    if (position <= last || !follows) faults.inverted.push(id);
    revisions.set(streamId, revision);
    last = position;
  }
  for (const id of acknowledged) if (!seen.has(id)) faults.lost.push(id);
  return faults;
}

export const noFaults: DeliveryFaults = { lost: [], duplicated: [], inverted: [] };
