import { Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type Replicate from 'replicate';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
} from '../generation-provider';
import { OutputGone, OutputTooLarge, ProviderUnavailable } from '../provider-errors';
import {
  createReplicateClient,
  type ReplicateSettings,
  toCreateError,
  toPrediction,
  toReadError,
} from './replicate-client';

/** Replicate's predictions, for a kind of request that `inputOf` turns into a model and its input. */
export class ReplicateProvider<Request> implements GenerationProvider<Request> {
  readonly name = 'replicate';
  readonly label = 'Replicate';
  /** Replicate knows no idempotency keys: a second create is a second prediction, and paid for. */
  readonly createIsIdempotent = false;
  private readonly client: Replicate;

  constructor(
    settings: ReplicateSettings,
    private readonly mimeType: string,
    private readonly inputOf: (request: Request) => Promise<{ model: string; input: object }>,
  ) {
    this.client = createReplicateClient(settings);
  }

  async create(request: Request, { signal }: CreateOptions): Promise<{ predictionId: string }> {
    const { model, input } = await this.inputOf(request);
    let id: unknown;
    try {
      ({ id } = await this.client.predictions.create({ model, input, ...(signal ? { signal } : {}) }));
    } catch (error) {
      throw toCreateError(error);
    }
    if (typeof id !== 'string' || id === '') throw toCreateError(new Error('The answer names no prediction.'));
    return { predictionId: id };
  }

  async get(predictionId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Prediction> {
    try {
      return toPrediction(await this.client.predictions.get(predictionId, signal ? { signal } : {}), this.mimeType);
    } catch (error) {
      throw toReadError(error, predictionId);
    }
  }

  async cancel(predictionId: string): Promise<void> {
    try {
      await this.client.predictions.cancel(predictionId);
    } catch (error) {
      throw toReadError(error, predictionId);
    }
  }

  async fetchOutput(output: PredictionOutput, { signal, maxBytes }: FetchOptions): Promise<Readable> {
    if (!('url' in output)) throw new OutputGone('The output has no address.');
    let response: Response;
    try {
      response = await fetch(output.url, signal ? { signal } : {});
    } catch (error) {
      throw new ProviderUnavailable('The output could not be fetched.', error);
    }
    if (response.status === 404 || response.status === 410) throw new OutputGone('Replicate has deleted the output.');
    if (!response.ok || !response.body)
      throw new ProviderUnavailable(`The output was answered with ${response.status}.`);
    const body = Readable.fromWeb(response.body as WebStream);
    const limited = limit(maxBytes);
    body.on('error', (error) => limited.destroy(error));
    limited.on('close', () => body.destroy());
    return body.pipe(limited);
  }
}

function limit(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new OutputTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
}
