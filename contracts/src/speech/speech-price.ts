import { type Price, price } from '../zaps/price';

/** Of the dearer providers. */
const USD_PER_CHARACTER = 0.0001;
export const CHARACTERS_PER_TENTH_ZAP = 30;

/** @param characters Unicode code points of all that is spoken */
export function speechPrice(characters: number): Price {
  return price(Math.max(1, Math.ceil(characters / CHARACTERS_PER_TENTH_ZAP)) / 10, USD_PER_CHARACTER * characters);
}
