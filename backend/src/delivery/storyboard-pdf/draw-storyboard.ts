import { loadImage, PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { PAPER_POINTS } from '@storyreel/contracts';
import type { FramesPerPage, StoryboardPaper } from '@storyreel/contracts';
import { setCaptionFont, wrapText } from '../../generation';

/** A scene in the form that the storyboard shows. */
export interface StoryboardFrame {
  title: string;
  /** The scene's length, speaker and cast. */
  facts: string;
  /** Paragraphs below the facts, the most important first. */
  texts: string[];
  /** Reads the scene's image as a small JPEG; null for a scene without an image. */
  image: (() => Promise<Buffer | null>) | null;
}

export interface StoryboardPages {
  title: string;
  paper: StoryboardPaper;
  frames: FramesPerPage;
  /** Aspect ratio of the film's frame: width divided by height. */
  ratio: number;
}

/** JPEG quality of images in the PDF. Lossless images would take ten times the space. */
const JPEG_QUALITY = 80;
/** Lengths in points. */
const MARGIN = 36;
const HEAD = 26;
const GAP = 16;
const INK = '#14161c';
const GREY = '#5b6270';
const EMPTY = '#e8eaee';
/** Number of columns and rows of a page. */
const GRIDS: Record<FramesPerPage, { columns: number; rows: number }> = {
  2: { columns: 1, rows: 2 },
  4: { columns: 2, rows: 2 },
  6: { columns: 2, rows: 3 },
};
const SIZES: Record<FramesPerPage, { title: number; text: number }> = {
  2: { title: 13, text: 10.5 },
  4: { title: 10.5, text: 8.5 },
  6: { title: 9.5, text: 7.5 },
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draws a storyboard as PDF. Its texts stay selectable and use the fonts of the captions; its images stay JPEG.
 * @throws the signal's reason
 */
export async function drawStoryboard(
  pages: StoryboardPages,
  frames: readonly StoryboardFrame[],
  signal: AbortSignal,
): Promise<Buffer> {
  const { paper, frames: perPage, title } = pages;
  const size = PAPER_POINTS[paper];
  const document = new PDFDocument({ title, creator: 'Storyreel', encodingQuality: JPEG_QUALITY });
  const count = Math.max(1, Math.ceil(frames.length / perPage));
  for (let page = 0; page < count; page++) {
    signal.throwIfAborted();
    // The package declares the browser's context type here; at run time the object is the package's own context.
    const context = document.beginPage(size.width, size.height) as unknown as SKRSContext2D;
    drawHead(context, title, `${page + 1} / ${count}`, size.width);
    const onPage = frames.slice(page * perPage, (page + 1) * perPage);
    for (const [index, frame] of onPage.entries()) {
      const place = boxOf(index, perPage, size);
      await drawFrame(context, frame, place, pages);
    }
    document.endPage();
  }
  return document.close();
}

function boxOf(index: number, perPage: FramesPerPage, size: { width: number; height: number }): Box {
  const { columns, rows } = GRIDS[perPage];
  const width = (size.width - 2 * MARGIN - (columns - 1) * GAP) / columns;
  const height = (size.height - 2 * MARGIN - HEAD - (rows - 1) * GAP) / rows;
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return { x: MARGIN + column * (width + GAP), y: MARGIN + HEAD + row * (height + GAP), width, height };
}

function drawHead(context: SKRSContext2D, title: string, page: string, width: number): void {
  const right = textBox(context, page, 9, GREY, 400);
  right(width - MARGIN, MARGIN + 8, 'right');
  const room = width - 2 * MARGIN - 60;
  setCaptionFont(context, 11, title, 'sans', 700);
  const [line = ''] = linesOf(context, title, room, 1);
  textBox(context, line, 11, INK, 700)(MARGIN, MARGIN + 8, 'left');
}

/** Sets up the font of a line, and returns a function that draws the line, aligned to the left or right of a point. */
function textBox(context: SKRSContext2D, line: string, size: number, colour: string, weight: 400 | 700) {
  return (x: number, y: number, side: 'left' | 'right'): void => {
    setCaptionFont(context, size, line, 'sans', weight);
    context.fillStyle = colour;
    context.textAlign = side;
    context.textBaseline = 'alphabetic';
    context.fillText(line, x, y);
  };
}

async function drawFrame(
  context: SKRSContext2D,
  frame: StoryboardFrame,
  box: Box,
  { ratio, frames }: StoryboardPages,
): Promise<void> {
  const sizes = SIZES[frames];
  // An upright picture goes beside its text, a wide one above it.
  const isBeside = ratio <= 1;
  const most = isBeside
    ? { width: box.width * 0.48, height: box.height }
    : { width: box.width, height: box.height * 0.55 };
  const scale = Math.min(most.width / ratio, most.height);
  const place = { x: box.x, y: box.y, width: scale * ratio, height: scale };
  await drawImage(context, frame, place);
  const gap = sizes.text;
  const texts = isBeside
    ? { x: place.x + place.width + gap, y: box.y, width: box.width - place.width - gap, height: box.height }
    : { x: box.x, y: place.y + place.height + gap, width: box.width, height: box.height - place.height - gap };
  const { title, facts, texts: paragraphs } = frame;
  let y = texts.y;
  const bottom = texts.y + texts.height;
  const write = (text: string, size: number, colour: string, weight: 400 | 700, mostLines: number): void => {
    const lineHeight = size * 1.35;
    const room = Math.min(mostLines, Math.floor((bottom - y) / lineHeight));
    if (text.trim() === '' || room < 1) return;
    setCaptionFont(context, size, text, 'sans', weight);
    const isRight = context.direction === 'rtl';
    for (const line of linesOf(context, text, texts.width, room)) {
      y += lineHeight;
      setCaptionFont(context, size, text, 'sans', weight);
      context.fillStyle = colour;
      context.textAlign = isRight ? 'right' : 'left';
      context.textBaseline = 'alphabetic';
      context.fillText(line, isRight ? texts.x + texts.width : texts.x, y - lineHeight * 0.25);
    }
    y += size * 0.45;
  };
  write(title, sizes.title, INK, 700, 2);
  write(facts, sizes.text, GREY, 400, 2);
  for (const text of paragraphs) write(text, sizes.text, INK, 400, Infinity);
}

/**
 * Breaks a text into a limited number of lines. The last line shows whether text was cut off. The context's font must
 * be set.
 */
function linesOf(context: SKRSContext2D, text: string, width: number, most: number): string[] {
  const fits = (line: string): boolean => context.measureText(line).width <= width;
  // The text is shortened first: longer texts would not fit on a page, and measuring them takes time.
  const lines = text
    .slice(0, MOST_CHARACTERS)
    .split(/\n+/u)
    .flatMap((part) => (part.trim() === '' ? [] : wrapText(part, fits)));
  if (lines.length <= most) return lines;
  const shown = lines.slice(0, most);
  let last = [...(shown.pop() ?? '')];
  while (last.length > 0 && !fits(`${last.join('')}…`)) last = last.slice(0, -1);
  return [...shown, `${last.join('').trimEnd()}…`];
}

const MOST_CHARACTERS = 4_000;

async function drawImage(context: SKRSContext2D, { image }: StoryboardFrame, place: Box): Promise<void> {
  const { x, y, width, height } = place;
  context.fillStyle = EMPTY;
  context.fillRect(x, y, width, height);
  const bytes = image ? await image() : null;
  if (!bytes) return;
  const drawn = await loadImage(bytes);
  const scale = Math.min(width / drawn.width, height / drawn.height);
  const [wide, high] = [drawn.width * scale, drawn.height * scale];
  context.drawImage(drawn, x + (width - wide) / 2, y + (height - high) / 2, wide, high);
}
