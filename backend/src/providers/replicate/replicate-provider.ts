import type { Readable } from 'node:stream';
import { isBlank } from '@storyreel/contracts';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
  PredictionStatus,
} from '../generation-provider';
import { messageFrom, OutputGone } from '../provider-errors';
import type { ReplicatePrediction } from './replicate-answers';
import type { ReplicateTransport } from './replicate-transport';

const STATUS: Record<ReplicatePrediction['status'], PredictionStatus> = {
  starting: 'starting',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  aborted: 'canceled',
};

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

const mimeTypeOf = (url: string, fallback: string): string =>
  MIME_TYPES[/\.(\w+)(?:\?|#|$)/u.exec(url)?.[1]?.toLowerCase() ?? ''] ?? fallback;

/** The last '42%|███…' that a model wrote while it worked, as 0 to 1. */
export function progressFromLogs(logs: string | null | undefined): number | undefined {
  const percent = [...(logs ?? '').matchAll(/(\d{1,3})%\s*\|/gu)].pop()?.[1];
  return percent === undefined ? undefined : Math.min(1, Number(percent) / 100);
}

/** What images and videos at Replicate have in common: everything but the input of the model. */
export abstract class ReplicateProvider<Request> implements GenerationProvider<Request> {
  readonly name = 'replicate';
  readonly label = 'Replicate';
  readonly createIsIdempotent = false;

  constructor(
    protected readonly transport: ReplicateTransport,
    private readonly defaultMimeType: string,
  ) {}

  /** @throws CreateRefused */
  protected abstract input(
    request: Request,
    signal?: AbortSignal,
  ): Promise<{ model: `${string}/${string}`; input: object }>;

  async create(request: Request, { signal, onSent }: CreateOptions): Promise<{ predictionId: string }> {
    const { model, input } = await this.input(request, signal);
    onSent?.({ model, body: { input } });
    const { id } = await this.transport.create(model, input, signal);
    return { predictionId: id };
  }

  async get(predictionId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Prediction> {
    const prediction = await this.transport.get(predictionId, signal);
    const status = STATUS[prediction.status];
    const outputs = status === 'succeeded' ? this.outputs(prediction.output) : [];
    if (status === 'succeeded' && outputs.length === 0) {
      const error = prediction.data_removed
        ? 'Replicate has already deleted the result of this prediction.'
        : 'Replicate reported success without a result.';
      return { id: predictionId, status: 'failed', outputs: [], error };
    }
    const progress = status === 'succeeded' ? 1 : progressFromLogs(prediction.logs);
    const failed = status === 'failed' || status === 'canceled';
    return {
      id: predictionId,
      status,
      outputs,
      ...(progress === undefined ? {} : { progress }),
      ...(failed ? { error: errorText(prediction.error, status) } : {}),
    };
  }

  async cancel(predictionId: string): Promise<void> {
    await this.transport.cancel(predictionId);
  }

  async fetchOutput(output: PredictionOutput, options: FetchOptions): Promise<Readable> {
    if (!('url' in output)) throw new OutputGone('This output is not one of Replicate.');
    return this.transport.outputs.open(output.url, options);
  }

  private outputs(output: unknown): PredictionOutput[] {
    const list: unknown[] = Array.isArray(output) ? output : [output];
    return list
      .filter((url): url is string => typeof url === 'string' && /^https?:\/\//u.test(url))
      .map((url) => ({ url, mimeType: mimeTypeOf(url, this.defaultMimeType) }));
  }
}

function errorText(error: unknown, status: 'failed' | 'canceled'): string {
  if (typeof error === 'string' && !isBlank(error)) return messageFrom(error);
  return status === 'canceled'
    ? 'The prediction was canceled at Replicate.'
    : 'The prediction failed at Replicate without saying why.';
}
