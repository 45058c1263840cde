import { Injectable } from '@nestjs/common';
import { isBlank } from '@storyreel/contracts';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { streamOf } from '../../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../../eventsourcing/domain/scoped-event-store';
import { readable } from '../../../eventsourcing/domain/upcast';
import { EventStore, StreamNotFound } from '../../../eventsourcing/event-store/event-store';
import { DomainError, notFound } from '../../../lib/domain-error';
import { textWorkAggregate } from '../domain/text-work';
import type { StoryTry, TextStreamEvent } from '../domain/text-work';
import { RestoreStory, UseStory } from '../domain/use-story';
import { findInProject } from '../find-text';
import { textWorkId } from '../paid-text';

const OWN = new Set([textWorkAggregate.category]);

/** Returns the id of the stream for a project's stories. */
export const storyWorkId = (userId: string, projectId: string): string =>
  textWorkId({ userId, operation: 'write_story', projectId, sceneId: null });

/** Reads a story's text from its own stream, because a view may lag or be stopped at an event. */
async function textOfStory(events: Pick<EventStore, 'readStream'>, workId: string, requestId: string): Promise<string> {
  let text = '';
  try {
    for await (const stored of events.readStream(streamOf(textWorkAggregate.category, workId))) {
      if (!isOwnEvent(stored, OWN)) continue;
      const event = readable(toRecorded(stored)) as unknown as TextStreamEvent;
      if (event.data.requestId !== requestId) continue;
      if (event.type === 'StoryWritingStarted') text = '';
      if (event.type === 'StoryGrew') text += event.data.text;
    }
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return text;
}

/** Puts a written story into its project, and undoes this. */
@Injectable()
export class StoryApplier {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly events: EventStore,
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

  /**
   * Makes an accepted text the project's story, replacing any current story.
   * @throws DomainError not_found
   */
  async accept(projectId: string, draftId: string, story: string, context: CommandContext): Promise<string> {
    // The text was paid for when it was written; accepting it is free.
    const data = { draftId, holdId: context.commandId, story, insteadOf: null };
    return (await this.dispatcher.execute(new UseStory(projectId, data, context))).state.fields.story;
  }

  /**
   * Restores the previous story from the project's stream.
   * @throws DomainError not_found
   */
  async restore(projectId: string, draftId: string, since: string, context: CommandContext): Promise<string> {
    const written = await findInProject(this.events, projectId, since, (event) =>
      event.type === 'StoryWritten' && event.data.draftId === draftId ? event.data : null,
    );
    if (!written) throw notFound();
    const command = new RestoreStory(projectId, { draftId, story: written.before }, context);
    return (await this.dispatcher.execute(command)).state.fields.story;
  }
}
