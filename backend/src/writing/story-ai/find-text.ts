import type { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { readable } from '../../eventsourcing/domain/upcast';
import { type EventStore, StreamNotFound } from '../../eventsourcing/event-store/event-store';
import { projectAggregate, type ProjectEvent, type ProjectEventOf } from '../../projects/storyboard';
import { textWorkAggregate, type TextAnswer } from './domain/text-work';

/** Whether the work paid for by a hold has its answer. */
export async function findTextByHold(store: AggregateStore, workId: string, holdId: string): Promise<boolean> {
  const { requests } = await store.load(textWorkAggregate, workId);
  return Object.values(requests).some((request) => request.holdId === holdId && request.status === 'answered');
}

export type TextWritten = ProjectEventOf<'ScenesReplaced' | 'SceneDescribed' | 'ScenePromptWritten'>;
const WRITTEN: readonly string[] = ['ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten'];

const OWN = new Set([projectAggregate.category]);

/** What came of a text that a hold pays for, as the project's stream tells it. `since`: ISO 8601, when it was asked. */
export const findWritten = (
  events: EventStore,
  projectId: string,
  holdId: string,
  since: string,
): Promise<TextWritten | null> =>
  findInProject(events, projectId, since, ({ type, data }) =>
    WRITTEN.includes(type) && (data as { holdId: string }).holdId === holdId ? ({ type, data } as TextWritten) : null,
  );

/** The newest event of a project that `pick` takes, of those since a time (ISO 8601); null when it takes none. */
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

/** The answer that the request would have had. */
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
