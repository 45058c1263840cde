import type { RecordedCalls, StoryLength, StoryTone } from '@storyreel/contracts';
import type { Aggregate, Environment } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';
import { DomainError, keyReused } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';

/** The ids by which all events of a requested story identify it. */
export interface StoryTry {
  requestId: string;
  holdId: string;
  projectId: string;
}

export interface StoryBrief {
  idea: string;
  tone: StoryTone;
  length: StoryLength;
}

export type StoryEnding = 'complete' | 'stopped' | 'failed';

/**
 * Events of writing a story, in the stream of the project's stories. The same stream has the request's TextAsked,
 * TextAnswered and TextFailed, which record the payment.
 */
export type StoryEvent =
  /** `basedOn`: hash of the project's story at the time of the request, so that a newer story is not overwritten. */
  | DomainEvent<'StoryAsked', StoryTry & StoryBrief & { basedOn: string }>
  /**
   * The provider is about to be called; this event is stored before the call. It discards the text of an earlier
   * attempt.
   */
  | DomainEvent<'StoryWritingStarted', StoryTry & { provider: string }>
  /** `offset`: the length of the text before this addition, in UTF-16 code units. */
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

/** The most recently requested story of a project. Its text is only in the view. */
export interface StoryState extends StoryTry {
  basedOn: string;
  status: 'open' | StoryEnding;
  isStarted: boolean;
  /** Number of UTF-16 code units written so far. */
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

/** A provider's answer: small JSON, stored so that a repeated request gets it without being charged again. */
export type TextAnswer = Record<string, string | number>;

interface Asked {
  requestId: string;
  /** Number of this attempt at the request, from 1; each attempt has its own hold. */
  attempt: number;
  holdId: string;
  requestHash: string;
  /** Set for a rerun: its result is stored in no scene or project until it is kept (ADR 0018). */
  trial?: TextRerun;
}
export interface TextRerun {
  parentRunId: string;
  /** Id of the project's owner; the events themselves belong to the user who pays. */
  sceneOwnerId: string;
}
export type TextWorkEvent =
  | DomainEvent<'TextAsked', Asked>
  | DomainEvent<'TextAnswered', Try & WithCalls & { answer: TextAnswer; usd: number }>
  | DomainEvent<'TextFailed', Try & WithCalls & { error: string }>;

/** Events of a stream of texts. */
export type TextStreamEvent = TextWorkEvent | StoryEvent;

/** Reference to the recorded provider requests and responses before the event; absent when not recorded. */
interface WithCalls {
  calls?: RecordedCalls[];
}

export interface TextRequest extends Asked {
  status: 'asked' | 'answered' | 'failed';
  answer: TextAnswer | null;
  usd: number;
  /** Time of the newest attempt, ISO 8601. */
  at: string;
}
/** Requests for one piece of text, such as one scene's description: the newest requests, by id. */
export interface TextWorkState {
  requests: Readonly<Record<string, TextRequest>>;
  /** The most recently requested story; null in streams of other texts. */
  story: StoryState | null;
}

const REMEMBERED = 20;
/** Time after which an unfinished request counts as lost, because its process was killed. */
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

/** Returns the time by which an attempt must end: somewhat before it counts as lost, since nodes' clocks differ. */
export const endOfTry = (request: TextRequest): string =>
  new Date(Date.parse(request.at) + LOST_AFTER_MS - 30_000).toISOString();

/** Refuses results after an attempt's latest end, since the next attempt may have begun. */
export function checkInTime(until: string, { now }: Pick<Environment, 'now'>): void {
  if (now > until) throw new DomainError('provider_failed', 'The text took too long. Please try again.');
}

const isRunning = (request: TextRequest, now: string): boolean =>
  request.status === 'asked' && Date.parse(now) - Date.parse(request.at) < LOST_AFTER_MS;

/** Returns the hold's id of an attempt at a request; each attempt has its own hold. */
export const holdOfTry = (requestId: string, attempt: number): string => derivedId(requestId, 'hold', attempt);

/** Name under which refusals of `decideAsk` are recorded. */
export const ASK_TEXT = 'AskText';

/**
 * Accepts a request; does nothing for a request that is answered already.
 * @throws DomainError already_in_progress, idempotency_key_reused
 */
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

/** One attempt at a request. */
type Try = Pick<Asked, 'requestId' | 'holdId'>;

const isOpen = ({ requests }: TextWorkState, { requestId, holdId }: Try): boolean =>
  requests[requestId]?.status === 'asked' && requests[requestId].holdId === holdId;

/** Records an answer; does nothing for an attempt that has ended or was given up. */
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

/** Returns the recorded calls; omits the field when nothing is recorded, as in events of earlier releases. */
const withCalls = (calls: RecordedCalls[]): WithCalls => (calls.length > 0 ? { calls } : {});
