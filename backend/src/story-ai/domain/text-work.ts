import type { Aggregate, Environment } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { Refusal } from '../../platform/domain/refusal';
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

const isRunning = (request: TextRequest, now: string): boolean =>
  request.status === 'asked' && Date.parse(now) - Date.parse(request.at) < LOST_AFTER_MS;

/** Nothing to do for a request that has its answer. @throws Refusal already_in_progress, idempotency_key_reused */
export function decideAsk(
  { requestId, requestHash }: { requestId: string; requestHash: string },
  state: TextWorkState,
  { now }: Pick<Environment, 'now'>,
): TextWorkEvent[] {
  const known = state.requests[requestId];
  if (known && known.requestHash !== requestHash) {
    throw new Refusal('idempotency_key_reused', 'This key was used for another request.');
  }
  if (known?.status === 'answered') return [];
  if (Object.values(state.requests).some((request) => isRunning(request, now))) {
    throw new Refusal('already_in_progress', 'This is already in progress.');
  }
  const attempt = (known?.attempt ?? 0) + 1;
  const holdId = derivedId(requestId, 'hold', attempt);
  return [{ type: 'TextAsked', data: { requestId, attempt, holdId, requestHash } }];
}

const openRequest = (state: TextWorkState, requestId: string): TextRequest | null => {
  const request = state.requests[requestId];
  return request?.status === 'asked' ? request : null;
};

export function decideAnswer(
  state: TextWorkState,
  requestId: string,
  answer: TextAnswer,
  usd: number,
): TextWorkEvent[] {
  const request = openRequest(state, requestId);
  return request ? [{ type: 'TextAnswered', data: { requestId, holdId: request.holdId, answer, usd } }] : [];
}

export function decideTextFailed(state: TextWorkState, requestId: string, error: string): TextWorkEvent[] {
  const request = openRequest(state, requestId);
  return request ? [{ type: 'TextFailed', data: { requestId, holdId: request.holdId, error } }] : [];
}
