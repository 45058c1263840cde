import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { GlobalCompositeOperation, Image, SKRSContext2D } from '@napi-rs/canvas';
import { createRandom } from './random';

export interface Retouch {
  bytes: Uint8Array;
  /** A PNG as large as the image, transparent where the image may change. */
  mask?: Uint8Array | undefined;
  instruction: string;
  /** The same seed gives the same result. */
  seed: string;
}

const QUALITY = 93;

interface Sheet {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  seed: string;
}
type Effect = (sheet: Sheet) => void;

const wash =
  (mode: GlobalCompositeOperation, colour: string, strength: number): Effect =>
  ({ ctx, width, height }) => {
    ctx.save();
    ctx.globalCompositeOperation = mode;
    ctx.globalAlpha = strength;
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, width, height);
    ctx.restore();
  };

/** Draws the sheet over itself through a filter. */
const filtered =
  (filter: (width: number) => string): Effect =>
  ({ ctx, width, height }) => {
    const copy = createCanvas(width, height);
    copy.getContext('2d').drawImage(ctx.canvas, 0, 0);
    ctx.save();
    ctx.filter = filter(width);
    ctx.drawImage(copy, 0, 0);
    ctx.restore();
  };

const specks =
  (count: number, draw: (ctx: SKRSContext2D, x: number, y: number, size: number) => void, within = 1): Effect =>
  ({ ctx, width, height, seed }) => {
    const random = createRandom(`${seed}/specks`);
    ctx.save();
    for (let speck = 0; speck < count; speck++) {
      const size = (width / 400) * random.range(0.5, 1.6);
      draw(ctx, random.range(0, width), random.range(0, height * within), size);
    }
    ctx.restore();
  };

const dot =
  (colour: string) =>
  (ctx: SKRSContext2D, x: number, y: number, size: number): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, size, 0, Math.PI * 2);
    ctx.fill();
  };

function streak(ctx: SKRSContext2D, x: number, y: number, size: number): void {
  ctx.strokeStyle = 'rgba(205, 220, 240, 0.55)';
  ctx.lineWidth = size * 0.7;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - size * 5, y + size * 26);
  ctx.stroke();
}

const inTurn =
  (...effects: readonly Effect[]): Effect =>
  (sheet) =>
    effects.forEach((effect) => effect(sheet));

const tint = (colour: string): Effect => wash('color', colour, 0.65);

/** Effects by words of the instruction; all effects that the instruction names are applied, in this order. */
const EFFECTS: readonly (readonly [words: RegExp, effect: Effect])[] = [
  [
    /\b(?:night|midnight|moonlit|dark)\b|nacht|nuit|夜/iu,
    inTurn(wash('multiply', '#26345f', 0.9), specks(70, dot('rgba(255, 255, 240, 0.8)'), 0.3)),
  ],
  [/\b(?:dawn|dusk|sunset|sunrise|golden|warm(?:er)?)\b/iu, wash('soft-light', '#ff9a3c', 0.85)],
  [/\b(?:day|daylight|noon|bright(?:er)?|sunny)\b/iu, wash('screen', '#fff3d6', 0.35)],
  [/\b(?:cold(?:er)?|winter|icy)\b/iu, wash('soft-light', '#5aa9ff', 0.8)],
  [/\b(?:fog(?:gy)?|mist(?:y)?|haze|hazy)\b/iu, wash('source-over', '#dfe5e8', 0.55)],
  [/\b(?:snow(?:y|ing)?)\b/iu, inTurn(wash('screen', '#e9f1fa', 0.3), specks(900, dot('rgba(255, 255, 255, 0.85)')))],
  [/\b(?:rain(?:y|ing)?|storm(?:y)?)\b/iu, inTurn(wash('multiply', '#8d9bad', 0.7), specks(420, streak))],
  [/\b(?:black and white|monochrome|gr[ae]y)\b/iu, filtered(() => 'grayscale(1)')],
  [/\b(?:sepia|vintage|old photo)\b/iu, filtered(() => 'sepia(0.9)')],
  [/\b(?:blur(?:red|ry)?|soft(?:er)?)\b/iu, filtered((width) => `blur(${Math.max(2, Math.round(width / 120))}px)`)],
  [/\bred\b/iu, tint('#c0262d')],
  [/\borange\b/iu, tint('#d9731a')],
  [/\byellow\b/iu, tint('#e0c020')],
  [/\bgreen\b/iu, tint('#2f8f46')],
  [/\bblue\b/iu, tint('#2b5fb8')],
  [/\b(?:purple|violet)\b/iu, tint('#7440b0')],
  [/\bpink\b/iu, tint('#d9669c')],
];

/** For words without a known effect: a fixed colour, so that a change is visible. */
const unknown: Effect = (sheet) => {
  const hue = Math.floor(createRandom(`${sheet.seed}/hue`).range(0, 360));
  wash('color', `hsl(${hue}, 55%, 50%)`, 0.4)(sheet);
};

/** Writes on the image that unknown words only changed its colour. */
function label({ ctx, width, height }: Sheet, instruction: string): void {
  const size = Math.max(11, Math.round(width / 36));
  ctx.save();
  ctx.font = `600 ${size}px Inter, sans-serif`;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.6)';
  ctx.fillRect(0, height - size * 2.2, width, size * 2.2);
  ctx.fillStyle = '#ffffff';
  ctx.textBaseline = 'middle';
  ctx.fillText(`Sandbox: ${instruction}`.slice(0, 80), size * 0.7, height - size * 1.1, width - size * 1.4);
  ctx.restore();
}

/** Returns the image changed by the instruction, as a JPEG; only within the mask if there is one. */
export async function retouchPicture({ bytes, mask, instruction, seed }: Retouch): Promise<Buffer> {
  const image = await loadImage(Buffer.from(bytes));
  const sheet = sheetOf(image, image.width, image.height, seed);
  const named = EFFECTS.filter(([words]) => words.test(instruction));
  for (const [, effect] of named) effect(sheet);
  if (named.length === 0) {
    unknown(sheet);
    label(sheet, instruction);
  }
  if (mask !== undefined) {
    // Removes the result under the mask's opaque part, so that the original image shows there.
    sheet.ctx.globalCompositeOperation = 'destination-out';
    sheet.ctx.drawImage(await loadImage(Buffer.from(mask)), 0, 0, sheet.width, sheet.height);
    sheet.ctx.globalCompositeOperation = 'destination-over';
    sheet.ctx.drawImage(image, 0, 0);
  }
  return sheet.ctx.canvas.encodeSync('jpeg', QUALITY);
}

/** Returns the image enlarged by cubic interpolation, as a JPEG. */
export async function upscalePicture({ bytes, factor }: { bytes: Uint8Array; factor: number }): Promise<Buffer> {
  const image = await loadImage(Buffer.from(bytes));
  const sheet = sheetOf(image, image.width * factor, image.height * factor, '');
  return sheet.ctx.canvas.encodeSync('jpeg', QUALITY);
}

function sheetOf(image: Image, width: number, height: number, seed: string): Sheet {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, width, height);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, 0, 0, width, height);
  return { ctx, width, height, seed };
}
