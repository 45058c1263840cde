import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { readable } from '../../eventsourcing/domain/upcast';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { isJobEvent, isStep, projectAggregate } from '../../projects/storyboard';
import type { Moved } from './content';
import type { ProjectFileEvent } from './format';

/** Fields about holds, charges, providers and accounts; they are not exported. */
const NOT_TOLD = new Set([
  'holdId',
  'units',
  'usd',
  'priceVersion',
  'requestHash',
  'batchId',
  'calls',
  'predictionId',
  'provider',
  'library',
]);
/** Events that are not exported: links are secrets, and past progress has no use. */
const SKIPPED = new Set(['VideoShared', 'VideoUnshared', 'FilmAdvanced']);
const OWN_FILE = /^\/api\/media\//u;

/**
 * Returns a value without the fields that are not exported. Addresses of included files become references; addresses of
 * other stored files become empty.
 */
function told(value: unknown, refOf: Moved): unknown {
  if (typeof value === 'string') return OWN_FILE.test(value) ? (refOf(value) ?? '') : value;
  if (Array.isArray(value)) return value.map((one) => told(one, refOf));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !NOT_TOLD.has(key));
  return Object.fromEntries(entries.map(([key, one]) => [String(told(key, refOf)), told(one, refOf)]));
}

/**
 * Yields a project's events in the current schema version, oldest first.
 * @param author first name of the owner
 */
export async function* toldEvents(
  events: Pick<EventStore, 'readStream'>,
  projectId: string,
  { author, refOf }: { author: string; refOf: Moved },
): AsyncGenerator<ProjectFileEvent> {
  const own = new Set([projectAggregate.category]);
  for await (const stored of events.readStream(streamOf(projectAggregate.category, projectId))) {
    if (!isOwnEvent(stored, own)) continue;
    const event = readable(toRecorded(stored));
    if (SKIPPED.has(event.type)) continue;
    if (isJobEvent(event) && (isStep(event, 'Started') || isStep(event, 'Accepted'))) continue;
    const { at, actor } = event.metadata;
    const data = told(event.data, refOf) as Record<string, unknown>;
    yield { type: event.type, at, by: actor.kind === 'user' ? author : null, data };
  }
}
