import type { Readable } from 'node:stream';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
} from '../generation-provider';
import { limitBytes } from '../limit-bytes';
import { OutputGone, PredictionNotFound } from '../provider-errors';
import type { KeptResults } from './kept-results';

/**
 * A provider that answers with what it made and knows nothing of it afterwards: the results are kept under the id of the
 * request until they have been copied (ADR 0050). `create` keeps them, and its prediction's id is the request's key.
 */
export abstract class AnswersAtOnce<Request> implements GenerationProvider<Request> {
  abstract readonly name: GenerationProvider<Request>['name'];
  abstract readonly label: string;
  readonly createIsIdempotent = false;

  protected constructor(
    protected readonly kept: KeptResults,
    /** For people. */
    private readonly goneWords: string,
  ) {}

  abstract create(request: Request, options: CreateOptions): Promise<{ predictionId: string }>;

  async recall(idempotencyKey: string): Promise<{ predictionId: string } | null> {
    return (await this.kept.find(idempotencyKey)) && { predictionId: idempotencyKey };
  }

  async get(predictionId: string): Promise<Prediction> {
    const found = await this.kept.find(predictionId);
    if (!found) throw new PredictionNotFound(predictionId);
    const outputs = found.mimeTypes.map((mimeType, index) => ({ ref: `${predictionId}/${index}`, mimeType }));
    return { id: predictionId, status: 'succeeded', progress: 1, outputs, usd: found.usd };
  }

  /** It is finished as soon as its id is known. */
  cancel(): Promise<void> {
    return Promise.resolve();
  }

  async fetchOutput(output: PredictionOutput, { signal, maxBytes }: FetchOptions): Promise<Readable> {
    const [, id, index] = 'ref' in output ? (/^(.+)\/(\d+)$/u.exec(output.ref) ?? []) : [];
    const found = id === undefined ? null : await this.kept.open(id, Number(index));
    if (!found) throw new OutputGone(this.goneWords);
    return limitBytes(found.stream, { maxBytes, signal, declaredBytes: found.size });
  }
}
