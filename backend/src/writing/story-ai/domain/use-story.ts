import { createHash } from 'node:crypto';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import {
  findDone,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
} from '../../../projects/storyboard';

interface WrittenStory {
  draftId: string;
  holdId: string;
  story: string;
  /** Hash of the story that may be replaced; null if the creator has confirmed that any story may be replaced. */
  insteadOf: string | null;
}

export class UseStory extends AggregateCommand<ProjectState, WrittenStory> {}
export class RestoreStory extends AggregateCommand<ProjectState, { draftId: string; story: string }> {}

export const storyHash = (story: string): string => createHash('sha256').update(story).digest('hex');

/** @throws DomainError not_found */
export function decideUseStory({ data, context }: UseStory, state: ProjectState, env: Environment): ProjectEvent[] {
  const { story: before } = ownProject(state, env).fields;
  const { draftId, holdId, story, insteadOf } = data;
  if (findDone(state, context) || story === before) return [];
  if (insteadOf !== null && storyHash(before) !== insteadOf) return [];
  return [{ type: 'StoryWritten', data: { draftId, story, before, holdId } }];
}

/** @throws DomainError not_found */
export function decideRestoreStory(
  { data, context }: RestoreStory,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const { fields } = ownProject(state, env);
  if (findDone(state, context) || fields.story === data.story) return [];
  return [{ type: 'StoryRestored', data }];
}

export const UseStoryHandler = handlerFor(UseStory, projectAggregate, decideUseStory);
export const RestoreStoryHandler = handlerFor(RestoreStory, projectAggregate, decideRestoreStory);
