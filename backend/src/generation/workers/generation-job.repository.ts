import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore, type Decisions } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { derivedId } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import {
  type GenerationJob,
  isActive,
  type JobKind,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
} from '../../projects/storyboard';

const payloadSchema = z.object({ projectId: z.string(), jobId: z.string() });

/** Reads and writes generation jobs for their workers. Each job is part of a project's state. */
@Injectable()
export class GenerationJobRepository {
  constructor(@Inject(AggregateStore) private readonly store: Decisions) {}

  idOf(job: Job): string {
    return payloadSchema.parse(job.payload).jobId;
  }

  /**
   * Returns the generation job while it is open; null when it has ended, no longer exists or belongs to another kind.
   */
  async wanted<Asked>(job: Job, kind: JobKind<Asked>): Promise<GenerationJob<Asked> | null> {
    const { projectId, jobId } = payloadSchema.parse(job.payload);
    const found = (await this.store.load(projectAggregate, projectId)).jobs[jobId];
    return found && isActive(found) && kind.isJob(found) ? found : null;
  }

  async isWanted(job: Job, kind: JobKind): Promise<boolean> {
    return (await this.wanted(job, kind)) !== null;
  }

  /**
   * Appends a step's events. Their ids are derived from the step's name, so that a repeated step stores nothing twice.
   */
  async write(
    { payload, ownerId, correlationId, causationId }: Job,
    { worker, step }: { worker: string; step: string },
    decide: (state: ProjectState, jobId: string) => ProjectEvent[],
  ): Promise<void> {
    const { projectId, jobId } = payloadSchema.parse(payload);
    const commandId = derivedId(jobId, step);
    const context = systemContext(worker, ownerId, { commandId, correlationId, causationId });
    await this.store.execute(projectAggregate, projectId, context, (state) => decide(state, jobId));
  }
}
