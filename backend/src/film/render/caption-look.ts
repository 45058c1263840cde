import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { CaptionPlatform } from './film-plan';
import { familiesFor } from './fonts';
import type { FrameSize } from './frame-size';
import type { Measure } from '@storyreel/contracts';

/** Shares of the frame that a platform covers with its own texts and buttons. */
interface Margins {
  side: number;
  bottom: number;
}

/** As the platforms' pages for advertisers show them, in 2026; sides are the wider of the two, so that texts stay centred. */
const MARGINS: Record<CaptionPlatform, Margins> = {
  tiktok: { side: 0.13, bottom: 0.22 },
  reels: { side: 0.07, bottom: 0.24 },
  shorts: { side: 0.14, bottom: 0.2 },
  all: { side: 0.14, bottom: 0.24 },
};
/** Wide and square films are played without buttons on top of them. */
const UNCOVERED: Margins = { side: 0.08, bottom: 0.07 };
const FONT_SHARE = 0.056;

export interface CaptionLook {
  fontSize: number;
  lineHeight: number;
  /** Where the strip with both lines lies in the frame, in pixels. */
  strip: { x: number; y: number; width: number; height: number };
  /** Of a line. */
  maxWidth: number;
}

/** How large captions are and where they stand, in a frame of this size. */
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

/** Sets up a context to draw `text` with the fonts that have its characters. */
export function setFont(context: SKRSContext2D, fontSize: number, text: string): void {
  context.font = `700 ${fontSize}px ${familiesFor(text)}, sans-serif`;
  context.fontVariationSettings = "'wght' 700";
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
}

const FIRST_STRONG = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]|(\p{L})/u;

/** By the first letter that has a direction, as paragraphs are. */
export function isRightToLeft(text: string): boolean {
  const found = FIRST_STRONG.exec(text);
  return found !== null && found[1] === undefined;
}

/** How wide lines of a text are with this look. */
export function measureFor({ fontSize, maxWidth }: CaptionLook, text: string): Measure {
  const context = createCanvas(1, 1).getContext('2d');
  setFont(context, fontSize, text);
  return { maxWidth, width: (line) => context.measureText(line).width };
}
