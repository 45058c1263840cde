import type { CaptionLook } from './film';

/** Typefaces for Latin, Greek and Cyrillic letters; every other script has a single typeface. */
export const CAPTION_FONTS = ['sans', 'poster', 'serif'] as const;
export const CAPTION_SIZES = ['small', 'medium', 'large'] as const;
export const CAPTION_OUTLINES = ['none', 'thin', 'thick'] as const;
export const CAPTION_BOXES = ['none', 'dark', 'light'] as const;
export const CAPTION_PLACES = ['bottom', 'middle', 'top'] as const;
export const CAPTION_COLOURS = ['#ffffff', '#ffd60a', '#39e75f', '#4cc9f0', '#ff4d6d', '#111111'] as const;

const PLAIN: CaptionLook = {
  font: 'sans',
  size: 'medium',
  colour: '#ffffff',
  box: 'none',
  outline: 'thin',
  place: 'bottom',
  highlight: null,
};
/** Looks of the caption styles, used until the user chooses a look. */
const STYLE_LOOKS: Record<'plain' | 'boxed' | 'words', CaptionLook> = {
  plain: PLAIN,
  boxed: { ...PLAIN, box: 'dark', outline: 'none' },
  words: { ...PLAIN, highlight: '#ffd60a' },
};

/** Named looks that people know from other films. */
export const CAPTION_PRESETS: readonly { name: string; style: 'plain' | 'boxed' | 'words'; look: CaptionLook }[] = [
  { name: 'Classic', style: 'boxed', look: STYLE_LOOKS.boxed },
  {
    name: 'Pop',
    style: 'words',
    look: { ...PLAIN, font: 'poster', size: 'large', outline: 'thick', place: 'middle', highlight: '#39e75f' },
  },
  { name: 'Cinema', style: 'plain', look: { ...PLAIN, font: 'serif', size: 'small' } },
];

/** Returns the look of a film's captions; null when the film has none. */
export function captionLookOf({
  captions,
  captionLook,
}: {
  captions: 'plain' | 'boxed' | 'words' | 'off';
  captionLook?: CaptionLook;
}): CaptionLook | null {
  return captions === 'off' ? null : (captionLook ?? STYLE_LOOKS[captions]);
}

/** Font size as a share of the frame's shorter side. */
export const CAPTION_SIZE_SHARES = { small: 0.046, medium: 0.056, large: 0.074 } as const;
/** Width of the outline as a share of the font size. */
export const CAPTION_OUTLINE_SHARES = { none: 0, thin: 0.2, thick: 0.34 } as const;
export const CAPTION_BOX_COLOURS = { none: null, dark: 'rgba(0,0,0,0.66)', light: 'rgba(255,255,255,0.86)' } as const;

/** Returns the colour of the outline around letters: dark around light ones. */
export function outlineColour(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 90 ? 'rgba(0,0,0,0.85)' : 'rgba(255,255,255,0.9)';
}

/** Scripts that the bundled fonts draw, besides signs and emoji. */
export const DRAWN_SCRIPTS = (
  'Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
  'Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Ethiopic Hangul Han Hiragana Katakana'
).split(' ');
/** Scripts that are named when they cannot be drawn. */
const OTHER_SCRIPTS = (
  'Tibetan Mongolian Cherokee Javanese Balinese Sundanese Syriac Thaana Tifinagh Nko Adlam Coptic Gothic Runic Ogham ' +
  'Canadian_Aboriginal Yi Vai Bopomofo Osmanya Egyptian_Hieroglyphs Cuneiform Ol_Chiki Meetei_Mayek Limbu Tai_Le ' +
  'New_Tai_Lue Tai_Tham Cham Buginese Tagalog Lepcha Saurashtra Kayah_Li Rejang Chakma'
).split(' ');
const of = (script: string): RegExp => new RegExp(`\\p{Script=${script}}`, 'u');
const DRAWN = DRAWN_SCRIPTS.map(of);
const OTHERS = OTHER_SCRIPTS.map((script) => ({ name: script.replaceAll('_', ' '), pattern: of(script) }));

/**
 * Returns the names of the scripts in a text that no bundled font draws, so that users are warned before a film is
 * made.
 */
export function undrawableScripts(text: string): string[] {
  const letters = new Set(text.match(/\p{L}/gu) ?? []);
  const names = new Set<string>();
  for (const letter of letters) {
    if (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter) || DRAWN.some((pattern) => pattern.test(letter)))
      continue;
    names.add(OTHERS.find(({ pattern }) => pattern.test(letter))?.name ?? 'Other');
  }
  return [...names];
}
