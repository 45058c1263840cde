import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { CaptionLook } from '@storyreel/contracts';
import { z } from 'zod';
import { isRightToLeft } from './bidi';

type Weight = 400 | 700;

interface Subset {
  family: string;
  file: string;
  ranges: [from: number, to: number][];
}
interface Package {
  listed: string;
  ending: string;
  /** Set for a font that is used only for the letters of one script; other letters use other fonts. */
  script?: string;
}

const noto = (script: string, listed: string): Package => ({ listed, ending: 'wght-normal', script });

const SANS: Package = { listed: require.resolve('@fontsource/inter/unicode.json'), ending: '700-normal' };
/** Fonts for Latin, Greek and Cyrillic letters. */
const TYPEFACES: Record<CaptionLook['font'], Package[]> = {
  sans: [SANS],
  poster: [{ listed: require.resolve('@fontsource/anton/unicode.json'), ending: '400-normal' }, SANS],
  serif: [{ listed: require.resolve('@fontsource-variable/lora/unicode.json'), ending: 'wght-normal' }, SANS],
};
const JAPANESE = { listed: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'), ending: 'wght-normal' };
/** Character lists of the bundled packages of other scripts, in order of preference. */
const PACKAGES: readonly Package[] = [
  { listed: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'), ending: 'wght-normal' },
  noto('armenian', require.resolve('@fontsource-variable/noto-sans-armenian/unicode.json')),
  noto('bengali', require.resolve('@fontsource-variable/noto-sans-bengali/unicode.json')),
  noto('devanagari', require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json')),
  noto('ethiopic', require.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json')),
  noto('georgian', require.resolve('@fontsource-variable/noto-sans-georgian/unicode.json')),
  noto('gujarati', require.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json')),
  noto('gurmukhi', require.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json')),
  noto('kannada', require.resolve('@fontsource-variable/noto-sans-kannada/unicode.json')),
  noto('khmer', require.resolve('@fontsource-variable/noto-sans-khmer/unicode.json')),
  noto('lao', require.resolve('@fontsource-variable/noto-sans-lao/unicode.json')),
  noto('malayalam', require.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json')),
  { ...noto('myanmar', require.resolve('@fontsource/noto-sans-myanmar/unicode.json')), ending: '700-normal' },
  noto('oriya', require.resolve('@fontsource-variable/noto-sans-oriya/unicode.json')),
  noto('sinhala', require.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json')),
  noto('tamil', require.resolve('@fontsource-variable/noto-sans-tamil/unicode.json')),
  noto('telugu', require.resolve('@fontsource-variable/noto-sans-telugu/unicode.json')),
  noto('thai', require.resolve('@fontsource-variable/noto-sans-thai/unicode.json')),
  { listed: require.resolve('@fontsource-variable/noto-emoji/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), ending: 'wght-normal' },
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const rangesSchema = z.record(z.string(), z.string());
const read = new Map<string, Subset[]>();

/** Returns the subsets of a font package. Each subset lists its characters; together they cover a script. */
function subsetsOf({ listed, ending, script }: Package): Subset[] {
  const known = read.get(listed);
  if (known) return known;
  const folder = dirname(listed);
  const short = basename(folder);
  const byName = rangesSchema.parse(JSON.parse(readFileSync(listed, 'utf8')));
  const subsets = Object.entries(byName)
    .filter(([key]) => script === undefined || key === script)
    .map(([key, ranges]) => {
      const subset = key.replaceAll(/[[\]]/gu, '');
      return {
        family: `Film ${short} ${subset}`,
        file: join(folder, 'files', `${short}-${subset}-${ending}.woff2`),
        ranges: ranges.split(',').map(readRange),
      };
    });
  read.set(listed, subsets);
  return subsets;
}

function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const packagesFor = (text: string, font: CaptionLook['font']): Package[] => [
  ...TYPEFACES[font],
  // In Japanese text, Chinese characters have Japanese shapes.
  ...(KANA.test(text) ? [JAPANESE] : []),
  ...PACKAGES,
];

/**
 * Returns the font families that cover a text, in order, and loads them on first use. A character that no family covers
 * is drawn with the system's fonts, or as an empty box.
 */
function familiesFor(text: string, font: CaptionLook['font'], weight: Weight): string {
  const codes = [...new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))];
  const faces = new Set(TYPEFACES[font]);
  const needed = packagesFor(text, font).flatMap((one) =>
    subsetsOf(one).filter(
      ({ family, ranges }) =>
        (faces.has(one) && family.endsWith(' latin')) ||
        ranges.some(([from, to]) => codes.some((code) => code > 0x7f && code >= from && code <= to)),
    ),
  );
  const named = weight === 700 ? needed : needed.map(inNormalWeight);
  for (const { family, file } of named) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(file, family);
  }
  return named.map(({ family }) => `"${family}"`).join(', ');
}

/**
 * Returns the subset in normal weight. A font with fixed weights has one file per weight; a variable font has all
 * weights in one file.
 */
const inNormalWeight = ({ family, file }: Subset): Pick<Subset, 'family' | 'file'> =>
  file.includes('-700-normal.')
    ? { family: `${family} normal`, file: file.replace('-700-normal.', '-400-normal.') }
    : { family, file };

/** Tells whether a bundled font has the character. */
export const isDrawn = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return packagesFor(character, 'sans').some((one) =>
    subsetsOf(one).some(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to)),
  );
};

/**
 * Sets up a context to draw `text` with fonts that cover its characters.
 * @param weight bold by default, for captions; the poster typeface has only one weight, and a synthetic bold would
 * smear it
 */
export function setFont(
  context: SKRSContext2D,
  fontSize: number,
  text: string,
  font: CaptionLook['font'] = 'sans',
  weight: Weight = font === 'poster' ? 400 : 700,
): void {
  context.font = `${weight} ${fontSize}px ${familiesFor(text, font, font === 'poster' ? 700 : weight)}, sans-serif`;
  context.fontVariationSettings = `'wght' ${font === 'poster' ? 700 : weight}`;
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
}
