import { ReplicatePredictionList } from './replicate/replicate-prediction-list';
import { type ReplicateOptions, ReplicateTransport } from './replicate/replicate-transport';

/** What a provider says it was asked to do. */
export interface ListedPrediction {
  id: string;
  model: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface PredictionList {
  /**
   * Of all that were created in [from, to), ISO 8601.
   * @throws RangeError for more than `most`, ProviderUnavailable, ProviderAnswerInvalid
   */
  between(from: string, to: string, limits: { most: number; signal: AbortSignal }): Promise<ListedPrediction[]>;
}
export const PREDICTION_LIST = Symbol('PredictionList');

/** Null without a token. */
export const createPredictionList = (replicate: ReplicateOptions | undefined): PredictionList | null =>
  replicate === undefined ? null : new ReplicatePredictionList(new ReplicateTransport(replicate));
