import { Injectable } from '@nestjs/common';
import type { Price } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { placeOf, Refusals } from '../../eventsourcing/refusals/refusals';
import { derivedId } from '../../lib/ids';
import { attributesOfStyle } from '../../projects/styles';
import {
  EditScene,
  type GenerationJob,
  type JobKind,
  type JobPrice,
  ownProject,
  ownScene,
  projectAggregate,
  type ProjectState,
  repeated,
  SceneQueries,
  type SceneState,
} from '../../projects/storyboard';
import { type PaidJob, QueuePaidJob } from '../../money/zaps';
import type { RequestData } from '../domain/job-steps';

/** The scene that a request is for, with its project in its current state. */
export interface Target {
  userId: string;
  projectId: string;
  state: ProjectState;
  /** Revision of the project's newest event in `state`. */
  revision: bigint;
  scene: SceneState;
}

/** The ids of a request that belongs to a batch. */
export interface InBatch {
  batchId: string;
  /** The id that the batch gives this work; it becomes the job's id. */
  workId: string;
}

/**
 * Runs a check whether a job may be made in the project's state. A refusal is recorded under the command's name, with
 * this data.
 */
export type Check = <T>(command: string, data: object, check: () => T) => Promise<T>;

/** A requested job of a whole project, such as its film. */
interface WantedOfProject {
  kind: Pick<JobKind, 'name'>;
  price: Price;
  work: Omit<PaidJob['work'], 'category'>;
  command: (held: JobPrice) => AggregateCommand<ProjectState, object>;
}

interface Wanted<Data extends RequestData> extends Pick<PaidJob, 'bulk'> {
  kind: Pick<JobKind, 'name'>;
  work: Omit<PaidJob['work'], 'category'>;
  data: Data;
  /** @throws DomainError with the reason why the scene cannot have the job */
  check: () => void;
  /** @throws DomainError when there is no price */
  price: () => Price;
  command: new (
    projectId: string,
    data: Data & JobPrice & { sceneId: string },
    context: CommandContext,
  ) => AggregateCommand<ProjectState, object>;
}

/** Turns a request into a job: holds the zaps for it, and queues it. */
@Injectable()
export class GenerationRequests {
  constructor(
    private readonly scenes: SceneQueries,
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly paidJobs: QueuePaidJob,
    private readonly refusals: Refusals,
  ) {}

  /** Returns the command context of a request made by a user. */
  context(userId: string, commandId: string): CommandContext {
    return this.dispatcher.context({ id: userId }, commandId);
  }

  /** Returns the style attributes of the project's chosen style. */
  style({ fields, ownerId }: ProjectState): Promise<string | null> {
    return attributesOfStyle(this.store, fields.selectedStyle, ownerId);
  }

  /** Saves the prompt of a scene whose image is generated again in another style. */
  async writePrompt(sceneId: string, imagePrompt: string, context: CommandContext): Promise<Target> {
    const { projectId } = await this.target(context.ownerId, sceneId);
    const own = { ...context, commandId: derivedId(context.commandId, 'restyle') };
    await this.dispatcher.execute(new EditScene(projectId, { sceneId, imagePrompt }, own));
    return this.target(context.ownerId, sceneId);
  }

  /**
   * Returns the job that an earlier delivery of this request made. Waits until the views show the job, since the
   * earlier delivery may still be running, even on another node.
   * @throws DomainError idempotency_key_reused
   */
  async repeated({ jobs }: Pick<ProjectState, 'jobs'>, ids: RequestData): Promise<GenerationJob | undefined> {
    const known = repeated(jobs, ids);
    if (known) await this.dispatcher.waitForOthers();
    return known;
  }

  /** @throws DomainError not_found */
  async target(userId: string, sceneId: string): Promise<Target> {
    const projectId = await this.scenes.projectOf(sceneId, userId);
    const { state, revision } = await this.store.loadAt(projectAggregate, projectId);
    return { userId, projectId, state, revision, scene: ownScene(state, sceneId, { ownerId: userId }) };
  }

  /** Returns the function that checks a request against the project state that was read. */
  checkOf({ projectId, revision }: Pick<Target, 'projectId' | 'revision'>, context: CommandContext): Check {
    const place = placeOf(projectAggregate.category, projectId, revision);
    return (command, data, check) => this.refusals.watch({ command, data, context }, check, place);
  }

  /**
   * Returns the job that an earlier delivery of this request made, or queues a new one.
   * @throws DomainError insufficient_zaps, idempotency_key_reused; the refusals of the kind
   */
  async job<Data extends RequestData>(
    { userId, projectId, state, scene: { id: sceneId } }: Target,
    { kind, data, check, price, command: Command, work, bulk }: Wanted<Data>,
    context: CommandContext,
  ): Promise<GenerationJob> {
    const known = await this.repeated(state, data);
    if (known) return known;
    check();
    const request = { projectId, sceneId, jobId: data.jobId, requestHash: data.requestHash };
    const paid = { userId, price: price(), request, work: { ...work, category: kind.name }, bulk };
    return this.queue(paid, context, (held) => new Command(projectId, { ...data, ...held, sceneId }, context));
  }

  /**
   * Returns the job that an earlier delivery of this request made, or queues a new one.
   * @param ask derives the job from the project's current state; not called for a repeat, since the state may have
   * changed
   * @throws DomainError not_found, insufficient_zaps, idempotency_key_reused; the errors of `ask`
   */
  async projectJob(
    { userId, projectId, ...ids }: RequestData & { userId: string; projectId: string },
    ask: (state: ProjectState, check: Check) => Promise<WantedOfProject>,
    context: CommandContext,
  ): Promise<GenerationJob> {
    const { state: read, revision } = await this.store.loadAt(projectAggregate, projectId);
    const state = ownProject(read, { ownerId: userId });
    const known = await this.repeated(state, ids);
    if (known) return known;
    const { kind, price, work, command } = await ask(state, this.checkOf({ projectId, revision }, context));
    const request = { ...ids, projectId, sceneId: null };
    return this.queue(
      { userId, price, request, work: { ...work, category: kind.name }, bulk: false },
      context,
      command,
    );
  }

  private async queue(
    paid: PaidJob,
    context: CommandContext,
    command: (held: JobPrice) => AggregateCommand<ProjectState, object>,
  ): Promise<GenerationJob> {
    const { jobId } = paid.request;
    const { state } = await this.paidJobs.run(paid, context, command);
    const job = state.jobs[jobId];
    if (!job) throw new Error(`The job ${jobId} is missing after it was queued`);
    return job;
  }
}
