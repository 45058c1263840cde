import type { RecordedCalls } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import { DomainError, keyReused, notFound } from '../../../lib/domain-error';
import { decideAnswer, decideTextFailed, textWorkAggregate } from './text-work';
import type {
  StoryEnding,
  StoryEvent,
  StoryState,
  StoryTry,
  StoryBrief,
  TextWorkEvent,
  TextWorkState,
} from './text-work';

type Event = TextWorkEvent | StoryEvent;

/** Error message of a request whose story was stopped. */
export const STOPPED = 'Stopped by the creator.';

/** Returns the story while this attempt is open; null when it has ended or another attempt has replaced it. */
export const storyUnderWay = ({ story }: TextWorkState, { requestId, holdId }: StoryTry): StoryState | null =>
  story?.status === 'open' && story.requestId === requestId && story.holdId === holdId ? story : null;

/** @throws DomainError already_in_progress */
export function refuseWhileWriting({ story }: TextWorkState): void {
  if (story?.status === 'open')
    throw new DomainError('already_in_progress', 'A story is already being written for this project.');
}

/**
 * Accepts a request for a story; does nothing for a repeat.
 * @throws DomainError already_in_progress, idempotency_key_reused
 */
export function decideAskStory(
  state: TextWorkState,
  { requestId, holdId, projectId }: StoryTry,
  wish: StoryBrief & { basedOn: string; requestHash: string },
): Event[] {
  const { requestHash, ...about } = wish;
  const known = state.requests[requestId];
  if (known && known.requestHash !== requestHash) throw keyReused();
  if (known) return [];
  refuseWhileWriting(state);
  return [
    { type: 'TextAsked', data: { requestId, attempt: 1, holdId, requestHash } },
    { type: 'StoryAsked', data: { requestId, holdId, projectId, ...about } },
  ];
}

export const decideStartStory = (state: TextWorkState, of: StoryTry, provider: string): Event[] =>
  storyUnderWay(state, of) ? [{ type: 'StoryWritingStarted', data: { ...of, provider } }] : [];

/**
 * Adds text to a story. An addition at another offset is ignored: it comes from a worker that lost the job, or was
 * already written.
 */
export function decideGrowStory(
  state: TextWorkState,
  of: StoryTry,
  { offset, text }: { offset: number; text: string },
): Event[] {
  if (storyUnderWay(state, of)?.written !== offset || text === '') return [];
  return [{ type: 'StoryGrew', data: { ...of, offset, text } }];
}

/**
 * Records that the story is written and will be charged. It stays open until its text is in the project, and can no
 * longer be stopped.
 */
export function decideAnswerStory(
  state: TextWorkState,
  of: StoryTry,
  rest: { offset: number; text: string },
  { usd, calls }: { usd: number; calls?: RecordedCalls[] },
): Event[] {
  if (storyUnderWay(state, of)?.written !== rest.offset) return [];
  const answer = { characters: rest.offset + rest.text.length };
  return [...decideGrowStory(state, of, rest), ...decideAnswer(state, of, { answer, usd, calls })];
}

export const isAnswered = ({ requests }: TextWorkState, { requestId, holdId }: StoryTry): boolean =>
  requests[requestId]?.status === 'answered' && requests[requestId].holdId === holdId;

export const decideEndStory = (state: TextWorkState, of: StoryTry): Event[] =>
  storyUnderWay(state, of) && isAnswered(state, of) ? [ended(of, 'complete', null)] : [];

/** Fails a story. A story that is already answered cannot fail: it ends as complete. */
export function decideFailStory(state: TextWorkState, of: StoryTry, error: string, calls?: RecordedCalls[]): Event[] {
  if (!storyUnderWay(state, of)) return [];
  if (isAnswered(state, of)) return decideEndStory(state, of);
  return [...decideTextFailed(state, of, error, calls), ended(of, 'failed', error)];
}

/** Fails a story whose zaps are released at the deadline, because it must not finish without being paid. */
export function failStoryOfHold(state: TextWorkState, holdId: string, error: string): Event[] {
  return state.story?.holdId === holdId ? decideFailStory(state, tryOf(state.story), error) : [];
}

/**
 * Stops a story; does nothing for a story that has ended. The text of a stopped story is free and can still be used.
 * @throws not_found
 */
export function decideStopStory(state: TextWorkState, requestId: string): Event[] {
  const story = ofRequest(state, requestId);
  if (story.status !== 'open' || isAnswered(state, story)) return [];
  const of = tryOf(story);
  return [...decideTextFailed(state, of, STOPPED), ended(of, 'stopped', null)];
}

/** @throws DomainError not_found, already_in_progress */
export function decideDismissStory(state: TextWorkState, requestId: string): Event[] {
  const story = ofRequest(state, requestId);
  refuseWhileWriting(state);
  return story.isDismissed ? [] : [{ type: 'StoryDismissed', data: tryOf(story) }];
}

/**
 * Returns the story of a request.
 * @throws DomainError not_found when there is none, or another story has been requested since
 */
export function ofRequest({ story }: TextWorkState, requestId: string): StoryState {
  if (story?.requestId !== requestId) throw notFound();
  return story;
}

const tryOf = ({ requestId, holdId, projectId }: StoryTry): StoryTry => ({ requestId, holdId, projectId });

const ended = (of: StoryTry, status: StoryEnding, error: string | null): Event => ({
  type: 'StoryEnded',
  data: { ...of, status, error },
});

interface Asked {
  of: StoryTry;
  wish: StoryBrief & { basedOn: string; requestHash: string };
}

export class AskStory extends AggregateCommand<TextWorkState, Asked> {}
export class StopStory extends AggregateCommand<TextWorkState, { draftId: string }> {}
export class DismissStory extends AggregateCommand<TextWorkState, { draftId: string }> {}

export const AskStoryHandler = handlerFor(AskStory, textWorkAggregate, ({ data: { of, wish } }, state) =>
  decideAskStory(state, of, wish),
);
export const StopStoryHandler = handlerFor(StopStory, textWorkAggregate, ({ data }, state) =>
  decideStopStory(state, data.draftId),
);
export const DismissStoryHandler = handlerFor(DismissStory, textWorkAggregate, ({ data }, state) =>
  decideDismissStory(state, data.draftId),
);
