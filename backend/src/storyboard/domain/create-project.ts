import type { z } from 'zod';
import type { createProjectRequestSchema } from '@storyreel/contracts';
import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { ProjectEvent } from './events';
import { NEW_PROJECT_FIELDS, projectAggregate, type ProjectState } from './project-aggregate';

export class CreateProject extends AggregateCommand<ProjectState> {
  constructor(
    readonly aggregateId: string,
    readonly fields: Omit<z.output<typeof createProjectRequestSchema>, 'idempotencyKey'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A project whose id is derived from the command is there already when the command is repeated. */
export function decideCreateProject({ aggregateId, fields }: CreateProject, state: ProjectState): ProjectEvent[] {
  if (state.exists) return [];
  return [
    {
      type: 'ProjectCreated',
      data: { projectId: aggregateId, fields: { ...NEW_PROJECT_FIELDS, ...fields }, scenes: [], copiedFrom: null },
    },
  ];
}

export const CreateProjectHandler = handlerFor(CreateProject, projectAggregate, decideCreateProject);
