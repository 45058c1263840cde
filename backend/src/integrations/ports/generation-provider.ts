import type { Readable } from 'node:stream';
import { pictureWords, withLooks } from '@storyreel/contracts';
import type { CastWords, Maker, SentPicture } from '@storyreel/contracts';

/** A picture that shows a provider what a person, a place or a thing looks like. */
export interface ReferencePicture extends Omit<SentPicture, 'url'> {
  mimeType: string;
  read: () => Promise<Buffer>;
}

/** The cast in a request. */
export interface CastInRequest {
  /** Pictures of people and things that the result shows; never more than the model accepts. */
  references?: ReferencePicture[];
  /** Members of the cast who have no picture among the references. */
  looks?: CastWords[];
}

/** Returns the prompt with the looks of the cast, and with a sentence that says who is in which picture. */
export function promptWithCast(
  prompt: string,
  { references = [], looks = [] }: { references?: Pick<SentPicture, 'name' | 'kind'>[]; looks?: CastWords[] },
): string {
  const words = withLooks(prompt, looks);
  // No line break between the sentences: in a form, it would arrive as two characters.
  return references.length === 0 ? words : `${words.replace(/[\s.]+$/u, '')}. ${pictureWords(references)}`;
}

/** A request to a provider as sent, without its headers. */
export interface Sent {
  /** The provider's name for the model. */
  model: string;
  /** Name and version of the instructions, if any: 'describe-scene@1'. */
  template?: string;
  body: unknown;
}

export type PredictionStatus = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';

/** Location of an output: an http(s) address, or a reference that only its provider can resolve. */
export type PredictionOutput = { url: string; mimeType: string } | { ref: string; mimeType: string };

export interface Prediction {
  id: string;
  status: PredictionStatus;
  /** 0 to 1; absent if the provider does not report it. */
  progress?: number;
  /** Outputs in the requested order; empty until the prediction has succeeded. */
  outputs: PredictionOutput[];
  /** Error for users; set only when the status is failed or canceled. */
  error?: string;
  /** Dollars charged by the provider, if it reports them. */
  usd?: number;
}

export interface CreateOptions {
  /**
   * One per recorded intent. Sandbox predictions are derived from the key; real providers only receive it as a hint.
   */
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Receives each request just before it is sent. */
  onSent?: (sent: Sent) => void;
}

export interface FetchOptions {
  signal?: AbortSignal;
  /** The stream fails with OutputTooLarge past this many bytes. */
  maxBytes: number;
}

/**
 * Long-running work at a provider: it is created once and polled until it ends, and then its outputs are copied. A
 * caller records its intent, calls `create` once, and records the prediction id. After a crash it resumes with
 * `get(predictionId)`. When `create` fails, the error says whether it may be repeated: `CreateRefused` yes,
 * `CreateOutcomeUnknown` no, unless `createIsIdempotent` or `recall` finds the outcome.
 */
export interface GenerationProvider<Request> {
  readonly name: Maker | 'sandbox';
  /** Name shown on screen, for example 'Sandbox'. */
  readonly label: string;
  /** True when a repeated create with the same idempotency key gives the same prediction and no second charge. */
  readonly createIsIdempotent: boolean;
  /**
   * @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid when the work was done but the result is
   * unusable
   */
  create(request: Request, options: CreateOptions): Promise<{ predictionId: string }>;
  /**
   * Returns the prediction of an earlier create with the same idempotency key; null unless the outcome is certain.
   * Absent if the provider cannot look predictions up.
   */
  recall?(idempotencyKey: string): Promise<{ predictionId: string } | null>;
  /** @throws PredictionNotFound, ProviderUnavailable, ProviderAnswerInvalid */
  get(predictionId: string, options?: { signal?: AbortSignal }): Promise<Prediction>;
  /** Does nothing for a prediction that has ended. @throws PredictionNotFound, ProviderUnavailable */
  cancel(predictionId: string): Promise<void>;
  /** @throws OutputGone, OutputTooLarge, ProviderUnavailable */
  fetchOutput(output: PredictionOutput, options: FetchOptions): Promise<Readable>;
}

/** Separates the ids of predictions that together fulfil one request; no provider's id contains a blank. */
export const BETWEEN = ' ';

/** Combines several predictions into one: it has ended when all of them have, and succeeded if at least one has. */
export function together(id: string, parts: readonly Prediction[]): Prediction {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const progress = parts.reduce((sum, part) => sum + (part.progress ?? 0), 0) / parts.length;
  if (!parts.every(({ status }) => isFinished(status))) return { id, status: 'processing', outputs: [], progress };
  const outputs = parts.flatMap((part) => part.outputs);
  const told = parts.flatMap(({ usd }) => usd ?? []);
  const usd = told.length === parts.length ? { usd: told.reduce((sum, each) => sum + each, 0) } : {};
  if (outputs.length > 0) return { id, status: 'succeeded', outputs, progress: 1, ...usd };
  return { id, status: 'failed', outputs, ...(first?.error !== undefined && { error: first.error }) };
}

export const isFinished = (status: PredictionStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled';
