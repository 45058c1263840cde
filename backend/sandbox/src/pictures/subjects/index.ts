import type { Beast, Subject } from '../brief';
import { lampLight, verticalGradient } from '../brush';
import { alpha, type Colour, darken, lighten } from '../colour';
import { blurBackdrop, lightSide } from '../stage';
import type { Ground, Spot, Stage } from '../stage';
import { LAMP_LIGHT, shade } from '../palette';
import { paintPlanet } from '../places/elsewhere';
import { broadleaf } from '../vegetation';
import { paintBalloon, paintBirds, paintOwl, paintRocket } from './flyers';
import { paintBoat, paintShip } from './boats';
import { paintHouse, paintLighthouse, paintTower } from './buildings';
import { paintFire } from './fire';
import { paintBed, paintChair, paintDoor, paintLamp, paintTable } from './furniture';
import { paintClock, paintMirror, paintPiano } from './instruments';
import { paintBridge, paintCastle, paintTent } from './landmarks';
import { isProp, paintProp, type PropKind, propStature } from './props';
import { ANIMALS, type AnimalKind } from './animal-builds';
import { paintPerched, sits, sittingHeight } from './perched';
import { paintAnimal } from './quadruped';
import { paintFish, paintWhale } from './sea-animals';
import { paintBicycle, paintCar, paintTrain } from './vehicles';
import { paintDragon, paintRainbow } from './wonders';

type Painter = (stage: Stage, spot: Spot) => void;

/** Large things that stand on land away from the people. */
const ON_LAND: Partial<Record<Subject, Painter>> = {
  lighthouse: paintLighthouse,
  house: paintHouse,
  castle: paintCastle,
  tower: paintTower,
  bridge: paintBridge,
  tent: paintTent,
  train: paintTrain,
  rocket: paintRocket,
  tree: (stage, spot) =>
    broadleaf(
      stage.ctx,
      stage.random.fork('tree'),
      spot.x,
      spot.y,
      spot.size * 3,
      shade(stage.light, '#557a3d', spot.depth),
      shade(stage.light, '#4b3828', spot.depth, -0.3),
      lightSide(stage),
    ),
};

const ON_WATER: Partial<Record<Subject, Painter>> = { boat: paintBoat, ship: paintShip, whale: paintWhale };

/** Things of a person's size that stand beside people. */
const BESIDE: Partial<Record<Subject, Painter>> = {
  car: paintCar,
  bicycle: paintBicycle,
  fire: paintFire,
  chair: paintChair,
  bed: paintBed,
  door: paintDoor,
  clock: paintClock,
  mirror: paintMirror,
  piano: paintPiano,
  owl: paintOwl,
  table: paintTable,
  lamp: (stage, spot) => paintLamp(stage, spot, false),
};

const isAnimal = (subject: string): subject is AnimalKind => subject in ANIMALS;

/** Subjects that every room contains already, so that they are not drawn twice. */
const IN_EVERY_ROOM: ReadonlySet<Subject> = new Set([
  'window',
  'table',
  'chair',
  'lighthouse',
  'house',
  'tower',
  'bridge',
  'castle',
]);

/** Paints an animal without clothes, as it stands in nature. */
export function paintBeast(stage: Stage, spot: Spot, beast: Beast, fur: Colour | null = null): void {
  if (isAnimal(beast) && (stage.brief.action === 'run' || !sits(beast))) paintAnimal(stage, spot, beast, fur);
  else paintPerched(stage, spot, beast, fur);
}

/** Paints an animal without clothes, large and before blurred surroundings. */
export function paintBeastUpClose(stage: Stage, beast: Beast, fur: Colour | null): void {
  blurBackdrop(stage);
  // The eyes of an animal that sits are where a person's would be.
  if (sits(beast))
    paintPerched(
      stage,
      { x: stage.width * 0.47, y: stage.height * 0.78, size: 640 / sittingHeight(beast), depth: 0 },
      beast,
      fur,
    );
  else if (isAnimal(beast))
    paintAnimal(
      stage,
      { x: stage.width * 0.46, y: stage.height * 0.63, size: 400 / ANIMALS[beast].height, depth: 0 },
      beast,
      fur,
    );
}

export interface UsedSpots {
  land: number;
  water: number;
  surface: number;
  beside: number;
}

/** Subjects drawn smaller than to scale, a step behind the people, so that they fit into the image. */
const BULKY: ReadonlySet<Subject> = new Set(['car', 'piano', 'bed', 'horse', 'bear', 'deer']);

/** Puts a subject on a free spot of the place. A `hero` fills the image. */
export function paintSubject(stage: Stage, ground: Ground, subject: Subject, used: UsedSpots, hero: boolean): void {
  const { brief } = stage;
  if (brief.place === 'room' && IN_EVERY_ROOM.has(subject) && !hero) return;
  if (hero && (isProp(subject) || isAnimal(subject))) {
    paintHero(stage, subject);
    return;
  }
  const water = ON_WATER[subject];
  if (water !== undefined) {
    const spot =
      ground.water[used.water++] ??
      (ground.water.length > 0 || brief.place === 'room' ? undefined : ground.land[used.land++]);
    if (spot !== undefined) water(stage, spot);
    return;
  }
  const land = ON_LAND[subject];
  if (land !== undefined) {
    land(stage, ground.land[used.land++] ?? farSpot(stage, used.land));
    return;
  }
  if (paintAloft(stage, subject)) return;
  paintNear(stage, ground, subject, used);
}

/** A fallback spot on the horizon, away from the people, for a place without spots. */
const farSpot = ({ width, horizon, crewX }: Stage, index: number): Spot => ({
  x: width * (crewX < 0.5 ? 0.78 - index * 0.08 : 0.22 + index * 0.08),
  y: horizon + 70,
  size: 64,
  depth: 0.28,
});

/** Paints a close-up of a thing or an animal in front of a blurred world. */
function paintHero(stage: Stage, subject: PropKind | AnimalKind): void {
  const { ctx, width, height, light, variant } = stage;
  blurBackdrop(stage);
  const x = width * ([0.5, 0.46, 0.56, 0.5][variant % 4] ?? 0.5);
  const scale = [1, 1.22, 0.9, 0.78][variant % 4] ?? 1;
  const isThing = isProp(subject);
  const ledge = height * (isThing ? 0.58 : 0.63);
  if (isThing) {
    const wood = stage.brief.place === 'room' ? '#7a5033' : '#6d675e';
    ctx.fillStyle = verticalGradient(ctx, ledge - 60, height, [
      [0, shade(light, lighten(wood, 0.22), 0, 0.6)],
      [0.25, shade(light, wood, 0, 0.1)],
      [1, shade(light, darken(wood, 0.6), 0, -0.4)],
    ]);
    ctx.fillRect(0, ledge - 60, width, height);
    ctx.strokeStyle = alpha(shade(light, darken(wood, 0.6), 0), 0.35);
    ctx.lineWidth = 3;
    for (let grain = 0; grain < 5; grain++) {
      ctx.beginPath();
      ctx.moveTo(0, ledge - 30 + grain * grain * 22);
      ctx.bezierCurveTo(
        width * 0.3,
        ledge - 38 + grain * grain * 22,
        width * 0.7,
        ledge - 20 + grain * grain * 22,
        width,
        ledge - 30 + grain * grain * 22,
      );
      ctx.stroke();
    }
    lampLight(ctx, x, ledge - 120, 620, LAMP_LIGHT, 0.35 + light.night * 0.35);
    paintProp(stage, { x, y: ledge + 50, size: 420, depth: 0 }, subject, scale * (380 / (420 * propStature(subject))));
    return;
  }
  paintBeastUpClose(stage, subject, null);
}

const ON_THE_GROUND: ReadonlySet<Subject> = new Set(['gate', 'wheelbarrow', 'sled', 'bench']);

function paintAloft(stage: Stage, subject: Subject): boolean {
  const { width, horizon, brief } = stage;
  if (brief.place === 'room' && subject !== 'fish')
    return ['bird', 'gull', 'planet', 'balloon', 'kite', 'dragon', 'rainbow', 'whale'].includes(subject);
  const free = width * (stage.body.x > width / 2 ? 0.3 : 0.7);
  switch (subject) {
    case 'bird':
      paintBirds(stage, 9, '#2b2f3a');
      return true;
    case 'gull':
      paintBirds(stage, 6, '#f4f5f2');
      return true;
    case 'fish':
      paintFish(
        stage,
        {
          x: width / 2,
          y: brief.place === 'underwater' ? stage.height * 0.5 : stage.figure.y - 60,
          size: 300,
          depth: 0.05,
        },
        brief.place === 'underwater' ? 14 : 3,
      );
      return true;
    case 'planet':
      if (brief.place !== 'space') paintPlanet(stage, free, horizon * 0.3, width * 0.12);
      return true;
    case 'balloon':
      paintBalloon(stage, { x: free, y: horizon * 0.42, size: 120, depth: 0.12 });
      return true;
    case 'kite':
      paintProp(stage, { x: free, y: horizon * 0.5, size: 190, depth: 0.05 }, 'kite');
      return true;
    case 'dragon':
      paintDragon(stage, { x: free, y: horizon * 0.5, size: 200, depth: 0.12 });
      return true;
    case 'goose':
    case 'frog':
      paintPerched(
        stage,
        { x: free, y: stage.figure.y + 20, size: Math.min(stage.figure.size, 380), depth: 0 },
        subject,
      );
      return true;
    case 'rainbow':
      paintRainbow(stage);
      return true;
    default:
      return false;
  }
}

/** Puts a small subject on a table if there is one, others on the ground on the far side from the people. */
function paintNear(stage: Stage, ground: Ground, subject: Subject, used: UsedSpots): void {
  const { width, figure } = stage;
  const crewLeft = stage.crewX < 0.5;
  const count = used.beside;
  const room = Math.min(figure.size, BULKY.has(subject) ? 215 : 430);
  const beside: Spot = {
    x:
      width *
      (crewLeft ? (BULKY.has(subject) ? 0.68 : 0.76) - count * 0.1 : (BULKY.has(subject) ? 0.32 : 0.24) + count * 0.1),
    y: Math.min(figure.y, stage.height - 40) + 8 - count * 14 - (BULKY.has(subject) ? 50 : 0),
    size: room,
    depth: 0,
  };
  if (isAnimal(subject)) {
    used.beside++;
    paintBeast(stage, { ...beside, y: beside.y + 10 }, subject);
    return;
  }
  const surface = ground.surface[used.surface];
  if (subject === 'lamp' && surface !== undefined) {
    used.surface++;
    paintLamp(stage, surface, true);
    return;
  }
  if (isProp(subject)) {
    const lies = surface !== undefined && subject !== 'robot' && subject !== 'umbrella' && !ON_THE_GROUND.has(subject);
    used[lies ? 'surface' : 'beside']++;
    paintProp(stage, lies ? surface : beside, subject);
    return;
  }
  used.beside++;
  BESIDE[subject]?.(stage, beside);
}
