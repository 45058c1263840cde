/** Ratio of width to height. */
export const FILM_FORMATS = ['9:16', '16:9', '1:1', '4:5'] as const;
export type FilmFormat = (typeof FILM_FORMATS)[number];
/** Default format; also the format of images that were requested before requests had one. */
export const USUAL_FORMAT: FilmFormat = '9:16';

/** Width divided by height. */
export const RATIOS: Record<FilmFormat, number> = { '9:16': 9 / 16, '16:9': 16 / 9, '1:1': 1, '4:5': 4 / 5 };

/** Returns the format nearest to a picture of this size. */
export const nearestFormat = (width: number, height: number): FilmFormat =>
  FILM_FORMATS.reduce((best, format) =>
    distance(width / height, RATIOS[format]) < distance(width / height, RATIOS[best]) ? format : best,
  );

const distance = (one: number, other: number): number => Math.abs(Math.log(one / other));

/** Wording of each format in prompts. */
export const FORMAT_WORDS: Record<FilmFormat, string> = {
  '9:16': 'vertical 9:16',
  '16:9': 'wide 16:9',
  '1:1': 'square 1:1',
  '4:5': 'portrait 4:5',
};
const NAMED = new RegExp(`\\b(?:${Object.values(FORMAT_WORDS).join('|')})(?!\\d)`, 'giu');

/** Replaces the format in a prompt wherever the prompt names one; leaves all other words unchanged. */
export const promptInFormat = (prompt: string, format: FilmFormat): string =>
  prompt.replace(NAMED, (named) => {
    const words = FORMAT_WORDS[format];
    return /^\p{Lu}/u.test(named) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
