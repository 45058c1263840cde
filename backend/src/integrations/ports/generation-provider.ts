import type { Readable } from 'node:stream';

/** What went over the wire to a provider, without its headers. */
export interface Sent {
  /** The provider's own name. */
  model: string;
  /** Name and version of the texts that it was made with, when it was made with any: 'describe-scene@1'. */
  template?: string;
  body: unknown;
}

export type PredictionStatus = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';

/** Where an output lies: an http(s) address, or a name that only the provider which gave it understands. */
export type PredictionOutput = { url: string; mimeType: string } | { ref: string; mimeType: string };

export interface Prediction {
  id: string;
  status: PredictionStatus;
  /** 0 to 1; absent while the provider says nothing about it. */
  progress?: number;
  /** In the order asked for; empty until the prediction has succeeded. */
  outputs: PredictionOutput[];
  /** For people; only when the status is failed or canceled. */
  error?: string;
  /** Dollars the provider charged, when it says so. */
  usd?: number;
}

export interface CreateOptions {
  /** One per recorded intent. Sandbox predictions are derived from it; real providers only get it as a hint. */
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Told what goes over the wire, before it does. */
  onSent?: (sent: Sent) => void;
}

export interface FetchOptions {
  signal?: AbortSignal;
  /** The stream fails with OutputTooLarge past this many bytes. */
  maxBytes: number;
}

/**
 * Long-running work at a provider: created once, looked at until it ends, its outputs copied away.
 *
 * A caller records its intent, calls `create` once, and records the prediction id. After a crash it resumes with
 * `get(predictionId)`. When `create` fails, the error says whether another one may be sent: `CreateRefused` yes,
 * `CreateOutcomeUnknown` no, unless `createIsIdempotent` or `recall` finds what came of it.
 */
export interface GenerationProvider<Request> {
  readonly name: 'sandbox' | 'replicate' | 'openai' | 'elevenlabs';
  /** For the screen, for example 'Sandbox'. */
  readonly label: string;
  /** True when a repeated create with the same idempotency key gives the same prediction and no second charge. */
  readonly createIsIdempotent: boolean;
  /** @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid when the work was done and cannot be used */
  create(request: Request, options: CreateOptions): Promise<{ predictionId: string }>;
  /**
   * What an earlier create with the same idempotency key has led to, as far as it is known for certain; null when it is
   * not. Absent where it cannot be known.
   */
  recall?(idempotencyKey: string): Promise<{ predictionId: string } | null>;
  /** @throws PredictionNotFound, ProviderUnavailable, ProviderAnswerInvalid */
  get(predictionId: string, options?: { signal?: AbortSignal }): Promise<Prediction>;
  /** Harmless for a prediction that has ended. @throws PredictionNotFound, ProviderUnavailable */
  cancel(predictionId: string): Promise<void>;
  /** @throws OutputGone, OutputTooLarge, ProviderUnavailable */
  fetchOutput(output: PredictionOutput, options: FetchOptions): Promise<Readable>;
}

export const isFinished = (status: PredictionStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled';
