import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allAggregates } from '../../app/composition';
import { categoryOf } from '../../eventsourcing/domain/aggregate';
import { type EventMetadata, type RecordedEvent, toRecorded } from '../../eventsourcing/domain/domain-event';
import { upcast } from '../../eventsourcing/domain/upcast';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { toPosition } from '../../eventsourcing/event-store/event-store';

const upcasters = new Map(allAggregates.map((aggregate) => [aggregate.category, aggregate.upcasters]));

/**
 * Kept from logs that servers wrote: whole streams, in the order in which they happened. `events-N.jsonl` has the
 * streams with events of version N, as they were stored. Lines are added, not changed.
 */
export const linesOfGoldens = (): (StoredEvent & { metadata: EventMetadata })[] =>
  readdirSync(__dirname)
    .filter((name) => /^events-\d+\.jsonl$/.test(name))
    .sort()
    .flatMap((name) => readFileSync(join(__dirname, name), 'utf8').trim().split('\n'))
    .map((line) => {
      const stored = JSON.parse(line) as Record<'revision' | 'position', number> & { metadata: EventMetadata };
      const { metadata, revision, position, ...event } = stored;
      return {
        ...(event as Pick<StoredEvent, 'id' | 'type' | 'data' | 'streamId'>),
        metadata: { ...metadata },
        revision: BigInt(revision),
        position: toPosition(BigInt(position)),
        created: new Date(metadata.at),
      };
    });

/** The same as readers are given them: in the versions of today. */
export const storedEvents: readonly RecordedEvent[] = linesOfGoldens().map((event) =>
  toRecorded(upcast(event, upcasters.get(categoryOf(event.streamId)))),
);
