import { isTitleOfItself, titleFromStory, type ProjectFields, type UpdateProjectRequest } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { changesOf } from '../../platform/domain/changes';
import type { Environment } from '../../platform/domain/aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { projectAggregate, type ProjectState } from './project-aggregate';

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
