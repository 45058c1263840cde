import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import type { Committed } from '../../../eventsourcing/commands/aggregate-store';
import { AggregateCommand } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import type { ProjectEvent } from '../domain/events';
import { isActive } from '../domain/jobs';
import { decideDuplicateProject, DuplicateProject } from '../domain/project-commands';
import { findDone, ownProject, projectAggregate } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { changesToVersion, decideChanges, withoutSheets } from './changes';
import { KeptImages } from './kept-images';
import { isTaken, ProjectHistory } from './project-history';
import type { Plan } from './project-history';

/** Undoes or redoes a step of the project's history: the given step, or else the newest one that allows it. */
export class TakeStep extends AggregateCommand<
  ProjectState,
  { of: Plan['of']; step?: { first: string; revision: string } }
> {}

/**
 * Returns the events that undo or redo a step, after an event that records the undo or redo itself.
 * @throws DomainError conflict
 */
export function decideTakeStep(
  { context }: Pick<TakeStep, 'context'>,
  { of, stepIds, what, changes }: Plan,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  if (findDone(state, context)) return [];
  if (isTaken(state, stepIds) !== (of === 'redo')) throw new DomainError('conflict', `There is nothing to ${of}.`);
  const events = decideChanges(state, changes);
  const data = { stepIds, what };
  return [of === 'undo' ? { type: 'StepUndone', data } : { type: 'StepRedone', data }, ...events];
}

@CommandHandler(TakeStep)
export class TakeStepHandler implements ICommandHandler<TakeStep> {
  constructor(
    private readonly store: AggregateStore,
    private readonly history: ProjectHistory,
  ) {}

  async execute(command: TakeStep): Promise<Committed<ProjectState>> {
    const { aggregateId, data, context } = command;
    const { state, revision } = await this.store.loadAt(projectAggregate, aggregateId);
    ownProject(state, context);
    // For a repeat, the step is already undone or redone: planning again would choose the next step.
    if (findDone(state, context)) return { state, events: [], revision, position: null };
    const plan = await this.plan(command, state, revision);
    return this.store.execute(projectAggregate, aggregateId, context, (now, env) =>
      decideTakeStep(command, { ...plan, of: data.of }, now, env),
    );
  }

  private plan({ aggregateId, data: { of, step } }: TakeStep, state: ProjectState, revision: bigint): Promise<Plan> {
    if (step) {
      const range = { first: BigInt(step.first), revision: BigInt(step.revision) };
      return this.history.chosen(aggregateId, of, range);
    }
    return of === 'undo'
      ? this.history.newestUndo(aggregateId, state, revision)
      : this.history.newestRedo(aggregateId, state, revision);
  }
}

/** @throws DomainError conflict while a job is running in the project, or in the given scene */
export function refuseWhileMaking({ jobs }: ProjectState, onlyScene: string | null): void {
  const active = Object.values(jobs).filter(isActive);
  if (active.some(({ sceneId }) => onlyScene === null || sceneId === onlyScene))
    throw new DomainError('conflict', 'Something is still being made. Wait until it is finished, or cancel it.');
}

/** Restores the project, or one of its scenes, to a revision. */
export class RestoreVersion extends AggregateCommand<ProjectState, { revision: string; onlyScene: string | null }> {}

/**
 * Decides the restoration of a version. It affects no zaps, runs or posts: results of runs stay, and nothing is
 * cancelled.
 * @throws DomainError conflict
 */
export function decideRestoreVersion(
  { context, data: { onlyScene } }: Pick<RestoreVersion, 'context' | 'data'>,
  past: { state: ProjectState; revision: bigint; at: string },
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  if (findDone(state, context)) return [];
  refuseWhileMaking(state, onlyScene);
  const wanted = onlyScene === null ? past.state : withSceneThere(past.state, onlyScene);
  const events = decideChanges(state, changesToVersion(state, wanted, onlyScene));
  if (events.length === 0) return [];
  const data = { revision: String(past.revision), at: past.at, onlyScene };
  return [{ type: 'VersionRestored', data }, ...events];
}

/** Restores a scene that was deleted at the chosen revision, with the content that it had when it was deleted. */
function withSceneThere(state: ProjectState, sceneId: string): ProjectState {
  const scene = state.scenes[sceneId];
  if (!scene) throw new DomainError('bad_request', 'The scene did not exist at that time.');
  return { ...state, scenes: { ...state.scenes, [sceneId]: { ...scene, deleted: false } } };
}

@CommandHandler(RestoreVersion)
export class RestoreVersionHandler implements ICommandHandler<RestoreVersion> {
  constructor(
    private readonly store: AggregateStore,
    private readonly history: ProjectHistory,
    private readonly kept: KeptImages,
  ) {}

  async execute(command: RestoreVersion): Promise<Committed<ProjectState>> {
    const { aggregateId, data, context } = command;
    const found = await this.history.past(aggregateId, context.ownerId, BigInt(data.revision));
    const past = { ...found, state: await this.kept.keptIn(found.state) };
    return this.store.execute(projectAggregate, aggregateId, context, (state, env) =>
      decideRestoreVersion(command, past, state, env),
    );
  }
}

/** Copies a version into a new project; the aggregate is the new project. */
export class CopyVersion extends AggregateCommand<ProjectState, { sourceId: string; revision: string }> {}

@CommandHandler(CopyVersion)
export class CopyVersionHandler implements ICommandHandler<CopyVersion> {
  constructor(
    private readonly store: AggregateStore,
    private readonly history: ProjectHistory,
    private readonly kept: KeptImages,
  ) {}

  async execute({ aggregateId, data, context }: CopyVersion): Promise<Committed<ProjectState>> {
    const { state: source } = await this.history.past(data.sourceId, context.ownerId, BigInt(data.revision));
    const version = { ...(await this.kept.keptIn(source)), fields: withoutSheets(source.fields) };
    const command = new DuplicateProject(aggregateId, { sourceId: data.sourceId }, context);
    return this.store.execute(projectAggregate, aggregateId, context, (state, env) =>
      decideDuplicateProject(command, version, state, env),
    );
  }
}
