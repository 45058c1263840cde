import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest, Reactor } from '../../eventsourcing/reactors/reactor';
import { PaidWork } from '../../money/zaps';
import { isJobEvent, isStep, projectAggregate } from '../../projects/storyboard';
import type { JobData, JobKind } from '../../projects/storyboard';

const CLOSE_PAID_WORK_QUEUE = 'close-paid-work';

const chargedBy = ({ usd, units }: JobData<'Completed'>) => (units === undefined ? { usd } : { usd, units });

/** Reacts to a finished job by settling or releasing its hold. */
export const closePaidWorkReactor = (kinds: readonly JobKind[]): Reactor => ({
  name: 'close-paid-work',
  types: kinds.flatMap((kind) => [kind.type('Completed'), kind.type('Failed')]),
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    const charged = isStep(event, 'Completed') ? chargedBy(event.data) : {};
    const payload = { projectId: idOfStream(event.streamId), jobId, ...charged };
    return [jobFrom(event, { queue: CLOSE_PAID_WORK_QUEUE, dedupKey: jobId, payload })];
  },
});

/** Queue of jobs that tell a batch that its job has ended. */
export const BATCH_JOB_ENDED_QUEUE = 'batch-job-ended';

const payloadSchema = z.object({
  projectId: z.string(),
  jobId: z.string(),
  usd: z.number().optional(),
  units: z.number().optional(),
});

/**
 * Settles or releases a finished job's hold. Reads the outcome from the project's state, where the first outcome is
 * final, instead of from the triggering event.
 */
@Injectable()
@JobWorker()
export class ClosePaidWork implements JobHandler {
  readonly queue = CLOSE_PAID_WORK_QUEUE;
  readonly concurrency = 8;
  /** Zaps must not stay held, so retries last for hours; then a dead job raises an alarm. */
  readonly maxAttempts = 200;

  constructor(
    private readonly store: AggregateStore,
    private readonly paidWork: PaidWork,
  ) {}

  /** @returns the job that notifies the batch, once the hold is settled or released */
  async run({ payload, ownerId: userId, correlationId, causationId }: Job): Promise<JobRequest[]> {
    const { projectId, jobId, usd, units } = payloadSchema.parse(payload);
    const job = (await this.store.load(projectAggregate, projectId)).jobs[jobId];
    if (!job) throw new Error(`The job ${jobId} has ended, but its project does not know it`);
    const { holdId } = job;
    const cause = { correlationId, causationId };
    if (job.status === 'completed') await this.paidWork.settle({ userId, holdId, usd, units }, cause);
    if (job.status === 'failed') await this.paidWork.release({ userId, holdId, reason: job.error ?? 'failed' }, cause);
    const { batchId } = job.queued;
    if (batchId === undefined) return [];
    const ended = { batchId, projectId, jobId };
    return [{ queue: BATCH_JOB_ENDED_QUEUE, dedupKey: jobId, ownerId: userId, payload: ended, ...cause }];
  }
}
