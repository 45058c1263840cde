import { createCanvas } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import {
  breakLong,
  CAPTION_BOX_COLOURS,
  CAPTION_OUTLINE_SHARES,
  CAPTION_SIZE_SHARES,
  joinWords,
  outlineColour,
  splitWords,
} from '@storyreel/contracts';
import type { CaptionLook, Measure, Phrase, SpokenWord } from '@storyreel/contracts';
import { placesOf } from './bidi';
import type { CaptionPlatform, FrameSize } from './film-plan';
import { setFont } from './fonts';

/** Shares of the frame that a platform covers with its own text and buttons. */
interface Margins {
  side: number;
  bottom: number;
}

/**
 * From the platforms' pages for advertisers, 2026. `side` is the wider of the two side margins, so that texts stay
 * centred.
 */
const MARGINS: Record<CaptionPlatform, Margins> = {
  tiktok: { side: 0.13, bottom: 0.22 },
  reels: { side: 0.07, bottom: 0.24 },
  shorts: { side: 0.14, bottom: 0.2 },
  all: { side: 0.14, bottom: 0.24 },
};
/** Platforms show no buttons over wide and square films. */
const UNCOVERED: Margins = { side: 0.08, bottom: 0.07 };
/** Share of the frame's height above captions at the top. Platforms show their own texts there in upright frames. */
const TOP_SHARES = { upright: 0.12, other: 0.07 } as const;

/** The size, position and look of captions in a frame. */
export interface CaptionLayout {
  look: CaptionLook;
  fontSize: number;
  lineHeight: number;
  /** Position of the two-line strip in the frame, in pixels. */
  strip: { x: number; y: number; width: number; height: number };
  /** Maximum width of a line. */
  maxWidth: number;
}

export function captionLayout(frame: FrameSize, platform: CaptionPlatform, look: CaptionLook): CaptionLayout {
  const isUpright = frame.height > frame.width;
  const { side, bottom } = isUpright ? MARGINS[platform] : UNCOVERED;
  const fontSize = Math.round(Math.min(frame.width, frame.height) * CAPTION_SIZE_SHARES[look.size]);
  const lineHeight = Math.round(fontSize * 1.3);
  const width = even(frame.width * (1 - 2 * side));
  const height = even(lineHeight * 2 + fontSize);
  const y = {
    bottom: frame.height * (1 - bottom) - height,
    middle: (frame.height - height) / 2,
    top: frame.height * TOP_SHARES[isUpright ? 'upright' : 'other'],
  }[look.place];
  return {
    look,
    fontSize,
    lineHeight,
    strip: { x: even((frame.width - width) / 2), y: even(y), width, height },
    maxWidth: width - fontSize,
  };
}

const even = (length: number): number => Math.round(length / 2) * 2;

/** Returns a function that measures lines of a text in the given layout. */
export function measureFor({ fontSize, maxWidth, look }: CaptionLayout, text: string): Measure {
  const context = createCanvas(1, 1).getContext('2d');
  setFont(context, fontSize, text, look.font);
  return { maxWidth, width: (line) => context.measureText(line).width };
}

interface Line {
  words: SpokenWord[];
  text: string;
  /** Horizontal centre of the text. */
  x: number;
  y: number;
  width: number;
}

/** Draws a strip with a phrase as PNG. `current` is the word being spoken, if it is to be highlighted. */
export function drawCaption(phrase: Phrase, layout: CaptionLayout, current: SpokenWord | null): Promise<Buffer> {
  const { strip, fontSize, lineHeight, look } = layout;
  const canvas = createCanvas(strip.width, strip.height);
  const context = canvas.getContext('2d');
  setFont(context, fontSize, joinWords(phrase.lines.flat()), look.font);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  // A single line is placed at the edge of the strip that is next to the frame's margin.
  const below = { bottom: phrase.lines.length - 1, middle: (phrase.lines.length + 1) / 2 - 0.5, top: 1 }[look.place];
  const lines = phrase.lines.map((words, index): Line => {
    const text = joinWords(words);
    const y = strip.height - fontSize * 0.55 - (below - index) * lineHeight;
    return { words, text, x: strip.width / 2, y, width: context.measureText(text).width };
  });
  const box = CAPTION_BOX_COLOURS[look.box];
  if (box !== null) for (const line of lines) drawBox(context, line, fontSize, box);
  for (const line of lines) drawLine(context, line, layout);
  if (current !== null && look.highlight !== null)
    for (const line of lines) drawCurrent(context, line, current, layout, look.highlight);
  return canvas.encode('png');
}

/** Draws an empty strip for times without narration. */
export const drawNoCaption = ({ strip }: CaptionLayout): Promise<Buffer> =>
  createCanvas(strip.width, strip.height).encode('png');

function drawBox(context: SKRSContext2D, { x, y, width }: Line, fontSize: number, colour: string): void {
  const padding = fontSize * 0.35;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - width / 2 - padding, y - fontSize, width + 2 * padding, fontSize * 1.3, fontSize * 0.22);
  context.fill();
}

function drawLine(context: SKRSContext2D, { text, x, y }: Line, { look, fontSize }: CaptionLayout): void {
  if (look.outline !== 'none') {
    context.strokeStyle = outlineColour(look.colour);
    context.lineWidth = fontSize * CAPTION_OUTLINE_SHARES[look.outline];
    context.strokeText(text, x, y);
  }
  context.fillStyle = look.colour;
  context.fillText(text, x, y);
}

/** Draws the whole line again in another colour, clipped to the word, so that connected letters keep their shapes. */
function drawCurrent(
  context: SKRSContext2D,
  line: Line,
  current: SpokenWord,
  { fontSize }: CaptionLayout,
  colour: string,
): void {
  const index = line.words.indexOf(current);
  if (index < 0) return;
  const end = joinWords(line.words.slice(0, index + 1)).length;
  const { direction } = context;
  const places = placesOf(line.text, [end - current.text.length, end], direction === 'rtl', (part, isRight) => {
    context.direction = isRight ? 'rtl' : 'ltr';
    return context.measureText(part).width;
  });
  context.direction = direction;
  const left = line.x - line.width / 2;
  context.save();
  context.beginPath();
  for (const place of places)
    context.rect(left + place.left, line.y - fontSize * 1.2, place.right - place.left, fontSize * 1.7);
  context.clip();
  context.fillStyle = colour;
  context.fillText(line.text, line.x, line.y);
  context.restore();
}

const TOP = '#1b2233';
const BOTTOM = '#07090f';
/** Font sizes as shares of the width; the largest is tried first. */
const SIZES = [0.1, 0.085, 0.07, 0.055, 0.04, 0.03];
const MOST_LINES = 7;

/** Draws a title card or an end card as JPEG, with centred text that is as large as fits. */
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

/** Splits a text into lines that fit. */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
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
