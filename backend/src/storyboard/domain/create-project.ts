import type { z } from 'zod';
import type { createProjectRequestSchema } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { ProjectEvent } from './events';
import { NEW_PROJECT_FIELDS, projectAggregate, type ProjectState } from './project-aggregate';

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
