import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { castAfterTexts, cutText, isTitleOfItself, LIMITS, titleFromStory } from '@storyreel/contracts';
import type { createProjectRequestSchema, ProjectFields, UpdateProjectRequest } from '@storyreel/contracts';
import type { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import type { Committed } from '../../../eventsourcing/commands/aggregate-store';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { NoData } from '../../../eventsourcing/commands/command-handler';
import { changesOf } from '../../../eventsourcing/domain/aggregate';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { notFound } from '../../../lib/domain-error';
import type { ImportedFrom, ProjectEvent } from './events';
import { endingJobs } from './jobs';
import { liveScenes, NEW_PROJECT_FIELDS, ownProject, projectAggregate, restingStatus } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import { copyOf } from './scene';
import type { SceneContent } from './scene';

export class CreateProject extends AggregateCommand<
  ProjectState,
  Omit<z.output<typeof createProjectRequestSchema>, 'idempotencyKey'>
> {}

/** The project id is derived from the command, so a repeated command finds the project already created. */
export function decideCreateProject({ aggregateId, data }: CreateProject, state: ProjectState): ProjectEvent[] {
  if (state.exists) return [];
  return [
    {
      type: 'ProjectCreated',
      data: { projectId: aggregateId, fields: { ...NEW_PROJECT_FIELDS, ...data }, scenes: [], copiedFrom: null },
    },
  ];
}

export const CreateProjectHandler = handlerFor(CreateProject, projectAggregate, decideCreateProject);

export class EditProject extends AggregateCommand<ProjectState, UpdateProjectRequest> {}

/** Until the user names the project, its title follows its story. */
function withStoryTitle(fields: ProjectFields, data: UpdateProjectRequest): UpdateProjectRequest {
  if (data.story === undefined || data.title !== undefined || !isTitleOfItself(fields)) return data;
  return { ...data, title: titleFromStory(data.story) };
}

/** A cast member whose name was changed in the cast's texts keeps its pictures and its scenes. */
function withRenamedCast(state: ProjectState, data: UpdateProjectRequest): Partial<ProjectFields> {
  const used = new Set(liveScenes(state).flatMap(({ cast }) => cast ?? []));
  return { ...data, cast: castAfterTexts(state.fields, data, used) };
}

/** Only changed values are recorded, so a repeated save adds no event. */
export function decideEditProject({ data }: EditProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const { fields } = ownProject(state, env);
  const changes = changesOf(fields, withRenamedCast(state, withStoryTitle(fields, data)));
  return changes ? [{ type: 'ProjectEdited', data: { changes } }] : [];
}

export const EditProjectHandler = handlerFor(EditProject, projectAggregate, decideEditProject);

export class DeleteProject extends AggregateCommand<ProjectState, NoData> {}

/** Deletes the project's scenes too, and ends running jobs so that their zaps are released. */
export function decideDeleteProject(_: DeleteProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const sceneIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  return [...endingJobs(state, 'The project was deleted.'), { type: 'ProjectDeleted', data: { sceneIds } }];
}

export const DeleteProjectHandler = handlerFor(DeleteProject, projectAggregate, decideDeleteProject);

export class RestoreProject extends AggregateCommand<ProjectState, NoData> {}

/** Undoes the deletion: restores everything, scenes and media included. */
export function decideRestoreProject(_: RestoreProject, state: ProjectState, env: Environment): ProjectEvent[] {
  if (!state.exists || state.ownerId !== env.ownerId) throw notFound();
  if (!state.deleted) return [];
  return [{ type: 'ProjectRestored', data: { sceneIds: liveScenes(state).map((scene) => scene.id) } }];
}

export const RestoreProjectHandler = handlerFor(RestoreProject, projectAggregate, decideRestoreProject);

const COPY = ' (Copy)';

/** The aggregate is the new project. */
export class DuplicateProject extends AggregateCommand<ProjectState, { sourceId: string }> {}

/** Creates a project with the source's texts, scenes and finished media. */
export function decideDuplicateProject(
  { aggregateId, data: { sourceId } }: DuplicateProject,
  source: ProjectState,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  // Check this first, so that a repeat finds its copy even if the source has been deleted since.
  if (state.exists) return [];
  const { fields } = ownProject(source, env);
  const scenes = liveScenes(source).map((scene) => copyOf(scene, env.nextId(), () => env.nextId()));
  withinProjectLimits(scenes);
  const title = `${cutText(fields.title, LIMITS.title - COPY.length)}${COPY}`;
  // Jobs in progress belong to the source, so the copy starts without them.
  const audio = { storyAudioStatus: restingStatus(fields), storyAudioError: null };
  return [
    {
      type: 'ProjectCreated',
      data: { projectId: aggregateId, fields: { ...fields, ...audio, title }, scenes, copiedFrom: sourceId },
    },
  ];
}

@CommandHandler(DuplicateProject)
export class DuplicateProjectHandler implements ICommandHandler<DuplicateProject> {
  constructor(private readonly store: AggregateStore) {}

  async execute(command: DuplicateProject): Promise<Committed<ProjectState>> {
    const source = await this.store.load(projectAggregate, command.data.sourceId);
    return this.store.execute(projectAggregate, command.aggregateId, command.context, (state, env) =>
      decideDuplicateProject(command, source, state, env),
    );
  }
}

/** Creates a project from the content of a project file; the aggregate is the new project. */
export class ImportProject extends AggregateCommand<
  ProjectState,
  { fields: ProjectFields; scenes: SceneContent[]; from: ImportedFrom }
> {}

/**
 * Decides an import; a repeated command finds the project already imported.
 * @throws DomainError limit_reached
 */
export function decideImportProject({ aggregateId, data }: ImportProject, state: ProjectState): ProjectEvent[] {
  if (state.exists) return [];
  const { fields, scenes, from } = data;
  withinProjectLimits(scenes);
  const created = { projectId: aggregateId, fields, scenes, copiedFrom: null, imported: from };
  return [{ type: 'ProjectCreated', data: created }];
}

export const ImportProjectHandler = handlerFor(ImportProject, projectAggregate, decideImportProject);
