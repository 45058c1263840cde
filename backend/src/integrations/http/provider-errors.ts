import { cutText } from '@storyreel/contracts';
import { isError } from '../../lib/errors';
import { configuredSecrets, quotable } from './secrets';

/** Long enough for a provider's own words, short enough for a log line and a ledger entry. */
const MAX_MESSAGE = 1_000;

/** Its message goes into events, jobs and views, and may quote a provider. */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(messageFrom(message), { cause });
    hideInCauses(cause);
  }
}

/** A provider's words as they can be stored and shown. Secrets go before the words are cut: half of one is one. */
export const messageFrom = (words: string, most = MAX_MESSAGE): string => cutText(quotable(words), most);

/** They are logged with what they caused, and quote as well. */
function hideInCauses(cause: unknown): void {
  const seen = new Set<unknown>();
  for (let error = cause; isError(error) && !seen.has(error); error = error.cause) {
    seen.add(error);
    for (const part of ['message', 'stack'] as const) {
      const words = configuredSecrets.hide(error[part] ?? '');
      // Unlike an assignment it does not throw where an error is frozen.
      if (words !== (error[part] ?? '')) Reflect.set(error, part, words);
    }
  }
}

/** Whoever waits keeps one of a few places from everybody else, so a longer wish of a provider is not waited for. */
const LONGEST_WAIT_SECONDS = 60;

/** What a caller may learn about a refusal without knowing which provider refused. */
export type RefusalReason =
  'invalid-input' | 'unauthorized' | 'no-credit' | 'throttled' | 'unreachable' | 'not-found' | 'aborted';

interface RefusalDetails {
  reason: RefusalReason;
  /** HTTP status of the refusal, when there was an answer at all. */
  status?: number;
  /** Seconds the provider asked us to wait. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The provider has certainly not accepted the work: nothing is owed, and another create is safe. */
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

  /** True when the same request may succeed later without a change by us. */
  get retryable(): boolean {
    return this.reason === 'throttled' || this.reason === 'unreachable' || this.reason === 'aborted';
  }

  /** True when that can be waited for where the work has its place. */
  get retryableSoon(): boolean {
    return this.retryable && (this.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;
  }
}

/**
 * The request may or may not have been accepted (connection lost, time-out, 5xx, unreadable answer).
 * Creating again could be paid for twice: only a provider with `createIsIdempotent` may be asked again.
 */
export class CreateOutcomeUnknown extends ProviderError {
  override readonly name = 'CreateOutcomeUnknown';
}

/** The provider does not know this prediction (any more). */
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

/** The output is larger than the caller allows. Thrown by the stream, so a part may have been read already. */
export class OutputTooLarge extends ProviderError {
  override readonly name = 'OutputTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The output is larger than ${maxBytes} bytes.`);
  }
}

/** Reading from the provider failed for now; the same read may succeed later. */
export class ProviderUnavailable extends ProviderError {
  override readonly name = 'ProviderUnavailable';
}

/** The provider answered, but not with what was asked for (broken JSON, a refusal by its content rules, wrong shape). */
export class ProviderAnswerInvalid extends ProviderError {
  override readonly name = 'ProviderAnswerInvalid';
}

interface Refused {
  /** Who refused: 'The text model'. */
  maker: string;
  /** What may help where the request itself is not taken. */
  otherwise: string;
}

const TELL = 'Please tell whoever runs this installation.';
const notSetUp = ({ maker }: Refused): string => `${maker} isn't set up rightly, so trying again won't help. ${TELL}`;

const WORDS: Record<RefusalReason, (of: Refused) => string> = {
  throttled: ({ maker }) => `${maker} is busy. Please try again in a while.`,
  unreachable: ({ maker }) => `${maker} can't be reached. Please try again in a while.`,
  aborted: ({ maker }) => `${maker} was no longer waited for.`,
  'no-credit': ({ maker }) => `${maker}'s account is used up, so trying again won't help yet. ${TELL}`,
  unauthorized: notSetUp,
  'not-found': notSetUp,
  'invalid-input': ({ maker, otherwise }) =>
    `${maker} doesn't take this request, so trying it again won't help. ${otherwise}`,
};

/**
 * What a creator can do about a refusal. What exactly the provider said is for those who run the installation: it stands
 * in the run's recording and in the log.
 */
export const refusalWords = ({ reason }: CreateRefused, of: Refused): string => WORDS[reason](of);

const TEXTS = { maker: 'The text model', otherwise: 'A shorter text may help.' };

/** Why a text that was being written came to nothing, for people; null for an error after which it is tried again. */
export function textFailure(error: unknown): string | null {
  if (error instanceof CreateRefused) return `${refusalWords(error, TEXTS)} Nothing was charged.`;
  if (error instanceof CreateOutcomeUnknown || error instanceof ProviderUnavailable)
    return 'The connection to the text model was lost. Nothing was charged.';
  if (error instanceof ProviderAnswerInvalid) return "The text model's answer couldn't be used. Nothing was charged.";
  return null;
}
