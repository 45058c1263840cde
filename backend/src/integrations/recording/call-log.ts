import { isDeepStrictEqual } from 'node:util';
import { cutText } from '@storyreel/contracts';
import type { HttpExchange, ProviderCall, RecordedError, RootCause } from '@storyreel/contracts';
import { withExchanges } from '../../infra/outbound/exchanges';
import type { HttpExchange as RawExchange } from '../../infra/outbound/exchanges';
import { toError } from '../../lib/errors';
import { rootCauseOf } from '../../lib/root-cause';
import type { Clock } from '../../lib/time';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderAnswerInvalid,
  ProviderError,
  ProviderUnavailable,
} from '../http/provider-errors';
import { isSecretName, withoutQuery } from '../http/secrets';
import type { Sent } from '../ports/generation-provider';
import type { Redactor } from './redactor';

const MAX_MESSAGE = 2_000;
const FINAL = [CreateOutcomeUnknown, OutputGone, OutputTooLarge, PredictionNotFound, ProviderAnswerInvalid];

function isRetryable(error: unknown): boolean | null {
  if (error instanceof CreateRefused) return error.retryableSoon;
  if (error instanceof ProviderUnavailable) return true;
  return FINAL.some((kind) => error instanceof kind) ? false : null;
}

/** @param text makes a message safe to store */
function recordedError(thrown: unknown, text: (message: string) => string): RecordedError {
  const error = toError(thrown);
  const refusal = error instanceof CreateRefused ? { reason: error.reason, status: error.status } : {};
  const message = cutText(text(error.message), MAX_MESSAGE);
  const cause = error instanceof ProviderError ? recordedCause(error, text) : null;
  return { type: error.name, message, retryable: isRetryable(error), ...refusal, ...(cause && { cause }) };
}

function recordedCause(error: unknown, text: (message: string) => string): RootCause | null {
  const cause = rootCauseOf(error);
  return cause && { ...cause, message: cutText(text(cause.message), MAX_MESSAGE) };
}

/**
 * Headers needed to repeat a request. Of headers with secrets only the name is kept, so that a person can fill in the
 * value.
 */
const REPEATED = /^(content-type|prefer|idempotency-key)$/;
const SCHEME = /^(Bearer|Token|Basic) /i;

function repeatedHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (isSecretName(name)) return [[name, `${SCHEME.exec(value)?.[0] ?? ''}$API_KEY`]];
    return REPEATED.test(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** Encoded files in an answer; the files themselves are stored elsewhere. */
const ENCODED = /[A-Za-z0-9+/=]{400,}/g;
/** Maximum exchanges recorded per call, the newest ones: a call repeats its request only a few times. */
const MAX_EXCHANGES = 8;
/** Bytes of raw answers in a part of a recording. */
const RAW_BYTES = 2 * 1024 * 1024;

/** Recreates a recorded error as a provider throws it. */
export function errorOf({ type, message, reason = 'invalid-input', status, retryable }: RecordedError): Error {
  switch (type) {
    case 'CreateRefused': {
      // Without this, a replay would wait where the run did not.
      const wish = retryable === false ? { retryAfterSeconds: Infinity } : {};
      return new CreateRefused(message, { reason: reason as CreateRefused['reason'], status, ...wish });
    }
    case 'CreateOutcomeUnknown':
      return new CreateOutcomeUnknown(message);
    case 'PredictionNotFound':
      return new PredictionNotFound('');
    case 'OutputGone':
      return new OutputGone(message);
    case 'OutputTooLarge':
      return new OutputTooLarge(0);
    case 'ProviderUnavailable':
      return new ProviderUnavailable(message);
    case 'ProviderAnswerInvalid':
      return new ProviderAnswerInvalid(message);
    default:
      return Object.assign(new Error(message), { name: type });
  }
}

const unknownCause = (error: unknown, text: (message: string) => string): RootCause => ({
  kind: 'other',
  code: null,
  message: cutText(text(toError(error).message), MAX_MESSAGE),
});

/** Bytes of JSON for each recorded request, sent body and answer. */
const FIELD_BYTES = 1024 * 1024;
const PART_BYTES = 4 * 1024 * 1024;
const PART_CALLS = 200;

interface Asked {
  operation: string;
  provider: string;
  template: string | null;
  request: unknown;
}

/** Provider calls during one attempt of a run. */
export class CallLog {
  private calls: ProviderCall[] = [];
  private omitted = 0;
  private room = PART_BYTES;
  private rawRoom = RAW_BYTES;

  constructor(
    private readonly redactor: Redactor,
    private readonly clock: Clock,
    private readonly attempt: number,
  ) {}

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  /**
   * Makes a call and records its outcome.
   * @param ask receives the callback that reports each sent request
   */
  async call<Answer>(
    asked: Asked,
    ask: (onSent: (sent: Sent) => void) => Promise<Answer>,
    describe: (answer: Answer) => unknown = (answer) => answer,
  ): Promise<Answer> {
    const ended = this.begin(asked);
    try {
      const answer = await ended.listening(() => ask(ended.onSent));
      ended.answered(describe(answer));
      return answer;
    } catch (error) {
      ended.failed(error);
      throw error;
    }
  }

  /** Records a streamed answer; until its end the call is logged as unfinished. */
  begin({ operation, provider, template, request }: Asked) {
    const startedAt = this.now();
    const call: ProviderCall = {
      operation,
      provider,
      model: null,
      template,
      attempt: this.attempt,
      startedAt,
      endedAt: startedAt,
      request: null,
      sent: null,
      answer: null,
      error: { type: 'Unfinished', message: 'It had not ended when this was written.', retryable: null },
      times: 1,
      cut: false,
    };
    call.request = this.kept(call, request);
    const isKept = this.add(call);
    const heard: { at: string; raw: RawExchange }[] = [];
    const end = (outcome: Partial<ProviderCall>): void => {
      const exchanges = heard.slice(-MAX_EXCHANGES).map(({ at, raw }) => this.exchange(at, raw));
      Object.assign(call, outcome, { endedAt: this.now(), ...(exchanges.length > 0 && { exchanges }) });
      if (isKept) this.collapse(call);
    };
    return {
      /** Runs a part of the call's work and records its HTTP exchanges. */
      listening: <T>(work: () => T): T => withExchanges((raw) => void heard.push({ at: this.now(), raw }), work),
      onSent: ({ model, template, body }: Sent): void => {
        // A call that sends several requests is recorded with the first request, which a replay can rebuild.
        if (call.sent !== null) return;
        Object.assign(call, { model, template: template ?? call.template, sent: this.kept(call, body) });
      },
      answered: (answer: unknown) => end({ answer: this.kept(call, answer ?? null), error: null }),
      failed: (error: unknown) => end({ error: recordedError(error, (text) => this.redactor.message(text)) }),
    };
  }

  /** Returns the calls since the last take. */
  take(): { calls: ProviderCall[]; omitted: number } {
    const { calls, omitted } = this;
    Object.assign(this, { calls: [], omitted: 0, room: PART_BYTES, rawRoom: RAW_BYTES });
    return { calls, omitted };
  }

  private now(): string {
    return this.clock.now().toISOString();
  }

  private exchange(at: string, raw: RawExchange): HttpExchange {
    const { method, url, headers, ms, status, requestId, body, cut, error } = raw;
    const text = (words: string): string => this.redactor.message(words);
    const readable = body?.replaceAll(ENCODED, (file) => `[${file.length} characters of a file]`) ?? null;
    const answer = readable === null || this.rawRoom <= 0 ? null : `${text(readable)}${cut ? '… [cut]' : ''}`;
    this.rawRoom -= Buffer.byteLength(answer ?? '');
    return {
      method,
      url: text(withoutQuery(url)),
      headers: repeatedHeaders(headers),
      at,
      ms,
      status,
      requestId: requestId === null ? null : text(requestId),
      body: answer,
      error: error === null ? null : (recordedCause(error, text) ?? unknownCause(error, text)),
    };
  }

  private kept(call: ProviderCall, value: unknown): unknown {
    if (value === null) return null;
    const { value: redacted, cut } = this.redactor.redact(value, Math.min(FIELD_BYTES, this.room));
    this.room -= Buffer.byteLength(JSON.stringify(redacted));
    call.cut ||= cut;
    return redacted;
  }

  /** Adds a call; returns false when the part is full. In a full part, a poll replaces the previous poll. */
  private add(call: ProviderCall): boolean {
    const last = this.calls.at(-1);
    if (this.calls.length >= PART_CALLS && call.operation === 'get' && last?.operation === 'get') {
      this.calls.pop();
      this.omitted += 1;
    }
    const isKept = this.calls.length < PART_CALLS;
    if (isKept) this.calls.push(call);
    else this.omitted += 1;
    return isKept;
  }

  /** Merges a poll into the previous poll with the same answer, and counts it. */
  private collapse(call: ProviderCall): void {
    const before = this.calls.at(-2);
    if (call.operation !== 'get' || this.calls.at(-1) !== call || before?.operation !== 'get') return;
    const outcome = ({ request, answer, error }: ProviderCall) => ({ request, answer, error });
    if (!isDeepStrictEqual(outcome(before), outcome(call))) return;
    this.calls.pop();
    before.times += call.times;
    before.endedAt = call.endedAt;
    before.exchanges = call.exchanges;
  }
}
