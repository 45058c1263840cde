import { providerPrice } from '../money/amount';
import type { Price } from '../money/amount';
import { findImageModel, imageModels } from './catalogue';
import type { ImageModel } from './entry';
import { IMAGE_MODEL } from './image-models';

/**
 * Returns the price of a number of images by a model, each made with this number of reference pictures. An unknown
 * model is priced as the default one.
 */
export function imagesPrice(images: number, modelId: string = IMAGE_MODEL, references = 0): Price {
  const model = findImageModel(modelId) ?? findImageModel(IMAGE_MODEL);
  const quality = model?.qualities.find(({ label }) => label === model.defaultQuality) ?? model?.qualities.at(-1);
  if (!model || !quality) throw new RangeError(`There is no image model ${IMAGE_MODEL} in the catalogue.`);
  return providerPrice((quality.usdPerImage + references * model.usdPerReference) * images, images);
}

/** Returns the models that edit images by an instruction. */
export const editModels = (): ImageModel[] => imageModels().filter(({ edits }) => edits !== undefined);

/** Returns the price of an edited image: that of one image with one reference. */
export const editPrice = (model: string): Price => imagesPrice(1, model, 1);
