import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { cutText, LIMITS } from '@storyreel/contracts';
import { AggregateStore, type Committed } from '../../platform/commands/aggregate-store';
import { AggregateCommand } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { withinProjectLimits } from './project-limits';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { restingStatus } from './story-audio';
import { copyOf } from './scene-state';

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
