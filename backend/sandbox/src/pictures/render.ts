import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { nearestFormat } from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import type { Framing, PersonLook, PictureBrief, Place, Subject, TimeOfDay } from './brief';
import { glow } from './brush';
import { withPeople } from './drawn-look';
import type { NamedLook } from './drawn-look';
import { finish } from './finish';
import { paintClutter, paintForeground, paintLitter } from './foreground';
import { createLight, LAMP_LIGHT } from './palette';
import { PLACES } from './places';
import { paintPortrait } from './portrait';
import { createRandom } from './random';
import { readBrief } from './read-brief';
import { paintSky, paintWeather } from './sky';
import { layer, STAGE, stageFor } from './stage';
import type { Ground, Spot, Stage } from './stage';
import { paintBeast, paintBeastUpClose, paintSubject } from './subjects';
import { paintPerson, statureOf } from './subjects/person';
import type { Pose } from './subjects/person';
import { heldProp, isHandheld } from './subjects/props';

/** The camera's view of the scene in one of the four variants, without random details. */
interface View {
  framing: Framing;
  /** Height of an adult as a share of the image's height. */
  figure: number;
  /** Height of the camera in adults above the ground: 0.35 looks up, 1.3 looks down. */
  eye: number;
  bodyX: number;
  /** Position of the first person, as a share of the width; the others gather around. */
  crewX: number;
  away: boolean;
}

const view = (framing: Framing, figure: number, eye: number, bodyX: number, crewX: number, away = false): View => ({
  framing,
  figure,
  eye,
  bodyX,
  crewX,
  away,
});

/** Four views for each framing: first the framing of the prompt, then the shots that an editor would want beside it. */
const VIEWS: Record<Framing, readonly [View, View, View, View]> = {
  wide: [
    view('wide', 0.22, 1.1, 0.72, 0.36),
    view('medium', 0.33, 0.92, 0.26, 0.6),
    view('wide', 0.17, 1.8, 0.6, 0.62, true),
    view('close', 0.34, 0.8, 0.24, 0.5),
  ],
  medium: [
    view('medium', 0.33, 0.92, 0.72, 0.38),
    view('close', 0.34, 0.85, 0.26, 0.6),
    view('wide', 0.21, 1.3, 0.66, 0.34),
    view('medium', 0.36, 0.42, 0.22, 0.58),
  ],
  close: [
    view('close', 0.34, 0.85, 0.72, 0.4),
    view('medium', 0.34, 0.92, 0.26, 0.6),
    view('close', 0.34, 0.6, 0.6, 0.56),
    view('wide', 0.2, 1.3, 0.22, 0.36),
  ],
};

/** Captions lie below this share of the height, so figures stand above it. */
const FEET = 0.63;

const ELEVATION: Record<TimeOfDay, number> = { dawn: 0.86, day: 0.3, dusk: 0.88, night: 0.34 };

const HIDES_SUN: ReadonlySet<string> = new Set(['rain', 'storm']);

/** Places that are not lit by an open sky. */
const ENCLOSED: ReadonlySet<Place> = new Set<Place>(['room', 'cave', 'underwater', 'space']);

/** Paints one variant at the size of the stage. The same brief, seed and variant give the same pixels. */
export function compose(
  brief: PictureBrief,
  seed: string,
  variant: number,
  { width, height }: Size = STAGE,
): ReturnType<typeof layer>['canvas'] {
  const { canvas, ctx } = layer(width, height);
  const random = createRandom(`${seed}/${variant}`);
  const drawn = VIEWS[brief.framing][variant % 4] ?? VIEWS[brief.framing][0];
  // For variety, another seed for the same prompt may mirror the composition.
  const plan = createRandom(seed).chance(0.5) ? drawn : { ...drawn, bodyX: 1 - drawn.bodyX, crewX: 1 - drawn.crewX };
  const light = createLight(brief.time, brief.weather, brief.mood, variant);
  // Wide and square films have their captions lower, and less height for a figure.
  const isUpright = height > width;
  const feet = height * (FEET + (isUpright ? 0 : 0.07) - (plan.framing === 'wide' ? 0.02 : 0));
  const size = height * plan.figure * (isUpright ? 1 : 1.3) * random.range(0.95, 1.05);
  const eye = Math.min(height * 0.56, Math.max(height * 0.3, feet - size * plan.eye));
  const horizon = eye + height * random.range(-0.015, 0.015);
  const stage: Stage = {
    ctx,
    width,
    height,
    brief: { ...brief, framing: plan.framing },
    light,
    random,
    variant,
    horizon,
    crewX: plan.crewX,
    figure: { size, y: feet },
    body: {
      x: width * (plan.bodyX + random.range(-0.05, 0.05)),
      y: horizon * (ELEVATION[brief.time] + random.range(-0.05, 0.05)),
      radius: brief.time === 'night' ? 44 : brief.time === 'day' ? 40 : 56,
      visible: !HIDES_SUN.has(brief.weather) && !(brief.place === 'space'),
    },
  };
  if (!ENCLOSED.has(brief.place) || brief.place === 'cave') paintSky(stage);
  const ground = PLACES[brief.place](stage);
  if (plan.framing !== 'close') paintLitter(stage);
  populate(stage, ground, plan);
  if (plan.framing !== 'close') {
    paintClutter(stage);
    paintForeground(stage);
  }
  paintWeather(stage);
  finish(stage);
  return canvas;
}

function populate(stage: Stage, ground: Ground, plan: View): void {
  const { brief } = stage;
  const held = brief.people.length > 0 && brief.framing !== 'close' ? brief.subjects.find(isHandheld) : undefined;
  const hero = brief.people.length === 0 && brief.framing === 'close' ? brief.subjects[0] : undefined;
  const used = { land: 0, water: 0, surface: 0, beside: 0 };
  for (const subject of brief.subjects) {
    if (subject === held) continue;
    paintSubject(stage, ground, subject, used, subject === hero);
  }
  const [first] = brief.people;
  if (brief.framing === 'close' && first !== undefined) {
    // Each close shot of a conversation shows a different face.
    const faces = brief.people.filter(({ dressed }) => dressed);
    const turn = stage.variant % Math.max(1, faces.length);
    const shown = stage.variant === 0 ? faces.slice(0, 2) : faces.slice(turn, turn + 1);
    if (shown.length > 0) paintPortrait(stage, shown, brief.subjects.find(isHandheld));
    else if (first.beast !== null) paintBeastUpClose(stage, first.beast, first.fur);
    return;
  }
  paintCrew(stage, brief.people, plan, held);
}

const SPREAD: readonly [number, number][] = [
  [0, 0],
  [0.34, -0.02],
  [-0.3, -0.05],
  [0.6, -0.08],
  [-0.56, -0.1],
];

/**
 * Returns the scale of a group of characters. A group without people is drawn larger, so that mice fill the image as
 * people do.
 */
function enlarge(people: readonly PersonLook[]): number {
  if (people.some(({ beast }) => beast === null)) return 1;
  return Math.min(1.9, 0.86 / Math.max(0.3, ...people.filter(({ dressed }) => dressed).map(statureOf)));
}

/** Paints the characters around one point, those farther away a little higher and smaller. */
function paintCrew(stage: Stage, people: readonly PersonLook[], plan: View, held: Subject | undefined): void {
  const { width, figure, brief } = stage;
  const crowd = people.slice(0, SPREAD.length);
  const scale = enlarge(crowd);
  const placed = crowd.map((look, index) => {
    const [dx, dy] = SPREAD[index] ?? [0, 0];
    const towards = plan.crewX < 0.5 ? 1 : -1;
    const gap = Math.max(figure.size, 150) * dx * towards;
    const spot: Spot = {
      x: Math.max(70, Math.min(width - 70, width * plan.crewX + gap)),
      y: figure.y + dy * figure.size,
      size: figure.size * scale * (1 + dy * 0.8),
      depth: Math.max(0, -dy * 0.4),
    };
    return { look, index, spot };
  });
  const centre = placed.reduce((sum, { spot }) => sum + spot.x, 0) / Math.max(1, placed.length);
  for (const { look, index, spot } of placed.sort((a, b) => a.spot.y - b.spot.y)) {
    if (!look.dressed && look.beast !== null) {
      paintBeast(stage, spot, look.beast, look.fur);
      continue;
    }
    const carries = index === 0 && held !== undefined && isHandheld(held) ? held : undefined;
    // People look at each other; a person alone looks into the image.
    const facing = spot.x < (placed.length > 1 ? centre : width * 0.5) ? 1 : -1;
    const gesture = stage.random.fork(`gesture ${look.key}`).pick(['stand', 'walk', 'stand', 'think', 'wave'] as const);
    const moves = brief.action !== null && (index === 0 || brief.action === 'run' || brief.action === 'walk');
    const pose: Pose = carries ? 'hold' : moves ? (brief.action ?? gesture) : gesture;
    const drawHeld: ((ctx: SKRSContext2D, size: number) => void) | undefined = carries ? heldProp(carries) : undefined;
    paintPerson(stage, look, spot, { pose, facing, away: plan.away && !carries, held: drawHeld });
    if (carries === 'lantern') {
      const height = spot.size * statureOf(look);
      const [x, y] = [spot.x + facing * height * 0.2, spot.y - height * 0.56];
      glow(stage.ctx, x, y, height * 0.75, LAMP_LIGHT, 0.55 + stage.light.night * 0.3);
      glow(stage.ctx, x, y, height * 0.14, '#fff3d0', 0.9);
    }
  }
}

/** Draws bars of colour that differ for each seed and variant. */
function sketch(seed: string, variant: number, { width, height }: Size): ReturnType<typeof layer>['canvas'] {
  const { canvas, ctx } = layer(width, height);
  const random = createRandom(`${seed}/${variant}`);
  const bars = 4;
  for (let bar = 0; bar < bars; bar++) {
    ctx.fillStyle = `hsl(${random.int(0, 359)} ${random.int(30, 80)}% ${random.int(30, 70)}%)`;
    ctx.fillRect(0, Math.floor((height * bar) / bars), width, Math.ceil(height / bars));
  }
  return canvas;
}

export interface PictureWish {
  prompt: string;
  /** Any text; a different seed gives a different image for the same prompt. */
  seed: string;
  /** 0 to 3. */
  variant: number;
  width: number;
  height: number;
  /** Characters as reference pictures show them. */
  looks?: NamedLook[];
  /** True to draw bars of colour instead of a painting, in a tenth of the time. */
  isSketch?: boolean;
}

const JPEG_QUALITY = 90;

/** Renders a JPEG of exactly the requested size. The same input gives the same bytes. */
export function renderPicture({
  prompt,
  seed,
  variant,
  width,
  height,
  looks = [],
  isSketch = false,
}: PictureWish): Buffer {
  const stage = stageFor(width, height);
  const brief = readBrief(prompt, looks);
  const label = `${prompt}#${seed}`;
  const picture = isSketch ? sketch(label, variant, { width, height }) : compose(brief, label, variant, stage);
  if (picture.width === width && picture.height === height)
    return withPeople(picture.encodeSync('jpeg', JPEG_QUALITY), brief.people);
  const scaled = createCanvas(width, height);
  const ctx = scaled.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, ...coverCrop(stage, { width, height }), 0, 0, width, height);
  return withPeople(scaled.encodeSync('jpeg', JPEG_QUALITY), brief.people);
}

interface Size {
  width: number;
  height: number;
}

/** Returns the largest centred part of `from` that has the aspect ratio of `to`. */
function coverCrop(from: Size, to: Size): [number, number, number, number] {
  const scale = Math.min(from.width / to.width, from.height / to.height);
  const [width, height] = [to.width * scale, to.height * scale];
  return [(from.width - width) / 2, (from.height - height) / 2, width, height];
}

/** Returns the format that an image of any origin is nearest to. @throws Error when the bytes are no image */
export async function formatOfPicture(bytes: Uint8Array): Promise<FilmFormat> {
  const { width, height } = await loadImage(Buffer.from(bytes));
  return nearestFormat(width, height);
}

/**
 * Decodes an image of any origin and encodes it anew at the requested size, cropped to cover. All other data of the
 * file is dropped, so that other programs may read the result. The caller checks the number of pixels.
 * @throws Error when the bytes are no image.
 */
export async function recodePicture(bytes: Uint8Array, width: number, height: number): Promise<Buffer> {
  const image = await loadImage(Buffer.from(bytes));
  if (image.width < 1 || image.height < 1) throw new Error('The picture is empty.');
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#000000';
  ctx.fillRect(0, 0, width, height);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, ...coverCrop(image, { width, height }), 0, 0, width, height);
  return canvas.encodeSync('jpeg', 94);
}
