import {
  CHARACTERS_PER_TENTH_ZAP,
  FILM_QUALITIES,
  filmPrice,
  imagesPrice,
  LEAST_VIDEO_ZAPS,
  priceOf,
  PRICE_BOOK_VERSION,
  speechPrice,
  toZaps,
  USD_PER_ZAP,
  videoPrice,
  ZAPS_PER_HALF_MINUTE,
} from '@storyreel/contracts';
import type { AskedFor } from './views/paid-run.view';

export interface Quoted {
  operation: string;
  model: string;
  units: number;
  priceVersion: string;
  covered: boolean;
}

const dollars = (usd: number): string => {
  const exact = String(Math.round(usd * 1e6) / 1e6);
  return `$${/\.\d{3,}$/.test(exact) ? exact : usd.toFixed(2)}`;
};
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/**
 * Explains a price line by line. `usd` shows finance the provider's price; creators see zaps. An older price book is
 * named, and its price repeated as reserved.
 */
export function explainPrice(quoted: Quoted, asked: AskedFor, withUsd: boolean): string[] {
  const zaps = counted(toZaps(quoted.units), 'zap');
  const lines = quoted.priceVersion === PRICE_BOOK_VERSION ? fromBook(quoted, asked, withUsd, zaps) : null;
  const total = lines ?? [`${zaps}, by the price book of ${quoted.priceVersion}`];
  return quoted.covered ? [...total, 'Included in the plan: 0 zaps were reserved'] : total;
}

function fromBook(
  { operation, model, units }: Quoted,
  asked: AskedFor,
  withUsd: boolean,
  zaps: string,
): string[] | null {
  const { images, seconds, resolution, mode, characters } = asked;
  if (images !== undefined) {
    const price = imagesPrice(images, model);
    return price.units === units
      ? fromDollars(counted(images, 'image'), images, price.usd, withUsd, zaps, images)
      : null;
  }
  if (characters !== undefined) {
    const line = `${counted(characters, 'character')}, at 0.1 zaps for each ${CHARACTERS_PER_TENTH_ZAP} begun = ${zaps}`;
    return speechPrice(characters).units === units ? [line] : null;
  }
  if (seconds !== undefined && operation === 'make_film') {
    const quality = FILM_QUALITIES.find((known) => known === model);
    if (quality === undefined || filmPrice(seconds, quality).units !== units) return null;
    const rate = counted(ZAPS_PER_HALF_MINUTE[quality], 'zap');
    return [`${Math.round(seconds)} s of film (${quality}), at ${rate} for each 30 s begun = ${zaps}`];
  }
  if (seconds !== undefined) {
    const prices = [false, true].map((sound) => videoPrice(model, { seconds, resolution, mode, sound }));
    const price = prices.find((one) => one?.units === units);
    const quality = resolution ?? mode;
    const clip = `${seconds} s of ${model}${quality ? ` in ${quality}` : ''}`;
    return price ? fromDollars(clip, seconds, price.usd, withUsd, zaps, LEAST_VIDEO_ZAPS) : null;
  }
  const one = priceOf({ model, operation, usage: { requests: 1 } });
  if (operation === 'chat_completion')
    return [`At most ${zaps} for a question and its reply, at 0.3 zaps for 1,000 tokens`];
  return one?.units === units ? [`1 text × ${toZaps(one.units)} zaps = ${zaps}`] : null;
}

function fromDollars(
  what: string,
  count: number,
  usd: number,
  withUsd: boolean,
  zaps: string,
  least: number,
): string[] {
  if (!withUsd) return [`${what} = ${zaps}`];
  const exact = Math.round((usd / USD_PER_ZAP) * 1e4) / 1e4;
  const each = `${what} × ${dollars(usd / count)} = ${dollars(usd)}`;
  const rounded = Math.ceil(exact);
  const shown = Number.isInteger(exact) ? `${exact}` : `${exact}, rounded up to ${rounded}`;
  const converted = `${dollars(usd)} ÷ ${dollars(USD_PER_ZAP)} a zap = ${shown}`;
  return rounded < least
    ? [each, converted, `At least ${counted(least, 'zap')}: ${zaps}`]
    : [each, `${converted} → ${zaps}`];
}
