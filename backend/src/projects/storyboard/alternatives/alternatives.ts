import { Injectable } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { AlternativeComparison } from '@storyreel/contracts';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import type { Committed } from '../../../eventsourcing/commands/aggregate-store';
import { AggregateCommand } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from '../domain/events';
import { findDone, ownProject, projectAggregate, restingStatus } from '../domain/project';
import { withinProjectLimits } from '../domain/project-limits';
import type { ProjectState } from '../domain/project';
import type { SceneContent } from '../domain/scene';
import { changesToState, decideChanges, foldAhead, withoutSheets } from '../history/changes';
import type { Change } from '../history/changes';
import { refuseWhileMaking } from '../history/take-step';
import { presentProject, presentScenes } from '../views/presenters';
import { counterparts, scenesForAlternative, translated } from './counterparts';

/** Makes an alternative of a project; the aggregate is the alternative. */
export class TryAlternative extends AggregateCommand<ProjectState, { projectId: string; title: string }> {}

/** Decides the events of a new alternative. An alternative refers to its project's files, so no file is copied. */
export function decideTryAlternative(
  { aggregateId, data: { title } }: TryAlternative,
  project: ProjectState,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  // Check this first, so that a repeat finds its alternative even if the project has been deleted since.
  if (state.exists) return [];
  const { fields, id } = ownProject(project, env);
  const scenes = scenesForAlternative(aggregateId, project);
  withinProjectLimits(scenes);
  // Work in progress belongs to the project, so the alternative starts without it.
  const audio = { storyAudioStatus: restingStatus(fields), storyAudioError: null };
  const data = { projectId: aggregateId, scenes, copiedFrom: id, alternativeOf: id };
  return [{ type: 'ProjectCreated', data: { ...data, fields: { ...withoutSheets(fields), ...audio, title } } }];
}

/**
 * Returns the alternative as a version of its project, with the events that add the scenes which only the alternative
 * has.
 */
function planned(project: ProjectState, alternative: ProjectState, onlyScene: string | null) {
  const { added, version } = translated(project, alternative);
  const additions = added.filter(({ id }) => onlyScene === null || id === onlyScene).map(addition);
  const now = foldAhead(project, additions);
  const changes = changesToState(now, version(now));
  return { additions, now, changes: onlyScene === null ? changes : changes.filter(isOfScene(onlyScene)) };
}

/** Returns the project as it would be if the alternative were kept. */
export function asVersion(project: ProjectState, alternative: ProjectState): ProjectState {
  const { added, version } = translated(project, alternative);
  return version(foldAhead(project, added.map(addition)));
}

const addition = (scene: SceneContent): ProjectEvent => ({ type: 'SceneAdded', data: { scene } });

const isOfScene = (id: string) => (change: Change) => 'sceneId' in change && change.sceneId === id;

/** Gives the project, or one of its scenes, the content of its alternative; the aggregate is the project. */
export class TakeAlternative extends AggregateCommand<
  ProjectState,
  { alternativeId: string; onlyScene: string | null }
> {}

/**
 * Decides the events that take an alternative over. The project's history keeps the earlier content, so this can be
 * undone there.
 * @throws DomainError not_found, conflict
 */
export function decideTakeAlternative(
  { context, data: { alternativeId, onlyScene } }: Pick<TakeAlternative, 'context' | 'data'>,
  alternative: ProjectState,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  if (findDone(state, context)) return [];
  const { fields, alternativeOf, revision } = ownProject(alternative, env);
  if (alternativeOf !== state.id) throw notFound();
  if (onlyScene !== null && !counterparts(state, alternative).some(({ id }) => id === onlyScene)) throw notFound();
  refuseWhileMaking(state, onlyScene);
  const { additions, now, changes } = planned(state, alternative, onlyScene);
  const events = [...additions, ...decideChanges(now, changes)];
  if (events.length === 0) return [];
  const data = { alternativeId, revision, title: fields.title, onlyScene };
  return [{ type: 'AlternativeTaken', data }, ...events];
}

/** Compares a project with its alternative. */
export function compared(project: ProjectState, alternative: ProjectState): AlternativeComparison {
  const { additions, changes } = planned(project, alternative, null);
  const [here, there] = [project, alternative].map(
    (state) => new Map(presentScenes(state).map((one) => [one.id, one])),
  );
  const pairs = counterparts(project, alternative)
    .map((pair) => ({ ...pair, order: orderOf(pair.here) ?? orderOf(pair.there) }))
    .filter(({ order }) => order !== null)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return {
    project: presentProject(project),
    alternative: presentProject(alternative),
    scenes: pairs.map(({ id, here: ours, there: theirs }) => ({
      id,
      here: here?.get(ours?.id ?? '') ?? null,
      there: there?.get(theirs?.id ?? '') ?? null,
      isSame:
        !changes.some(isOfScene(id)) &&
        !additions.some((event) => event.type === 'SceneAdded' && event.data.scene.id === id),
    })),
    isSame: changes.length === 0 && additions.length === 0,
  };
}

const orderOf = (scene: ProjectState['scenes'][string] | null): number | null =>
  scene && !scene.deleted ? scene.order : null;

/** Reads an alternative together with its project. */
@Injectable()
export class Alternatives {
  constructor(private readonly store: AggregateStore) {}

  /** @throws DomainError not_found for a project that is not an alternative, or whose original project is deleted */
  async pair(
    alternativeId: string,
    owner: Pick<Environment, 'ownerId'>,
  ): Promise<{ project: ProjectState; alternative: ProjectState }> {
    const alternative = ownProject(await this.store.load(projectAggregate, alternativeId), owner);
    if (alternative.alternativeOf === null) throw notFound();
    const project = ownProject(await this.store.load(projectAggregate, alternative.alternativeOf), owner);
    return { project, alternative };
  }

  /**
   * Returns the project from which a further alternative is copied; an alternative counts as a version of its project.
   */
  async source(id: string, owner: Pick<Environment, 'ownerId'>): Promise<ProjectState> {
    const asked = await this.store.load(projectAggregate, id);
    if (asked.alternativeOf === null) return asked;
    const { project, alternative } = await this.pair(id, owner);
    return asVersion(project, alternative);
  }
}

@CommandHandler(TryAlternative)
export class TryAlternativeHandler implements ICommandHandler<TryAlternative> {
  constructor(
    private readonly store: AggregateStore,
    private readonly alternatives: Alternatives,
  ) {}

  async execute(command: TryAlternative): Promise<Committed<ProjectState>> {
    const { aggregateId, data, context } = command;
    const project = await this.alternatives.source(data.projectId, context);
    return this.store.execute(projectAggregate, aggregateId, context, (state, env) =>
      decideTryAlternative(command, project, state, env),
    );
  }
}

@CommandHandler(TakeAlternative)
export class TakeAlternativeHandler implements ICommandHandler<TakeAlternative> {
  constructor(private readonly store: AggregateStore) {}

  async execute(command: TakeAlternative): Promise<Committed<ProjectState>> {
    const { aggregateId, data, context } = command;
    const alternative = await this.store.load(projectAggregate, data.alternativeId);
    return this.store.execute(projectAggregate, aggregateId, context, (state, env) =>
      decideTakeAlternative(command, alternative, state, env),
    );
  }
}
