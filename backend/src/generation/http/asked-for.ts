import { streamOf } from '../../platform/domain/aggregate';
import { toRecorded } from '../../platform/domain/domain-event';
import { notFound } from '../../platform/domain/domain-error';
import { isOwnEvent } from '../../platform/domain/own-event';
import { readable } from '../../platform/domain/upcast';
import type { EventStore } from '../../platform/event-store/event-store';
import { isActive, isJobEvent, isStep, type GenerationJob, projectAggregate } from '../../storyboard';

const OWN = new Set([projectAggregate.category]);

/**
 * The job with all that it asked for, which a project's state forgets once the job has ended: then the log tells.
 * @throws DomainError not_found
 */
export async function withRequest(
  events: Pick<EventStore, 'readStream'>,
  projectId: string,
  job: GenerationJob,
): Promise<GenerationJob> {
  if (isActive(job)) return job;
  for await (const stored of events.readStream(streamOf(projectAggregate.category, projectId))) {
    if (!isOwnEvent(stored, OWN)) continue;
    const event = readable(toRecorded(stored));
    if (!isJobEvent(event) || !isStep(event, 'Queued') || event.data.jobId !== job.jobId) continue;
    return { ...job, queued: event.data };
  }
  throw notFound();
}
