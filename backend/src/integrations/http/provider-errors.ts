import { cutText } from '@storyreel/contracts';
import { isError } from '../../lib/errors';
import { configuredSecrets, quotable } from './secrets';

/** Long enough for a provider's message, short enough for a log line and a ledger entry. */
const MAX_MESSAGE = 1_000;

/** Base of provider errors. Its message may quote a provider and is stored in events, jobs and views. */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(messageFrom(message), { cause });
    hideInCauses(cause);
  }
}

/**
 * Prepares a provider's message for storage and display. Secrets are removed before the message is cut, since a cut
 * secret would no longer be recognised.
 */
export const messageFrom = (words: string, most = MAX_MESSAGE): string => cutText(quotable(words), most);

/** Removes secrets from the causes too, since causes may quote a provider and are logged. */
function hideInCauses(cause: unknown): void {
  const seen = new Set<unknown>();
  for (let error = cause; isError(error) && !seen.has(error); error = error.cause) {
    seen.add(error);
    for (const part of ['message', 'stack'] as const) {
      const words = configuredSecrets.hide(error[part] ?? '');
      // Unlike an assignment, `Reflect.set` does not throw for a frozen error.
      if (words !== (error[part] ?? '')) Reflect.set(error, part, words);
    }
  }
}

/** Longest wait, at a provider's request, that may keep one of the few worker slots. */
const LONGEST_WAIT_SECONDS = 60;

/** Reasons for a refusal, shared by all providers. */
export type RefusalReason =
  'invalid-input' | 'unauthorized' | 'no-credit' | 'throttled' | 'unreachable' | 'not-found' | 'aborted';

interface RefusalDetails {
  reason: RefusalReason;
  /** HTTP status of the refusal; absent without an answer. */
  status?: number;
  /** Wait requested by the provider, in seconds. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The provider has certainly not accepted the work: nothing is charged, and another create is safe. */
export class CreateRefused extends ProviderError {
  override readonly name = 'CreateRefused';
  readonly reason: RefusalReason;
  readonly status?: number;
  readonly retryAfterSeconds?: number;

  constructor(message: string, details: RefusalDetails) {
    super(message, details.cause);
    this.reason = details.reason;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** True when the same request may succeed later without a change on this side. */
  get retryable(): boolean {
    return this.reason === 'throttled' || this.reason === 'unreachable' || this.reason === 'aborted';
  }

  /** True when the request may be repeated after a wait short enough to keep the worker slot. */
  get retryableSoon(): boolean {
    return this.retryable && (this.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;
  }
}

/**
 * The provider may or may not have accepted the request (connection lost, time-out, 5xx, unreadable answer). Another
 * create could be charged twice: only a provider with `createIsIdempotent` may be called again.
 */
export class CreateOutcomeUnknown extends ProviderError {
  override readonly name = 'CreateOutcomeUnknown';
}

/** The provider does not know this prediction, or no longer does. */
export class PredictionNotFound extends ProviderError {
  override readonly name = 'PredictionNotFound';

  constructor(readonly predictionId: string) {
    super(`The prediction ${predictionId} was not found.`);
  }
}

/** The prediction succeeded once, but its output can no longer be fetched. */
export class OutputGone extends ProviderError {
  override readonly name = 'OutputGone';
}

/** The output is larger than the caller allows. The stream throws it, so a part may have been read already. */
export class OutputTooLarge extends ProviderError {
  override readonly name = 'OutputTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The output is larger than ${maxBytes} bytes.`);
  }
}

/** A read from the provider failed temporarily; the same read may succeed later. */
export class ProviderUnavailable extends ProviderError {
  override readonly name = 'ProviderUnavailable';
}

/** The provider answered with something unusable (broken JSON, a refusal by its content rules, wrong shape). */
export class ProviderAnswerInvalid extends ProviderError {
  override readonly name = 'ProviderAnswerInvalid';
}

interface Refused {
  /** Subject of the message: 'The text model'. */
  maker: string;
  /** Advice for creators when the request itself is refused. */
  otherwise: string;
}

const TELL = 'Please tell the operator of this installation.';
const notSetUp = ({ maker }: Refused): string => `${maker} isn't set up correctly, so trying again won't help. ${TELL}`;

const WORDS: Record<RefusalReason, (of: Refused) => string> = {
  throttled: ({ maker }) => `${maker} is busy. Please try again in a while.`,
  unreachable: ({ maker }) => `${maker} can't be reached. Please try again in a while.`,
  aborted: ({ maker }) => `The request to ${maker.toLowerCase()} was aborted.`,
  'no-credit': ({ maker }) => `${maker}'s account is used up, so trying again won't help yet. ${TELL}`,
  unauthorized: notSetUp,
  'not-found': notSetUp,
  'invalid-input': ({ maker, otherwise }) =>
    `${maker} doesn't take this request, so trying it again won't help. ${otherwise}`,
};

/**
 * Returns advice for a creator after a refusal. The provider's exact message is for the operator: it is in the run's
 * recording and in the log.
 */
export const refusalWords = ({ reason }: CreateRefused, of: Refused): string => WORDS[reason](of);

const TEXTS = { maker: 'The text model', otherwise: 'A shorter text may help.' };

/** Returns the reason, for users, why a text could not be written; null for an error after which the job is retried. */
export function textFailure(error: unknown): string | null {
  if (error instanceof CreateRefused) return `${refusalWords(error, TEXTS)} Nothing was charged.`;
  if (error instanceof CreateOutcomeUnknown || error instanceof ProviderUnavailable)
    return 'The connection to the text model was lost. Nothing was charged.';
  if (error instanceof ProviderAnswerInvalid) return "The text model's answer couldn't be used. Nothing was charged.";
  return null;
}
