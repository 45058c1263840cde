import type { StoryLength, StoryTone } from '@storyreel/contracts';
import type { DomainEvent } from '../../platform/domain/domain-event';

/** A story that is asked for, as all of its events name it. */
export interface StoryTry {
  requestId: string;
  holdId: string;
  projectId: string;
}

export interface StoryWish {
  idea: string;
  tone: StoryTone;
  length: StoryLength;
}

export type StoryEnding = 'complete' | 'stopped' | 'failed';

/**
 * How a story is written, beside the TextAsked, TextAnswered and TextFailed of its request, which say what is paid.
 * All lie in the one stream of a project's stories.
 */
export type StoryEvent =
  /** basedOn: hash of the project's story at that moment, so that another one is not written over. */
  | DomainEvent<'StoryAsked', StoryTry & StoryWish & { basedOn: string }>
  /** The intent, before the provider is asked. What was written by an earlier one is dropped. */
  | DomainEvent<'StoryWritingStarted', StoryTry & { provider: string }>
  /** offset: where the text follows what is there, in UTF-16 code units. */
  | DomainEvent<'StoryGrew', StoryTry & { offset: number; text: string }>
  | DomainEvent<'StoryEnded', StoryTry & { status: StoryEnding; error: string | null }>
  | DomainEvent<'StoryDismissed', StoryTry>;

export const STORY_EVENT_TYPES = [
  'StoryAsked',
  'StoryWritingStarted',
  'StoryGrew',
  'StoryEnded',
  'StoryDismissed',
] as const satisfies readonly StoryEvent['type'][];

/** The newest story of a project, without its text, which is in the view. */
export interface StoryState extends StoryTry {
  basedOn: string;
  status: 'open' | StoryEnding;
  isStarted: boolean;
  /** UTF-16 code units that are written. */
  written: number;
  isDismissed: boolean;
}

export const isStoryEvent = (event: DomainEvent): event is StoryEvent =>
  (STORY_EVENT_TYPES as readonly string[]).includes(event.type);

export function evolveStory(state: StoryState | null, event: StoryEvent): StoryState | null {
  const { requestId, holdId, projectId } = event.data;
  if (event.type === 'StoryAsked') {
    const { basedOn } = event.data;
    return { requestId, holdId, projectId, basedOn, status: 'open', isStarted: false, written: 0, isDismissed: false };
  }
  if (!state) return state;
  switch (event.type) {
    case 'StoryWritingStarted':
      return { ...state, isStarted: true, written: 0 };
    case 'StoryGrew':
      return { ...state, written: state.written + event.data.text.length };
    case 'StoryEnded':
      return { ...state, status: event.data.status };
    case 'StoryDismissed':
      return { ...state, isDismissed: true };
    default:
      return event satisfies never;
  }
}
