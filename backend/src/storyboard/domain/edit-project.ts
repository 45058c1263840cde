import type { UpdateProjectRequest } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { changesOf } from '../../platform/domain/changes';
import type { Environment } from '../../platform/domain/aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { projectAggregate, type ProjectState } from './project-aggregate';

export class EditProject extends AggregateCommand<ProjectState, UpdateProjectRequest> {}

/** Only what differs becomes an event, so a repeated save leaves no trace. */
export function decideEditProject({ data }: EditProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const changes = changesOf(ownProject(state, env).fields, data);
  return changes ? [{ type: 'ProjectEdited', data: { changes } }] : [];
}

export const EditProjectHandler = handlerFor(EditProject, projectAggregate, decideEditProject);
