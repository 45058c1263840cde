import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest, Reactor } from '../../eventsourcing/reactors/reactor';
import { PaidWork } from '../../money/zaps';
import { isJobEvent, isStep, projectAggregate } from '../../projects/storyboard';
import type { JobData, JobKind } from '../../projects/storyboard';

const CLOSE_PAID_WORK_QUEUE = 'close-paid-work';

const chargedBy = ({ usd, units }: JobData<'Completed'>) => (units === undefined ? { usd } : { usd, units });

/** A job that has ended is settled or released, whichever its outcome asks for. */
export const closePaidWorkReactor = (kinds: readonly JobKind[]): Reactor => ({
  name: 'close-paid-work',
  types: kinds.flatMap((kind) => [kind.type('Completed'), kind.type('Failed')]),
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const charged = isStep(event, 'Completed') ? chargedBy(event.data) : {};
    const payload = { projectId: idOfStream(event.streamId), jobId, ...charged };
    return [{ queue: CLOSE_PAID_WORK_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
});

/** Whoever has queued batches' jobs listens here. */
export const BATCH_JOB_ENDED_QUEUE = 'batch-job-ended';

const payloadSchema = z.object({
  projectId: z.string(),
  jobId: z.string(),
  usd: z.number().optional(),
  units: z.number().optional(),
});

/** Takes the outcome from the project's own state, where the first one is final, not from the event that woke it. */
@Injectable()
@JobWorker()
export class ClosePaidWork implements JobHandler {
  readonly queue = CLOSE_PAID_WORK_QUEUE;
  readonly concurrency = 8;
  /** Zaps must not stay held: tried for hours, and then a dead job is a visible alarm. */
  readonly maxAttempts = 200;

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  /** @returns what tells its batch, once the zaps are where they belong */
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
