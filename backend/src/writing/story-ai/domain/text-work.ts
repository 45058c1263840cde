import type { RecordedCalls, StoryLength, StoryTone } from '@storyreel/contracts';
import type { Aggregate, Environment } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';
import { DomainError, keyReused } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';

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

const isStoryEvent = (event: DomainEvent): event is StoryEvent =>
  (STORY_EVENT_TYPES as readonly string[]).includes(event.type);

function evolveStory(state: StoryState | null, event: StoryEvent): StoryState | null {
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

/** What a provider answered; small JSON, kept so that a repeated request gets it again without being paid again. */
export type TextAnswer = Record<string, string | number>;

interface Asked {
  requestId: string;
  /** Counts the tries of one request from 1; each has a hold of its own. */
  attempt: number;
  holdId: string;
  requestHash: string;
  /** Of one that does another one again: what comes of it is written nowhere until it is kept (ADR 0038). */
  trial?: TextRerun;
}
export interface TextRerun {
  parentRunId: string;
  /** Whose project it is for; the events themselves belong to the one who pays. */
  sceneOwnerId: string;
}
export type TextWorkEvent =
  | DomainEvent<'TextAsked', Asked>
  | DomainEvent<'TextAnswered', Try & WithCalls & { answer: TextAnswer; usd: number }>
  | DomainEvent<'TextFailed', Try & WithCalls & { error: string }>;

/** All that a stream of texts holds. */
export type TextStreamEvent = TextWorkEvent | StoryEvent;

/** Where it is recorded what the provider was asked and answered before the event; absent when it is not. */
interface WithCalls {
  calls?: RecordedCalls[];
}

export interface TextRequest extends Asked {
  status: 'asked' | 'answered' | 'failed';
  answer: TextAnswer | null;
  usd: number;
  /** ISO 8601, of the newest try. */
  at: string;
}
/** Requests for one piece of text (one scene's description, say); the newest ones by id. */
export interface TextWorkState {
  requests: Readonly<Record<string, TextRequest>>;
  /** The newest story that was asked for; null in the streams of all other texts. */
  story: StoryState | null;
}

const REMEMBERED = 20;
/** After this a request that never ended is taken for lost: its process was killed. */
const LOST_AFTER_MS = 5 * 60 * 1000;

export const textWorkAggregate: Aggregate<TextWorkState, TextStreamEvent> = {
  category: 'textwork',
  initial: { requests: {}, story: null },
  snapshot: { version: 2 },
  evolve(state, event, { at }) {
    if (isStoryEvent(event)) return { ...state, story: evolveStory(state.story, event) };
    switch (event.type) {
      case 'TextAsked': {
        const { [event.data.requestId]: _, ...others } = state.requests;
        const kept = Object.entries(others).slice(1 - REMEMBERED);
        const asked = { ...event.data, status: 'asked' as const, answer: null, usd: 0, at };
        return { ...state, requests: { ...Object.fromEntries(kept), [event.data.requestId]: asked } };
      }
      case 'TextAnswered':
        return change(state, event.data.requestId, {
          status: 'answered',
          answer: event.data.answer,
          usd: event.data.usd,
        });
      case 'TextFailed':
        return change(state, event.data.requestId, { status: 'failed' });
      default:
        return event satisfies never;
    }
  },
};

function change(state: TextWorkState, requestId: string, changes: Partial<TextRequest>): TextWorkState {
  const request = state.requests[requestId];
  return request ? { ...state, requests: { ...state.requests, [requestId]: { ...request, ...changes } } } : state;
}

/** When a try is over at the latest: some time before it counts as lost, since clocks of nodes differ. */
export const endOfTry = (request: TextRequest): string =>
  new Date(Date.parse(request.at) + LOST_AFTER_MS - 30_000).toISOString();

/** What a try brings after its end is not written: the next one may have been asked by then. */
export function checkInTime(until: string, { now }: Pick<Environment, 'now'>): void {
  if (now > until) throw new DomainError('provider_failed', 'The text took too long. Please try again.');
}

const isRunning = (request: TextRequest, now: string): boolean =>
  request.status === 'asked' && Date.parse(now) - Date.parse(request.at) < LOST_AFTER_MS;

/** Each try of a request has a hold of its own. */
export const holdOfTry = (requestId: string, attempt: number): string => derivedId(requestId, 'hold', attempt);

/** Nothing to do for a request that has its answer. @throws DomainError already_in_progress, idempotency_key_reused */
export function decideAsk(
  { requestId, requestHash, trial }: { requestId: string; requestHash: string; trial?: TextRerun },
  state: TextWorkState,
  { now }: Pick<Environment, 'now'>,
): TextWorkEvent[] {
  const known = state.requests[requestId];
  if (known && known.requestHash !== requestHash) throw keyReused();
  if (known?.status === 'answered') return [];
  if (Object.values(state.requests).some((request) => isRunning(request, now))) {
    throw new DomainError('already_in_progress', 'This is already in progress.');
  }
  const attempt = (known?.attempt ?? 0) + 1;
  const holdId = holdOfTry(requestId, attempt);
  return [{ type: 'TextAsked', data: { requestId, attempt, holdId, requestHash, ...(trial && { trial }) } }];
}

/** One try of a request. */
type Try = Pick<Asked, 'requestId' | 'holdId'>;

const isOpen = ({ requests }: TextWorkState, { requestId, holdId }: Try): boolean =>
  requests[requestId]?.status === 'asked' && requests[requestId].holdId === holdId;

/** Nothing to do for a try that has ended, or that was given up. */
export const decideAnswer = (
  state: TextWorkState,
  of: Try,
  { answer, usd, calls = [] }: { answer: TextAnswer; usd: number } & WithCalls,
): TextWorkEvent[] =>
  isOpen(state, of) ? [{ type: 'TextAnswered', data: { ...of, answer, usd, ...withCalls(calls) } }] : [];

export const decideTextFailed = (
  state: TextWorkState,
  of: Try,
  error: string,
  calls: RecordedCalls[] = [],
): TextWorkEvent[] => (isOpen(state, of) ? [{ type: 'TextFailed', data: { ...of, error, ...withCalls(calls) } }] : []);

/** Nothing where there is none, as in events of earlier releases. */
const withCalls = (calls: RecordedCalls[]): WithCalls => (calls.length > 0 ? { calls } : {});
