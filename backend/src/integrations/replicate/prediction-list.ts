import { ProviderAnswerInvalid } from '../http/provider-errors';
import { ReplicateTransport } from './replicate-transport';
import type { ReplicateOptions } from './replicate-transport';

/** Limits a list whose pages never end. A page is assumed to hold a hundred predictions; not documented, 2026-11-28. */
const MAX_PAGES = 3_000;

class ReplicatePredictionList implements PredictionList {
  constructor(private readonly transport: ReplicateTransport) {}

  async between(
    from: string,
    to: string,
    { most, signal }: { most: number; signal: AbortSignal },
  ): Promise<ListedPrediction[]> {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const found: ListedPrediction[] = [];
    let search = `?${new URLSearchParams({ created_after: from, created_before: to }).toString()}`;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { results, next } = await this.transport.page(search, signal);
      let isPast = false;
      for (const { id, model, created_at } of results) {
        const created = Date.parse(created_at);
        if (Number.isNaN(created)) throw new ProviderAnswerInvalid('Replicate sent a prediction without a date.', null);
        isPast = created < first;
        if (isPast || created >= last) continue;
        found.push({ id, model: model ?? 'unknown', createdAt: new Date(created).toISOString() });
      }
      if (found.length > most) throw new RangeError(`There are more than ${most} predictions.`);
      // The list is newest first, so every further prediction is older.
      if (isPast || !next) return found;
      if (!URL.canParse(next))
        throw new ProviderAnswerInvalid('Replicate sent an invalid link to the next page.', null);
      ({ search } = new URL(next));
    }
    throw new RangeError(`There are more than ${MAX_PAGES} pages.`);
  }
}

/** A prediction in the provider's own list. */
interface ListedPrediction {
  id: string;
  model: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface PredictionList {
  /**
   * Lists predictions created in [from, to), ISO 8601.
   * @throws RangeError for more than `most`, ProviderUnavailable, ProviderAnswerInvalid
   */
  between(from: string, to: string, limits: { most: number; signal: AbortSignal }): Promise<ListedPrediction[]>;
}
export const PREDICTION_LIST = Symbol('PredictionList');

/** Returns null without a token. */
export const createPredictionList = (replicate: ReplicateOptions | undefined): PredictionList | null =>
  replicate === undefined ? null : new ReplicatePredictionList(new ReplicateTransport(replicate));
