import type { Subject } from '../brief';
import { shade } from '../palette';
import { paintPlanet } from '../places/elsewhere';
import { type Ground, lightSide, type Spot, type Stage } from '../stage';
import { broadleaf } from '../vegetation';
import { ANIMALS, type AnimalKind, paintAnimal, paintBirds, paintFish, paintOwl, paintWhale } from './animals';
import { paintBridge, paintCastle, paintHouse, paintLighthouse, paintTent, paintTower } from './buildings';
import { paintBed, paintChair, paintClock, paintDoor, paintLamp, paintMirror, paintPiano, paintTable } from './furniture';
import { isProp, paintFire, paintProp } from './props';
import { paintDragon, paintRainbow } from './wonders';
import { paintBalloon, paintBicycle, paintBoat, paintCar, paintRocket, paintShip, paintTrain } from './vehicles';

type Painter = (stage: Stage, spot: Spot) => void;

/** Large things that stand on land away from the people. */
const ON_LAND: Partial<Record<Subject, Painter>> = {
  lighthouse: paintLighthouse, house: paintHouse, castle: paintCastle, tower: paintTower, bridge: paintBridge,
  tent: paintTent, train: paintTrain, rocket: paintRocket,
  tree: (stage, spot) => broadleaf(stage.ctx, stage.random.fork('tree'), spot.x, spot.y, spot.size * 3, shade(stage.light, '#557a3d', spot.depth), shade(stage.light, '#4b3828', spot.depth, -0.3), lightSide(stage)),
};

const ON_WATER: Partial<Record<Subject, Painter>> = { boat: paintBoat, ship: paintShip, whale: paintWhale };

/** Things of a person's size that stand beside people. */
const BESIDE: Partial<Record<Subject, Painter>> = {
  car: paintCar, bicycle: paintBicycle, fire: paintFire, chair: paintChair, bed: paintBed, door: paintDoor,
  clock: paintClock, mirror: paintMirror, piano: paintPiano, owl: paintOwl, table: paintTable,
  lamp: (stage, spot) => paintLamp(stage, spot, false),
};

const isAnimal = (subject: Subject): subject is AnimalKind => subject in ANIMALS;

/** Rooms are furnished by their place; what they already show is not drawn twice. */
const IN_EVERY_ROOM: ReadonlySet<Subject> = new Set(['window', 'table', 'chair', 'lighthouse', 'house', 'tower', 'bridge', 'castle']);

export interface UsedSpots {
  land: number;
  water: number;
  surface: number;
}

/** Puts a subject where the place has room for it. A `hero` fills the picture. */
export function paintSubject(stage: Stage, ground: Ground, subject: Subject, used: UsedSpots, hero: boolean): void {
  const { brief, width, height, figure } = stage;
  if (brief.place === 'room' && IN_EVERY_ROOM.has(subject) && !hero) return;
  if (hero && (isProp(subject) || isAnimal(subject))) {
    const spot: Spot = { x: width / 2, y: height * 0.78, size: figure.size, depth: 0 };
    if (isProp(subject)) paintProp(stage, spot, subject, 3.4);
    else paintAnimal(stage, { ...spot, y: height * 0.86, size: 430 / ANIMALS[subject].height }, subject);
    return;
  }
  const water = ON_WATER[subject];
  if (water !== undefined) {
    const spot = ground.water[used.water++] ?? (ground.water.length > 0 || brief.place === 'room' ? undefined : ground.land[used.land++]);
    if (spot !== undefined) water(stage, spot);
    return;
  }
  const land = ON_LAND[subject];
  if (land !== undefined) {
    const spot = ground.land[used.land++];
    if (spot !== undefined) land(stage, spot);
    return;
  }
  if (paintAloft(stage, subject)) return;
  paintNear(stage, ground, subject, used);
}

function paintAloft(stage: Stage, subject: Subject): boolean {
  const { width, horizon, brief } = stage;
  if (brief.place === 'room' && subject !== 'fish') return ['bird', 'gull', 'planet', 'balloon', 'kite', 'dragon', 'rainbow', 'whale'].includes(subject);
  const free = width * (stage.body.x > width / 2 ? 0.3 : 0.7);
  switch (subject) {
    case 'bird':
      paintBirds(stage, 9, '#2b2f3a');
      return true;
    case 'gull':
      paintBirds(stage, 6, '#f4f5f2');
      return true;
    case 'fish':
      paintFish(stage, { x: width / 2, y: brief.place === 'underwater' ? stage.height * 0.5 : stage.figure.y - 60, size: 300, depth: 0.05 }, brief.place === 'underwater' ? 14 : 3);
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
    case 'rainbow':
      paintRainbow(stage);
      return true;
    default:
      return false;
  }
}

/** On the table when there is one and it is small; else on the ground at the far side from the people. */
function paintNear(stage: Stage, ground: Ground, subject: Subject, used: UsedSpots): void {
  const { width, figure } = stage;
  const crewLeft = stage.variant % 2 === 0;
  const count = used.surface + used.land;
  const beside: Spot = { x: width * (crewLeft ? 0.76 - count * 0.06 : 0.2 + count * 0.06), y: figure.y + 8 - count * 10, size: figure.size, depth: 0 };
  if (isAnimal(subject)) {
    used.land++;
    paintAnimal(stage, { ...beside, y: beside.y + 10 }, subject);
    return;
  }
  const surface = ground.surface[used.surface];
  if (subject === 'lamp' && surface !== undefined) {
    used.surface++;
    paintLamp(stage, surface, true);
    return;
  }
  if (isProp(subject)) {
    used.surface++;
    paintProp(stage, surface !== undefined && subject !== 'robot' && subject !== 'umbrella' ? surface : beside, subject);
    return;
  }
  used.land++;
  BESIDE[subject]?.(stage, beside);
}
