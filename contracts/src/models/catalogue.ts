import { CLIP_MODELS } from './clip-models';
import type { ClipModel, CreativeModel, ImageModel, Upscaler } from './entry';
import { IMAGE_MODELS } from './image-models';
import { UPSCALERS } from './upscalers';

/**
 * The models that creators choose from, by id. When a server starts, it adds the entries of its data directory and the
 * facts that providers report; a browser gets the models from the server.
 */
let known: ReadonlyMap<string, CreativeModel> = shipped();

function shipped(): Map<string, CreativeModel> {
  return new Map<string, CreativeModel>(
    [...CLIP_MODELS, ...IMAGE_MODELS, ...UPSCALERS].map((model) => [model.id, model]),
  );
}

/** Replaces the known models with the given ones, in the given order. */
export function learnModels(models: readonly CreativeModel[]): void {
  known = new Map(models.map((model) => [model.id, model]));
}

/** Resets the known models to those shipped with the product. */
export function forgetLearnedModels(): void {
  known = shipped();
}

/** Returns the models that creators choose from, in the order in which they are offered. */
export const knownModels = (): readonly CreativeModel[] => [...known.values()];

const isClip = (model: CreativeModel): model is ClipModel => model.kind === 'clip';
const isImage = (model: CreativeModel): model is ImageModel => model.kind === 'image';
const isUpscaler = (model: CreativeModel): model is Upscaler => model.kind === 'upscaler';

export const clipModels = (): readonly ClipModel[] => knownModels().filter(isClip);

export function findClipModel(id: string): ClipModel | null {
  const model = known.get(id);
  return model && isClip(model) ? model : null;
}

export const imageModels = (): readonly ImageModel[] => knownModels().filter(isImage);

export function findImageModel(id: string): ImageModel | null {
  const model = known.get(id);
  return model && isImage(model) ? model : null;
}

export const upscalers = (): readonly Upscaler[] => knownModels().filter(isUpscaler);

export function findUpscaler(id: string): Upscaler | null {
  const model = known.get(id);
  return model && isUpscaler(model) ? model : null;
}

/** Returns a model of any kind that creators choose from; null for an unknown one. */
export const findModel = (id: string): CreativeModel | null => known.get(id) ?? null;

/** Returns true from the first day on which the model no longer works. */
export const isRetired = ({ retiresOn }: { retiresOn?: string | undefined }, now: Date): boolean =>
  retiresOn !== undefined && retiresOn <= now.toISOString().slice(0, 10);

/**
 * Returns how many reference pictures a model accepts per request, and whether a clip can have them together with a
 * first frame. Undefined for a model that accepts none or is not known.
 */
export function referencesOf(
  model: string,
): { most: number; besidesFirstFrame: boolean; only?: { format: string; seconds: number } | undefined } | undefined {
  const found = known.get(model);
  const references = found && found.kind !== 'upscaler' ? found.references : undefined;
  if (references === undefined) return undefined;
  const { most, besidesFirstFrame, only } = references;
  return { most, besidesFirstFrame, ...(only && { only }) };
}
