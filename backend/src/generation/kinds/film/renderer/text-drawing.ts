import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { breakLong, joinWords, splitWords } from '@storyreel/contracts';
import type { Measure, Phrase, SpokenWord } from '@storyreel/contracts';
import { z } from 'zod';
import type { CaptionPlatform, CaptionStyle, FrameSize } from './film-plan';

interface Subset {
  family: string;
  file: string;
  ranges: [from: number, to: number][];
}

/** Character lists of the bundled font packages, in order of preference. */
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

/** Each subset lists its characters; together the subsets of a package cover a script. */
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
 * Returns the font families that cover a text, in order, loading them on first use. A character that none covers falls
 * back to the system's fonts, or to an empty box.
 */
function familiesFor(text: string): string {
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

/** Shares of the frame that a platform covers with its own texts and buttons. */
interface Margins {
  side: number;
  bottom: number;
}

/** From the platforms' pages for advertisers, 2026; `side` is the wider of the two, so that texts stay centred. */
const MARGINS: Record<CaptionPlatform, Margins> = {
  tiktok: { side: 0.13, bottom: 0.22 },
  reels: { side: 0.07, bottom: 0.24 },
  shorts: { side: 0.14, bottom: 0.2 },
  all: { side: 0.14, bottom: 0.24 },
};
/** Wide and square films are played without buttons over them. */
const UNCOVERED: Margins = { side: 0.08, bottom: 0.07 };
const FONT_SHARE = 0.056;

export interface CaptionLook {
  fontSize: number;
  lineHeight: number;
  /** Position of the two-line strip in the frame, in pixels. */
  strip: { x: number; y: number; width: number; height: number };
  /** Maximum width of a line. */
  maxWidth: number;
}

/** Returns the size and position of captions for a frame. */
export function captionLook(frame: FrameSize, platform: CaptionPlatform): CaptionLook {
  const { side, bottom } = frame.height > frame.width ? MARGINS[platform] : UNCOVERED;
  const fontSize = Math.round(Math.min(frame.width, frame.height) * FONT_SHARE);
  const lineHeight = Math.round(fontSize * 1.3);
  const width = even(frame.width * (1 - 2 * side));
  const height = even(lineHeight * 2 + fontSize);
  return {
    fontSize,
    lineHeight,
    strip: {
      x: even((frame.width - width) / 2),
      y: even(frame.height * (1 - bottom) - height),
      width,
      height,
    },
    maxWidth: width - fontSize,
  };
}

const even = (length: number): number => Math.round(length / 2) * 2;

/** Sets up a context to draw `text` with fonts that cover its characters. */
function setFont(context: SKRSContext2D, fontSize: number, text: string): void {
  context.font = `700 ${fontSize}px ${familiesFor(text)}, sans-serif`;
  context.fontVariationSettings = "'wght' 700";
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
}

const FIRST_STRONG = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]|(\p{L})/u;

/** Decides by the first letter that has a direction, as the bidirectional algorithm does for paragraphs. */
function isRightToLeft(text: string): boolean {
  const found = FIRST_STRONG.exec(text);
  return found !== null && found[1] === undefined;
}

/** Returns a function that measures lines of a text in this look. */
export function measureFor({ fontSize, maxWidth }: CaptionLook, text: string): Measure {
  const context = createCanvas(1, 1).getContext('2d');
  setFont(context, fontSize, text);
  return { maxWidth, width: (line) => context.measureText(line).width };
}

const WHITE = '#ffffff';
const SPOKEN = '#ffd60a';
const OUTLINE = 'rgba(0,0,0,0.85)';
const BOX = 'rgba(0,0,0,0.66)';

interface Line {
  words: SpokenWord[];
  text: string;
  /** Horizontal centre of the text. */
  x: number;
  y: number;
  width: number;
}

/** Draws a strip as PNG with a phrase at its lower edge; `current` is the word being spoken, for the style 'words'. */
export function drawCaption(
  phrase: Phrase,
  look: CaptionLook,
  style: Exclude<CaptionStyle, 'off'>,
  current: SpokenWord | null,
): Promise<Buffer> {
  const { strip, fontSize, lineHeight } = look;
  const canvas = createCanvas(strip.width, strip.height);
  const context = canvas.getContext('2d');
  setFont(context, fontSize, joinWords(phrase.lines.flat()));
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  const lines = phrase.lines.map((words, index): Line => {
    const text = joinWords(words);
    const fromBottom = phrase.lines.length - 1 - index;
    const y = strip.height - fontSize * 0.55 - fromBottom * lineHeight;
    return { words, text, x: strip.width / 2, y, width: context.measureText(text).width };
  });
  if (style === 'boxed') for (const line of lines) drawBox(context, line, fontSize);
  for (const line of lines) drawLine(context, line, fontSize, style);
  if (current !== null) for (const line of lines) drawCurrent(context, line, current, look);
  return canvas.encode('png');
}

/** Draws an empty strip, for times without narration. */
export const drawNoCaption = ({ strip }: CaptionLook): Promise<Buffer> =>
  createCanvas(strip.width, strip.height).encode('png');

function drawBox(context: SKRSContext2D, { x, y, width }: Line, fontSize: number): void {
  const padding = fontSize * 0.35;
  context.fillStyle = BOX;
  context.beginPath();
  context.roundRect(x - width / 2 - padding, y - fontSize, width + 2 * padding, fontSize * 1.3, fontSize * 0.22);
  context.fill();
}

function drawLine(context: SKRSContext2D, { text, x, y }: Line, fontSize: number, style: CaptionStyle): void {
  if (style !== 'boxed') {
    context.strokeStyle = OUTLINE;
    context.lineWidth = fontSize * 0.2;
    context.strokeText(text, x, y);
  }
  context.fillStyle = WHITE;
  context.fillText(text, x, y);
}

/** Draws the whole line again in another colour, clipped to the word, so that joined letters keep their shapes. */
function drawCurrent(context: SKRSContext2D, line: Line, current: SpokenWord, { fontSize }: CaptionLook): void {
  const index = line.words.indexOf(current);
  if (index < 0) return;
  const before = context.measureText(joinWords(line.words.slice(0, index))).width;
  const upTo = context.measureText(joinWords(line.words.slice(0, index + 1))).width;
  const [from, to] = isRightToLeft(line.text)
    ? [line.x + line.width / 2 - upTo, line.x + line.width / 2 - before]
    : [line.x - line.width / 2 + before, line.x - line.width / 2 + upTo];
  context.save();
  context.beginPath();
  context.rect(from, line.y - fontSize * 1.2, to - from, fontSize * 1.7);
  context.clip();
  context.fillStyle = SPOKEN;
  context.fillText(line.text, line.x, line.y);
  context.restore();
}

const TOP = '#1b2233';
const BOTTOM = '#07090f';
/** Shares of the width; the largest is tried first. */
const SIZES = [0.1, 0.085, 0.07, 0.055, 0.04, 0.03];
const MOST_LINES = 7;

/** Draws a title or end card as JPEG: the text centred, as large as fits. */
export function drawCard(text: string, { width, height }: FrameSize): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, TOP);
  shade.addColorStop(1, BOTTOM);
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  const short = Math.min(width, height);
  const maxWidth = width * 0.76;
  for (const share of SIZES) {
    const fontSize = Math.round(short * share);
    setFont(context, fontSize, text);
    const lines = wrap(text, (line) => context.measureText(line).width <= maxWidth);
    if (lines.length > MOST_LINES && share !== SIZES.at(-1)) continue;
    const lineHeight = fontSize * 1.3;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = '#ffffff';
    const top = height / 2 - ((lines.length - 1) * lineHeight) / 2;
    lines.forEach((line, index) => context.fillText(line, width / 2, top + index * lineHeight));
    break;
  }
  return canvas.encode('jpeg', 95);
}

function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line: ReturnType<typeof splitWords> = [];
  for (const word of splitWords(text).flatMap((one) => breakLong(one, fits))) {
    if (line.length > 0 && !fits(joinWords([...line, word]))) {
      lines.push(joinWords(line));
      line = [];
    }
    line.push(word);
  }
  return [...lines, joinWords(line)];
}
