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
export class CreateRefused extends Error {
  override readonly name = 'CreateRefused';
  readonly reason: RefusalReason;
  readonly status?: number;
  readonly retryAfterSeconds?: number;

  constructor(message: string, details: RefusalDetails) {
    super(message, { cause: details.cause });
    this.reason = details.reason;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** True when the same request may succeed later without a change by us. */
  get retryable(): boolean {
    return this.reason === 'throttled' || this.reason === 'unreachable' || this.reason === 'aborted';
  }
}

/**
 * The request may or may not have been accepted (connection lost, time-out, 5xx, unreadable answer).
 * Creating again could be paid for twice: only a provider with `createIsIdempotent` may be asked again.
 */
export class CreateOutcomeUnknown extends Error {
  override readonly name = 'CreateOutcomeUnknown';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The provider does not know this prediction (any more). */
export class PredictionNotFound extends Error {
  override readonly name = 'PredictionNotFound';

  constructor(readonly predictionId: string) {
    super(`The prediction ${predictionId} was not found.`);
  }
}

/** The prediction succeeded once, but its output can no longer be fetched. */
export class OutputGone extends Error {
  override readonly name = 'OutputGone';
}

/** The output is larger than the caller allows. Thrown by the stream, so a part may have been read already. */
export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The output is larger than ${maxBytes} bytes.`);
  }
}

/** Reading from the provider failed for now; the same read may succeed later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The provider answered, but not with what was asked for (broken JSON, a refusal by its content rules, wrong shape). */
export class ProviderAnswerInvalid extends Error {
  override readonly name = 'ProviderAnswerInvalid';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
