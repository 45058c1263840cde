import { videoPrice } from '../models/clips';
import { editPrice, imagesPrice } from '../models/images';
import { speechPrice } from '../generation/spoken';
import { upscalePrice } from '../models/upscaling';
import { chatPrice, TEXT_OPERATIONS, textPrice } from '../writing/text-price';
import type { Price } from './amount';
import type { EstimateRequest } from './zaps';

type Question = Pick<EstimateRequest, 'model' | 'usage'>;
type PriceOf = (question: Question) => Price | null;

const priceOfTexts: PriceOf = ({ usage: { scenes, requests } }) => textPrice(scenes ?? requests ?? 1);

/** Price function of each operation. The prices themselves are defined in the modules of the priced things. */
const BOOK = new Map<string, PriceOf>([
  [
    'generate_image',
    ({ model, usage: { images = 4, references } }) => (images > 0 ? imagesPrice(images, model, references) : null),
  ],
  ['edit_image', ({ model }) => editPrice(model)],
  ['upscale_image', ({ model, usage: { pixels = 0 } }) => (pixels > 0 ? upscalePrice(model, pixels) : null)],
  ['generate_video', ({ model, usage }) => videoPrice(model, usage)],
  ['generate_speech', ({ usage: { characters = 0 } }) => (characters > 0 ? speechPrice(characters) : null)],
  ['chat_completion', ({ usage: { tokens = 0 } }) => chatPrice(tokens)],
  ...TEXT_OPERATIONS.map((operation): [string, PriceOf] => [operation, priceOfTexts]),
]);

export const PRICED_OPERATIONS: readonly string[] = [...BOOK.keys()];

/** Returns the price of an operation, or null when the price book has none. */
export const priceOf = ({ operation, ...question }: Question & { operation: string }): Price | null =>
  BOOK.get(operation)?.(question) ?? null;
