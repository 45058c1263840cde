import { createCanvas } from '@napi-rs/canvas';
import { setFont } from './caption-look';
import type { FrameSize } from './frame-size';
import { breakLong, joinWords, splitWords } from '@storyreel/contracts';

const TOP = '#1b2233';
const BOTTOM = '#07090f';
/** Of the width; the largest is tried first. */
const SIZES = [0.1, 0.085, 0.07, 0.055, 0.04, 0.03];
const MOST_LINES = 7;

/** A title or an end card as JPEG: its text in the middle, as large as it fits. */
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
