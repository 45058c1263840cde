import { Inject, Injectable } from '@nestjs/common';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import type { CommandContext } from '../../platform/commands/command-context';
import { DomainError, notFound } from '../../platform/domain/domain-error';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store';
import { isBlank } from '@storyreel/contracts';
import { findInProject } from '../find-text';
import type { StoryTry } from '../domain/story-draft';
import { RestoreStory, UseStory } from '../domain/use-story';
import { storyWorkId, textOfStory } from './story-text';

/** Brings what was written into its project, and back out of it. */
@Injectable()
export class StoryApplier {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** @throws DomainError not_found, conflict */
  async use(
    { requestId: draftId, holdId, projectId }: StoryTry,
    userId: string,
    { context, insteadOf }: { context: CommandContext; insteadOf: string | null },
  ): Promise<void> {
    const story = await textOfStory(this.events, storyWorkId(userId, projectId), draftId);
    if (isBlank(story)) throw new DomainError('conflict', 'Nothing was written yet.');
    await this.dispatcher.execute(new UseStory(projectId, { draftId, holdId, story, insteadOf }, context));
  }

  /** The story before comes back, as the project's own stream has it. @throws DomainError not_found */
  async restore(projectId: string, draftId: string, since: string, context: CommandContext): Promise<void> {
    const written = await findInProject(this.events, projectId, since, (event) =>
      event.type === 'StoryWritten' && event.data.draftId === draftId ? event.data : null,
    );
    if (!written) throw notFound();
    await this.dispatcher.execute(new RestoreStory(projectId, { draftId, story: written.before }, context));
  }
}
