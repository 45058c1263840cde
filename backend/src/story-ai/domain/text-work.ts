import type { Aggregate, Environment } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { DomainError, keyReused } from '../../platform/domain/domain-error';
import { derivedId } from '../../platform/ids';

/** What a provider answered; small JSON, kept so that a repeated request gets it again without being paid again. */
export type TextAnswer = Record<string, string | number>;

interface Asked {
  requestId: string;
  /** Counts the tries of one request from 1; each has a hold of its own. */
  attempt: number;
  holdId: string;
  requestHash: string;
}
export type TextWorkEvent =
  | DomainEvent<'TextAsked', Asked>
  | DomainEvent<'TextAnswered', { requestId: string; holdId: string; answer: TextAnswer; usd: number }>
  | DomainEvent<'TextFailed', { requestId: string; holdId: string; error: string }>;

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
}

const REMEMBERED = 20;
/** After this a request that never ended is taken for lost: its process was killed. */
const LOST_AFTER_MS = 5 * 60 * 1000;

export const textWorkAggregate: Aggregate<TextWorkState, TextWorkEvent> = {
  category: 'textwork',
  initial: { requests: {} },
  snapshot: { version: 1 },
  evolve(state, event, { at }) {
    switch (event.type) {
      case 'TextAsked': {
        const { [event.data.requestId]: _, ...others } = state.requests;
        const kept = Object.entries(others).slice(1 - REMEMBERED);
        const asked = { ...event.data, status: 'asked' as const, answer: null, usd: 0, at };
        return { requests: { ...Object.fromEntries(kept), [event.data.requestId]: asked } };
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
  return request ? { requests: { ...state.requests, [requestId]: { ...request, ...changes } } } : state;
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
  { requestId, requestHash }: { requestId: string; requestHash: string },
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
  return [{ type: 'TextAsked', data: { requestId, attempt, holdId, requestHash } }];
}

/** One try of a request. */
type Try = Pick<Asked, 'requestId' | 'holdId'>;

const isOpen = ({ requests }: TextWorkState, { requestId, holdId }: Try): boolean =>
  requests[requestId]?.status === 'asked' && requests[requestId].holdId === holdId;

/** Nothing to do for a try that has ended, or that was given up. */
export const decideAnswer = (state: TextWorkState, of: Try, answer: TextAnswer, usd: number): TextWorkEvent[] =>
  isOpen(state, of) ? [{ type: 'TextAnswered', data: { ...of, answer, usd } }] : [];

export const decideTextFailed = (state: TextWorkState, of: Try, error: string): TextWorkEvent[] =>
  isOpen(state, of) ? [{ type: 'TextFailed', data: { ...of, error } }] : [];
