import { derivedId } from '../lib/ids';
import { ProviderError } from './http/provider-errors';
import { BETWEEN, together } from './ports/generation-provider';
import type { ImageProvider } from './ports/image-provider';

/**
 * Wraps a provider so that each view of a request is made by a separate prediction. The combined prediction's id
 * consists of the ids of these predictions. All views share prompt, references and seed.
 */
export function inViews(provider: ImageProvider): ImageProvider {
  const keyOf = (key: string, at: number): string => derivedId(key, 'view', at);
  return {
    name: provider.name,
    label: provider.label,
    createIsIdempotent: provider.createIsIdempotent,
    /** After one view has been accepted, refusals of further views only mean fewer images, which cost less. */
    async create({ views = [], prompt, ...request }, options) {
      const ids: string[] = [];
      try {
        for (const [at, view] of views.entries()) {
          const asked = { ...request, prompt: `${view}: ${prompt}`, count: 1 };
          const call = { ...options, idempotencyKey: keyOf(options.idempotencyKey, at) };
          ids.push((await provider.create(asked, call)).predictionId);
        }
      } catch (error) {
        if (ids.length === 0 || !(error instanceof ProviderError)) throw error;
      }
      return { predictionId: ids.join(BETWEEN) };
    },
    /** The first view decides: if it is not found, nothing was accepted for certain. */
    async recall(idempotencyKey) {
      const ids: string[] = [];
      for (let found = await provider.recall?.(keyOf(idempotencyKey, 0)); found;) {
        ids.push(found.predictionId);
        found = await provider.recall?.(keyOf(idempotencyKey, ids.length));
      }
      return ids.length === 0 ? null : { predictionId: ids.join(BETWEEN) };
    },
    async get(predictionId, options) {
      return together(
        predictionId,
        await Promise.all(predictionId.split(BETWEEN).map((id) => provider.get(id, options))),
      );
    },
    async cancel(predictionId) {
      await Promise.all(predictionId.split(BETWEEN).map((id) => provider.cancel(id)));
    },
    fetchOutput: (output, options) => provider.fetchOutput(output, options),
  };
}
