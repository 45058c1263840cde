import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Decisions } from '../../eventsourcing/commands/aggregate-store';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../../eventsourcing/reactors/reactor';
import { BATCH_JOB_ENDED_QUEUE, decideFail, filmJobs } from '../../generation';
import { derivedId } from '../../lib/ids';
import { projectAggregate } from '../../projects/storyboard';
import type { GenerationJob, ProjectState } from '../../projects/storyboard';
import { SCENE_DELETED } from '../batch-prices';
import { itemOf } from '../domain/batch';
import type { SceneEnd } from '../domain/advance-batch';
import { BatchRepository, toldOf } from './batch-repository';
import { BATCH_CANCEL_QUEUE } from './run-batch-scene';

const TAKEN_BACK = 'The batch was cancelled.';

const cancelledBatchSchema = z.object({ batchId: z.string() });

/** Ends jobs of a cancelled batch that were not yet sent to a provider, which releases their zaps. */
@Injectable()
@JobWorker()
export class CancelBatchJobs implements JobHandler {
  readonly queue = BATCH_CANCEL_QUEUE;
  readonly concurrency = 4;
  readonly maxAttempts = 50;

  constructor(
    private readonly batches: BatchRepository,
    @Inject(AggregateStore) private readonly store: Decisions,
  ) {}

  async run(cause: Job): Promise<void> {
    const { batchId } = cancelledBatchSchema.parse(cause.payload);
    const { asked, status, scenes } = await this.batches.load(batchId);
    // Parts of the batch may have been retried since it was cancelled.
    if (!asked || status !== 'cancelled') return;
    for (const { status: sceneStatus, workId } of Object.values(scenes)) {
      if (sceneStatus !== 'running' || workId === null) continue;
      const context = this.batches.context(cause, derivedId(workId, 'take-back'));
      // Films are rendered on our own servers, so a film's job can be ended even while it is running.
      const mayEnd = ({ status: jobStatus, kind }: GenerationJob) => jobStatus === 'queued' || kind === filmJobs.name;
      await this.store.execute(projectAggregate, asked.projectId, context, (project) => {
        const job = project.jobs[workId];
        return job && mayEnd(job) ? decideFail(project, workId, TAKEN_BACK) : [];
      });
    }
  }
}

const payloadSchema = z.object({ batchId: z.string(), projectId: z.string(), jobId: z.string() });

/** Records in the batch how a scene's job ended; the next scene then begins. */
@Injectable()
@JobWorker()
export class EndBatchScene implements JobHandler {
  readonly queue = BATCH_JOB_ENDED_QUEUE;
  readonly concurrency = 8;
  /** A batch must not stall, so retries last for hours; then a dead letter makes the failure visible. */
  readonly maxAttempts = 200;

  constructor(private readonly batches: BatchRepository) {}

  async run(cause: Job): Promise<void> {
    const { batchId, projectId, jobId } = payloadSchema.parse(cause.payload);
    const [state, project] = await Promise.all([this.batches.load(batchId), this.batches.project(projectId)]);
    const job = project.jobs[jobId];
    const found = Object.entries(state.scenes).find(([, { workId }]) => workId === jobId);
    if (!job || !found) throw new Error(`The job ${jobId} has ended, but its project or its batch does not know it`);
    const [key, { attempt }] = found;
    const of = { ...itemOf(key), attempt, workId: jobId };
    const { error, ...ended } = endOf(job, project);
    await this.batches.end(batchId, cause, of, { ...ended, error: error && toldOf(project, of, error) });
  }
}

function endOf(job: GenerationJob, project: ProjectState): SceneEnd {
  if (job.status === 'completed') return { outcome: 'made', error: null, units: job.units };
  if (job.error === TAKEN_BACK) return { outcome: 'cancelled', error: null, units: 0 };
  const isGone = project.deleted || (job.sceneId !== null && project.scenes[job.sceneId]?.deleted !== false);
  if (isGone) return { outcome: 'skipped', error: SCENE_DELETED, units: 0 };
  return { outcome: 'failed', error: job.error, units: 0 };
}
