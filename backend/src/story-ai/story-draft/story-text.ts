import { streamOf } from '../../platform/domain/aggregate';
import { toRecorded } from '../../platform/domain/domain-event';
import { isOwnEvent } from '../../platform/domain/own-event';
import { readable } from '../../platform/domain/upcast';
import { type EventStore, StreamNotFound } from '../../platform/event-store/event-store';
import { type TextStreamEvent, textWorkAggregate } from '../domain/text-work';
import { textWorkId } from '../paid-text';

const OWN = new Set([textWorkAggregate.category]);

/** The stream of a project's stories. */
export const storyWorkId = (userId: string, projectId: string): string =>
  textWorkId({ userId, operation: 'write_story', projectId, sceneId: null });

/** What was written of a story, as its own stream has it: a view may be behind, or have stopped at one of its events. */
export async function textOfStory(
  events: Pick<EventStore, 'readStream'>,
  workId: string,
  requestId: string,
): Promise<string> {
  let text = '';
  try {
    for await (const stored of events.readStream(streamOf(textWorkAggregate.category, workId))) {
      if (!isOwnEvent(stored, OWN)) continue;
      const { type, data } = readable(toRecorded(stored)) as unknown as TextStreamEvent;
      if (data.requestId !== requestId) continue;
      if (type === 'StoryWritingStarted') text = '';
      if (type === 'StoryGrew') text += (data as { text: string }).text;
    }
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return text;
}
