import type { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { readable } from '../../eventsourcing/domain/upcast';
import { type EventStore, StreamNotFound } from '../../eventsourcing/event-store/event-store';
import { projectAggregate, type ProjectEvent, type ProjectEventOf } from '../../projects/storyboard';
import { textWorkAggregate, type TextAnswer } from './domain/text-work';

/** Tells whether the text for which a hold pays has been answered. */
export async function findTextByHold(store: AggregateStore, workId: string, holdId: string): Promise<boolean> {
  const { requests } = await store.load(textWorkAggregate, workId);
  return Object.values(requests).some((request) => request.holdId === holdId && request.status === 'answered');
}

export type TextWritten = ProjectEventOf<'ScenesReplaced' | 'SceneDescribed' | 'ScenePromptWritten'>;
const isWritten = (event: ProjectEvent): event is TextWritten =>
  event.type === 'ScenesReplaced' || event.type === 'SceneDescribed' || event.type === 'ScenePromptWritten';

const OWN = new Set([projectAggregate.category]);

/** Finds the text for which a hold pays in the project's stream. `since`: time of the request, ISO 8601. */
export const findWritten = (
  events: EventStore,
  projectId: string,
  holdId: string,
  since: string,
): Promise<TextWritten | null> =>
  findInProject(events, projectId, since, (event) => (isWritten(event) && event.data.holdId === holdId ? event : null));

/**
 * Searches a project's events, newest first, back to a time (ISO 8601).
 * @returns the first result of `pick` that is not null; null when there is none
 */
export async function findInProject<Found>(
  events: EventStore,
  projectId: string,
  since: string,
  pick: (event: ProjectEvent) => Found | null,
): Promise<Found | null> {
  const streamId = streamOf(projectAggregate.category, projectId);
  try {
    for await (const event of events.readStream(streamId, { from: 'end', direction: 'backwards' })) {
      if (!isOwnEvent(event, OWN)) continue;
      const { type, data, metadata } = toRecorded(readable(event));
      const found = pick({ type, data } as ProjectEvent);
      if (found !== null) return found;
      if (metadata.at < since) return null;
    }
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return null;
}

/** Returns the answer that the request would have received. */
export function answerOf({ type, data }: TextWritten): TextAnswer {
  switch (type) {
    case 'ScenesReplaced':
      return { sceneCount: data.scenes.length };
    case 'SceneDescribed': {
      const { description, imagePrompt, videoPrompt } = data;
      return { description, imagePrompt, videoPrompt };
    }
    case 'ScenePromptWritten':
      return data.field === 'videoPrompt' ? { videoPrompt: data.value } : { enhancedPrompt: data.value };
  }
}
