import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type CaptionLook, isRightToLeft, setFont } from './caption-look';
import type { CaptionStyle } from './film-plan';
import { joinWords, type Phrase, type SpokenWord } from '@storyreel/contracts';

const WHITE = '#ffffff';
const SPOKEN = '#ffd60a';
const OUTLINE = 'rgba(0,0,0,0.85)';
const BOX = 'rgba(0,0,0,0.66)';

interface Line {
  words: SpokenWord[];
  text: string;
  /** Of the middle of the text. */
  x: number;
  y: number;
  width: number;
}

/** A strip as PNG with a phrase at its lower edge; `current` is the word being said, with the style 'words'. */
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

/** Nothing at all: what lies over the picture while nobody speaks. */
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

/** The whole line again in another colour, of which only the word is let through: joined letters keep their shapes. */
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
