import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { z } from 'zod';

interface Subset {
  family: string;
  file: string;
  ranges: [from: number, to: number][];
}

/** What the packages that the product brings say of themselves, in the order in which their glyphs are preferred. */
const PACKAGES = [
  { listed: require.resolve('@fontsource/inter/unicode.json'), ending: '700-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-emoji/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'), ending: 'wght-normal' },
  { listed: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), ending: 'wght-normal' },
];
const LATIN = 'Film inter latin';

const rangesSchema = z.record(z.string(), z.string());
let subsets: Subset[] | null = null;

/** Each subset says which characters it is for; those of one package cover a script together. */
function readSubsets(): Subset[] {
  return PACKAGES.flatMap(({ listed, ending }) => {
    const folder = dirname(listed);
    const short = basename(folder);
    const byName = rangesSchema.parse(JSON.parse(readFileSync(listed, 'utf8')));
    return Object.entries(byName).map(([key, ranges]) => {
      const subset = key.replaceAll(/[[\]]/gu, '');
      return {
        family: `Film ${short} ${subset}`,
        file: join(folder, 'files', `${short}-${subset}-${ending}.woff2`),
        ranges: ranges.split(',').map(readRange),
      };
    });
  });
}

function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/**
 * The families that have the characters of a text, for a canvas, in order; loaded when first needed. A character that
 * none has falls to the fonts of the system, or to an empty box.
 */
export function familiesFor(text: string): string {
  subsets ??= readSubsets();
  const characters = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const needed = subsets.filter(
    ({ family, ranges }) =>
      family === LATIN ||
      ranges.some(([from, to]) => [...characters].some((code) => code > 0x7f && code >= from && code <= to)),
  );
  for (const { family, file } of needed) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(file, family);
  }
  return needed.map(({ family }) => `"${family}"`).join(', ');
}
