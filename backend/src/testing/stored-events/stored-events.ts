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
 * Returns whole streams from servers' logs, in their original order. `events-N.jsonl` has the streams with events of
 * version N, as they were stored. Lines are added, never changed.
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

/** The same events upcast to today's versions, as readers receive them. */
export const storedEvents: readonly RecordedEvent[] = linesOfGoldens().map((event) =>
  toRecorded(upcast(event, upcasters.get(categoryOf(event.streamId)))),
);
