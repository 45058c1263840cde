import { z } from 'zod';
import type { AggregateStore, Committed } from '../../platform/commands/aggregate-store';
import { systemContext } from '../../platform/commands/command-context';
import { derivedId } from '../../platform/ids';
import type { Job } from '../../platform/processes/process';
import { isActive, projectAggregate, type GenerationJob, type ProjectEvent, type ProjectState } from '../../projects';

const payloadSchema = z.object({ projectId: z.string(), jobId: z.string() });

/** The project that a generation job is part of, as its worker reads and writes it. */
export class GenerationJobRepository {
  readonly projectId: string;
  readonly jobId: string;

  constructor(
    private readonly store: AggregateStore,
    private readonly worker: string,
    private readonly job: Job,
  ) {
    ({ projectId: this.projectId, jobId: this.jobId } = payloadSchema.parse(job.payload));
  }

  state(): Promise<ProjectState> {
    return this.store.load(projectAggregate, this.projectId);
  }

  /** The generation job while its outcome is open. */
  async current(): Promise<GenerationJob | null> {
    const job = (await this.state()).jobs[this.jobId];
    return job && isActive(job) ? job : null;
  }

  /** The step's name makes its events' ids: the same step again stores nothing twice. */
  write(step: string, decide: (state: ProjectState) => ProjectEvent[]): Promise<Committed<ProjectState>> {
    const { ownerId, correlationId, causationId } = this.job;
    const commandId = derivedId(this.jobId, step);
    const context = systemContext(this.worker, ownerId, { commandId, correlationId, causationId });
    return this.store.execute(projectAggregate, this.projectId, context, decide);
  }
}
