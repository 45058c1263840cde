import type { DomainEvent } from '../../platform/domain/domain-event';
import {
  type JobData,
  type JobEvent,
  type JobEventType,
  jobEventType,
  type JobOfScene,
  type JobStep,
  type WithCalls,
} from './job-events';
import type { GenerationJob } from './jobs';

/**
 * A kind of generation, as a project's stream records it. Beyond what all kinds have in common, the first event of a job
 * holds what was asked for (`Asked`), and the event of its success what was made (`Made`).
 */
export class JobKind<Asked = unknown, Made = unknown> {
  /** @param name such as 'image'; the names of its events, processes and workers are made from it */
  constructor(readonly name: string) {}

  type<Step extends JobStep>(step: Step): JobEventType<Step> {
    return jobEventType(this.name, step);
  }

  queued(data: JobData<'Queued'> & Asked): JobEvent<'Queued'> {
    return { type: this.type('Queued'), data };
  }

  accepted(job: JobOfScene & WithCalls, predictionId: string): JobEvent<'Accepted'> {
    return { type: this.type('Accepted'), data: { ...job, predictionId } };
  }

  completed(data: JobData<'Completed'> & Made): JobEvent<'Completed'> {
    return { type: this.type('Completed'), data };
  }

  isJob(job: GenerationJob): job is GenerationJob<Asked> {
    return job.kind === this.name;
  }

  isQueued(event: DomainEvent): event is DomainEvent & { data: JobData<'Queued'> & Asked } {
    return event.type === this.type('Queued');
  }

  isCompleted(event: DomainEvent): event is DomainEvent & { data: JobData<'Completed'> & Made } {
    return event.type === this.type('Completed');
  }
}
