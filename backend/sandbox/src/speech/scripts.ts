/** The scripts that some voice reads, and those that are named where none does. Behind each: what people call it. */
const SCRIPTS = {
  Latin: 'Latin',
  Cyrillic: 'Cyrillic',
  Greek: 'Greek',
  Arabic: 'Arabic',
  Hebrew: 'Hebrew',
  Devanagari: 'Devanagari',
  Bengali: 'Bengali',
  Tamil: 'Tamil',
  Telugu: 'Telugu',
  Kannada: 'Kannada',
  Malayalam: 'Malayalam',
  Gujarati: 'Gujarati',
  Gurmukhi: 'Gurmukhi',
  Sinhala: 'Sinhala',
  Georgian: 'Georgian',
  Armenian: 'Armenian',
  Ethiopic: 'Ethiopic',
  Hangul: 'Korean',
  Han: 'Chinese',
  Hiragana: 'Japanese',
  Katakana: 'Japanese',
  Thai: 'Thai',
  Khmer: 'Khmer',
  Lao: 'Lao',
  Myanmar: 'Burmese',
  Tibetan: 'Tibetan',
  Mongolian: 'Mongolian',
  Cherokee: 'Cherokee',
} as const;
export type Script = keyof typeof SCRIPTS;

/** As people call it. */
export const scriptName = (script: Script): string => SCRIPTS[script];

const PATTERNS = (Object.keys(SCRIPTS) as Script[]).map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const,
);
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How many letters of each script a text has, the most first. Letters of other scripts stand behind null. */
export function scriptsIn(text: string): [Script | null, number][] {
  const counts: [Script | null, number][] = PATTERNS.map(([script, pattern]) => [script, countOf(text, pattern)]);
  // Some letters belong to several scripts: 'ー' is counted by none.
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  const common = countOf(text, /[\p{Script=Common}\p{Script=Inherited}]/gu);
  counts.push([null, [...text].length - common - known]);
  return counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
}
