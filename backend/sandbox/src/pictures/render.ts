import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { nearestFormat } from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import type { Framing, PersonLook, PictureBrief, Place, Subject, TimeOfDay } from './brief';
import { glow } from './brush';
import { finish } from './finish';
import { createLight, LAMP_LIGHT } from './palette';
import { PLACES } from './places';
import { paintPortrait } from './portrait';
import { createRandom } from './random';
import { readBrief } from './read-brief';
import { paintSky, paintWeather } from './sky';
import { layer, STAGE, stageFor } from './stage';
import type { Ground, Spot, Stage } from './stage';
import { paintSubject } from './subjects';
import { paintPerson, statureOf } from './subjects/person';
import type { Pose } from './subjects/person';
import { heldProp, isHandheld } from './subjects/props';

/** Differences between the four variants of one prompt, before any random detail. */
interface Composition {
  horizon: number;
  figure: number;
  bodyX: number;
  /** Position of the first person, as a share of the width; the others gather around. */
  crewX: number;
  away: boolean;
}

const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  { horizon: 0.56, figure: 1, bodyX: 0.72, crewX: 0.36, away: false },
  { horizon: 0.5, figure: 1.5, bodyX: 0.26, crewX: 0.62, away: false },
  { horizon: 0.63, figure: 1.12, bodyX: 0.6, crewX: 0.34, away: true },
  { horizon: 0.44, figure: 0.62, bodyX: 0.22, crewX: 0.6, away: false },
];

const FIGURE: Record<Framing, number> = { wide: 250, medium: 420, close: 560 };

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
  const drawn = COMPOSITIONS[variant % COMPOSITIONS.length] ?? COMPOSITIONS[0];
  // For variety, another seed for the same prompt may mirror the composition.
  const plan = createRandom(seed).chance(0.5) ? drawn : { ...drawn, bodyX: 1 - drawn.bodyX, crewX: 1 - drawn.crewX };
  const light = createLight(brief.time, brief.weather, brief.mood, variant);
  const horizon = height * (plan.horizon + random.range(-0.02, 0.02));
  const natural = Math.min(FIGURE[brief.framing] * plan.figure, height * 0.5);
  const size = brief.place === 'room' ? Math.max(310, natural) : natural;
  const stage: Stage = {
    ctx,
    width,
    height,
    brief,
    light,
    random,
    variant,
    horizon,
    crewX: plan.crewX,
    figure: { size, y: Math.min(height - 46, Math.max(horizon + size * 0.86, height * 0.84)) },
    body: {
      x: width * (plan.bodyX + random.range(-0.05, 0.05)),
      y: horizon * (ELEVATION[brief.time] + random.range(-0.05, 0.05)),
      radius: brief.time === 'night' ? 44 : brief.time === 'day' ? 40 : 56,
      visible: !HIDES_SUN.has(brief.weather) && !(brief.place === 'space'),
    },
  };
  if (!ENCLOSED.has(brief.place) || brief.place === 'cave') paintSky(stage);
  const ground = PLACES[brief.place](stage);
  populate(stage, ground, plan);
  paintWeather(stage);
  finish(stage);
  return canvas;
}

function populate(stage: Stage, ground: Ground, plan: Composition): void {
  const { brief } = stage;
  const held = brief.people.length > 0 && brief.framing !== 'close' ? brief.subjects.find(isHandheld) : undefined;
  const hero = brief.people.length === 0 && brief.framing === 'close' ? brief.subjects[0] : undefined;
  const used = { land: 0, water: 0, surface: 0, beside: 0 };
  for (const subject of brief.subjects) {
    if (subject === held) continue;
    paintSubject(stage, ground, subject, used, subject === hero);
  }
  if (brief.framing === 'close' && brief.people[0] !== undefined) {
    paintPortrait(stage, brief.people.slice(0, 2), brief.subjects.find(isHandheld));
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

/** Paints people around one point, those farther away a little higher and smaller. */
function paintCrew(stage: Stage, people: readonly PersonLook[], plan: Composition, held: Subject | undefined): void {
  const { width, figure } = stage;
  const crowd = people.slice(0, SPREAD.length);
  const placed = crowd.map((look, index) => {
    const [dx, dy] = SPREAD[index] ?? [0, 0];
    const towards = plan.crewX < 0.5 ? 1 : -1;
    const gap = Math.max(figure.size * 0.95, 130) * dx * towards;
    const spot: Spot = {
      x: Math.max(60, Math.min(width - 60, width * plan.crewX + gap)),
      y: figure.y + dy * figure.size,
      size: figure.size * (1 + dy * 0.8),
      depth: Math.max(0, -dy * 0.4),
    };
    return { look, index, spot };
  });
  for (const { look, index, spot } of placed.sort((a, b) => a.spot.y - b.spot.y)) {
    const carries = index === 0 && held !== undefined && isHandheld(held) ? held : undefined;
    const facing = spot.x < width * 0.5 ? 1 : -1;
    const pose: Pose = carries
      ? 'hold'
      : stage.random.fork(`gesture ${look.key}`).pick(['stand', 'walk', 'stand', 'point']);
    const drawHeld: ((ctx: SKRSContext2D, size: number) => void) | undefined = carries ? heldProp(carries) : undefined;
    paintPerson(stage, look, spot, { pose, facing, away: plan.away && !carries, held: drawHeld });
    if (carries === 'lantern') {
      const height = spot.size * statureOf(look);
      glow(
        stage.ctx,
        spot.x + facing * height * 0.2,
        spot.y - height * 0.58,
        height * 0.75,
        LAMP_LIGHT,
        0.55 + stage.light.night * 0.3,
      );
      glow(stage.ctx, spot.x + facing * height * 0.2, spot.y - height * 0.58, height * 0.14, '#fff3d0', 0.9);
    }
  }
}

export interface PictureWish {
  prompt: string;
  /** Any text; another seed gives another image for the same prompt. */
  seed: string;
  /** 0 to 3. */
  variant: number;
  width: number;
  height: number;
}

const JPEG_QUALITY = 90;

/** Renders a JPEG of exactly the requested size. The same input gives the same bytes. */
export function renderPicture({ prompt, seed, variant, width, height }: PictureWish): Buffer {
  const stage = stageFor(width, height);
  const picture = compose(readBrief(prompt), `${prompt}#${seed}`, variant, stage);
  if (width === stage.width && height === stage.height) return picture.encodeSync('jpeg', JPEG_QUALITY);
  const scaled = createCanvas(width, height);
  const ctx = scaled.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, ...coverCrop(stage, { width, height }), 0, 0, width, height);
  return scaled.encodeSync('jpeg', JPEG_QUALITY);
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
