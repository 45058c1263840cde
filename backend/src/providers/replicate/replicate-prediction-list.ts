import type { ListedPrediction, PredictionList } from '../prediction-list';
import { ProviderAnswerInvalid } from '../provider-errors';
import type { ReplicateTransport } from './replicate-transport';

/** Pages hold a hundred; one that always has a next one must end as well. */
const MAX_PAGES = 3_000;

export class ReplicatePredictionList implements PredictionList {
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
      // Newest first: what follows is older still.
      if (isPast || !next) return found;
      if (!URL.canParse(next)) throw new ProviderAnswerInvalid('Replicate sent a page that leads nowhere.', null);
      ({ search } = new URL(next));
    }
    throw new RangeError(`There are more than ${MAX_PAGES} pages.`);
  }
}
