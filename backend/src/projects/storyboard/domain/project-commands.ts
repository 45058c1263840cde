import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { cutText, isTitleOfItself, LIMITS, titleFromStory } from '@storyreel/contracts';
import type { createProjectRequestSchema, ProjectFields, UpdateProjectRequest } from '@storyreel/contracts';
import type { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import type { Committed } from '../../../eventsourcing/commands/aggregate-store';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { NoData } from '../../../eventsourcing/commands/command-handler';
import { changesOf } from '../../../eventsourcing/domain/aggregate';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from './events';
import { endingJobs } from './jobs';
import {
  liveScenes,
  NEW_PROJECT_FIELDS,
  ownProject,
  projectAggregate,
  restingStatus,
  withinProjectLimits,
} from './project';
import type { ProjectState } from './project';
import { copyOf } from './scene';

export class CreateProject extends AggregateCommand<
  ProjectState,
  Omit<z.output<typeof createProjectRequestSchema>, 'idempotencyKey'>
> {}

/** A project whose id is derived from the command is there already when the command is repeated. */
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

/** Until somebody names the project, it is called by its story. */
function withStoryTitle(fields: ProjectFields, data: UpdateProjectRequest): UpdateProjectRequest {
  if (data.story === undefined || data.title !== undefined || !isTitleOfItself(fields)) return data;
  return { ...data, title: titleFromStory(data.story) };
}

/** Only what differs becomes an event, so a repeated save leaves no trace. */
export function decideEditProject({ data }: EditProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const { fields } = ownProject(state, env);
  const changes = changesOf(fields, withStoryTitle(fields, data));
  return changes ? [{ type: 'ProjectEdited', data: { changes } }] : [];
}

export const EditProjectHandler = handlerFor(EditProject, projectAggregate, decideEditProject);

export class DeleteProject extends AggregateCommand<ProjectState, NoData> {}

/** The scenes go with it; jobs that are still running end, so that their zaps come back. */
export function decideDeleteProject(_: DeleteProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const sceneIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  return [...endingJobs(state, 'The project was deleted.'), { type: 'ProjectDeleted', data: { sceneIds } }];
}

export const DeleteProjectHandler = handlerFor(DeleteProject, projectAggregate, decideDeleteProject);

export class RestoreProject extends AggregateCommand<ProjectState, NoData> {}

/** Compensates the deletion: everything is as it was, scenes and media included. */
export function decideRestoreProject(_: RestoreProject, state: ProjectState, env: Environment): ProjectEvent[] {
  if (!state.exists || state.ownerId !== env.ownerId) throw notFound();
  if (!state.deleted) return [];
  return [{ type: 'ProjectRestored', data: { sceneIds: liveScenes(state).map((scene) => scene.id) } }];
}

export const RestoreProjectHandler = handlerFor(RestoreProject, projectAggregate, decideRestoreProject);

const COPY = ' (Copy)';

/** The aggregate is the new project. */
export class DuplicateProject extends AggregateCommand<ProjectState, { sourceId: string }> {}

/** A new project with the source's texts, scenes and finished media. */
export function decideDuplicateProject(
  { aggregateId, data: { sourceId } }: DuplicateProject,
  source: ProjectState,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  // First: a repeat finds its copy also when the source has gone since.
  if (state.exists) return [];
  const { fields } = ownProject(source, env);
  const scenes = liveScenes(source).map((scene) => copyOf(scene, env.nextId(), () => env.nextId()));
  withinProjectLimits(scenes);
  const title = `${cutText(fields.title, LIMITS.title - COPY.length)}${COPY}`;
  // What is being made is made for the source.
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
  constructor(@Inject(AggregateStore) private readonly store: AggregateStore) {}

  async execute(command: DuplicateProject): Promise<Committed<ProjectState>> {
    const source = await this.store.load(projectAggregate, command.data.sourceId);
    return this.store.execute(projectAggregate, command.aggregateId, command.context, (state, env) =>
      decideDuplicateProject(command, source, state, env),
    );
  }
}
