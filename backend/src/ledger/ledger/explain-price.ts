import {
  CHARACTERS_PER_TENTH_ZAP,
  FILM_QUALITIES,
  filmPrice,
  imagesPrice,
  LEAST_VIDEO_ZAPS,
  PRICE_BOOK_VERSION,
  speechPrice,
  TEXT_OPERATIONS,
  textPrice,
  toZaps,
  USD_PER_ZAP,
  videoPrice,
  ZAPS_PER_HALF_MINUTE,
} from '@storyreel/contracts';
import { generationExplanations } from '../../generation';
import type { Explains } from '../../generation';
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

/** A charge to explain: its quote, its request, and the reader. */
interface Explained extends Quoted {
  asked: AskedFor;
  /** True for finance, who sees the provider's price. */
  withUsd: boolean;
  /** The quoted zaps as words for a sentence, such as '2 zaps'. */
  zaps: string;
}

/**
 * Returns the lines of an explanation; null when the price does not follow from the request by the current price book.
 */
type Explanation = (charge: Explained) => string[] | null;

const explainImages: Explanation = ({ model, units, asked: { images, references = 0 }, withUsd, zaps }) => {
  if (images === undefined) return null;
  const price = imagesPrice(images, model, references);
  const along = references > 0 ? `, each from ${counted(references, 'reference image')}` : '';
  const what = `${counted(images, 'image')}${along}`;
  return price.units === units ? fromDollars(what, images, price.usd, withUsd, zaps, images) : null;
};

const explainClip: Explanation = ({ model, units, asked: { seconds, resolution, mode }, withUsd, zaps }) => {
  if (seconds === undefined) return null;
  const prices = [false, true].map((sound) => videoPrice(model, { seconds, resolution, mode, sound }));
  const price = prices.find((one) => one?.units === units);
  const quality = resolution ?? mode;
  const clip = `${seconds} s of ${model}${quality ? ` in ${quality}` : ''}`;
  return price ? fromDollars(clip, seconds, price.usd, withUsd, zaps, LEAST_VIDEO_ZAPS) : null;
};

const explainSpeech: Explanation = ({ units, asked: { characters }, zaps }) => {
  if (characters === undefined || speechPrice(characters).units !== units) return null;
  return [
    `${counted(characters, 'character')}, at 0.1 zaps per ${CHARACTERS_PER_TENTH_ZAP} characters, rounded up = ${zaps}`,
  ];
};

const explainFilm: Explanation = ({ model, units, asked: { seconds }, zaps }) => {
  const quality = FILM_QUALITIES.find((known) => known === model);
  if (seconds === undefined || quality === undefined || filmPrice(seconds, quality).units !== units) return null;
  const rate = counted(ZAPS_PER_HALF_MINUTE[quality], 'zap');
  return [`${Math.round(seconds)} s of film (${quality}), at ${rate} per 30 s, rounded up = ${zaps}`];
};

const explainReply: Explanation = ({ zaps }) => [
  `At most ${zaps} for a question and its reply, at 0.3 zaps for 1,000 tokens`,
];

const explainText: Explanation = ({ units, zaps }) => {
  const one = textPrice(1);
  return one.units === units ? [`1 text × ${toZaps(one.units)} zaps = ${zaps}`] : null;
};

/** Explains the price of a job's single result by the explanation of its kind. */
const explainResult =
  (explain: Explains[1]): Explanation =>
  ({ model, units, asked, withUsd, zaps }) => {
    const { what, price } = explain({ ...asked, model });
    return price?.units === units ? fromDollars(what, 1, price.usd, withUsd, zaps, 1) : null;
  };

/** Explanations by kind of work; for any other kind only the price is stated. */
const EXPLANATIONS = new Map<string, Explanation>([
  ...[...generationExplanations].map(([operation, explain]): [string, Explanation] => [
    operation,
    explainResult(explain),
  ]),
  ['generate_image', explainImages],
  ['generate_video', explainClip],
  ['generate_speech', explainSpeech],
  ['make_film', explainFilm],
  ['chat_completion', explainReply],
  ...TEXT_OPERATIONS.map((operation): [string, Explanation] => [operation, explainText]),
]);

/**
 * Explains a price line by line. With `withUsd`, finance sees the provider's price; creators see zaps. For a price from
 * an older price book, names the book and states the reserved price.
 */
export function explainPrice(quoted: Quoted, asked: AskedFor, withUsd: boolean): string[] {
  const zaps = counted(toZaps(quoted.units), 'zap');
  const explain = quoted.priceVersion === PRICE_BOOK_VERSION ? EXPLANATIONS.get(quoted.operation) : undefined;
  const total = explain?.({ ...quoted, asked, withUsd, zaps }) ?? [
    `${zaps}, by the price book of ${quoted.priceVersion}`,
  ];
  return quoted.covered ? [...total, 'Included in the plan: 0 zaps were reserved'] : total;
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
  return rounded < least ? [each, converted, `The minimum price is ${zaps}`] : [each, `${converted} → ${zaps}`];
}
