import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PersonLook } from '../brief';
import { blob, outline, type Point } from '../brush';
import { darken, lighten, mix } from '../colour';

export interface HeadPlace {
  x: number;
  y: number;
  radius: number;
  /** True when the person is turned away from the camera: hair instead of a face. */
  away: boolean;
  /** -1 sad, 0 serious, 1 smiling. */
  mood?: number;
}

type Fill = (points: readonly Point[], colour: string) => void;

const filler =
  (ctx: SKRSContext2D, { x, y, radius }: HeadPlace): Fill =>
  (points, colour) => {
    blob(
      ctx,
      points.map(([px, py]): Point => [x + px * radius, y + py * radius]),
    );
    ctx.fillStyle = colour;
    ctx.fill();
  };

/** Paints the hair behind the neck; call it before painting the shoulders. */
export function paintHairBehind(ctx: SKRSContext2D, look: PersonLook, place: HeadPlace): void {
  const fill = filler(ctx, place);
  const shadow = darken(look.hairColour, 0.25);
  if (look.hair === 'long')
    fill(
      outline('-1,-0.9 -1.3,0.2 -1.36,1.5 -1,2.5 -0.3,2.2 0.4,2.25 1.05,2.4 1.3,1.4 1.2,0.1 0.95,-0.9 0,-1.25'),
      shadow,
    );
  if (look.hair === 'bob')
    fill(outline('-1.05,-0.9 -1.3,0.1 -1.28,0.95 -0.6,1.15 0.3,1.1 1.1,1.08 1.28,0.9 1.2,0 0.95,-0.9 0,-1.25'), shadow);
  if (look.hair === 'bun')
    fill(outline('-1.35,-1.05 -0.8,-1.62 -0.2,-1.35 -0.35,-0.7 -1,-0.55'), darken(look.hairColour, 0.12));
  if (look.hair === 'curly') {
    for (let curl = 0; curl < 13; curl++) {
      const angle = Math.PI * (0.82 + (curl / 12) * 1.36);
      ctx.fillStyle = curl % 2 ? shadow : look.hairColour;
      ctx.beginPath();
      ctx.arc(
        place.x + Math.cos(angle) * place.radius * 1.05,
        place.y + (Math.sin(angle) * 1.05 - 0.12) * place.radius,
        place.radius * 0.42,
        0,
        Math.PI * 2,
      );
      ctx.fill();
    }
  }
}

/**
 * Paints the face or the back of the head, hair, beard and hat, with few features, as an illustrator would at this
 * size.
 */
export function paintHead(ctx: SKRSContext2D, look: PersonLook, place: HeadPlace): void {
  const fill = filler(ctx, place);
  const hair = look.hairColour;
  if (look.hat !== 'hood') {
    fill(outline('-1.05,-0.12 -1.16,0.08 -1.02,0.38 -0.84,0.3'), darken(look.skinColour, 0.12));
  }
  fill(outline('-0.86,-0.7 -0.96,0.1 -0.72,0.82 -0.02,1.24 0.66,0.86 0.96,0.12 0.9,-0.7 0,-1.15'), look.skinColour);
  if (place.away) {
    const back = look.hair === 'bald' ? look.skinColour : hair;
    const nape = look.hair === 'long' ? 2.3 : 0.95;
    fill(
      [
        [-1.0, -0.7],
        [-1.06, 0.2],
        [-0.85, nape * 0.9],
        [0, nape],
        [0.85, nape * 0.9],
        [1.06, 0.2],
        [1.0, -0.7],
        [0, -1.3],
      ],
      back,
    );
    fill(outline('-0.5,-1.05 0.2,-1.18 0.7,-0.85 0.2,-0.6 -0.4,-0.7'), lighten(back, 0.1));
  } else {
    paintFace(ctx, look, place, fill);
    if (look.hair !== 'bald') paintFringe(look, fill);
  }
  if (look.hat !== 'none') paintHat(look, fill);
}

/** Paints the hair that frames the face, by its cut. */
function paintFringe(look: PersonLook, fill: Fill): void {
  const hair = look.hairColour;
  const light = lighten(hair, 0.13);
  switch (look.hair) {
    case 'bob':
      fill(
        outline('0.15,-1.3 -0.75,-1.18 -1.22,-0.4 -1.28,0.6 -1.06,1.05 -0.9,0.5 -0.82,-0.1 -0.2,-0.6 0.3,-0.74'),
        hair,
      );
      fill(outline('0.05,-1.3 0.75,-1.15 1.14,-0.4 1.2,0.6 1.04,1.02 0.92,0.4 0.86,-0.2 0.5,-0.6 0.2,-0.74'), hair);
      fill(outline('-0.3,-1.18 -0.8,-0.85 -1.02,-0.2 -0.8,-0.5 -0.3,-0.85'), light);
      return;
    case 'long':
      fill(
        outline(
          '0.15,-1.3 -0.75,-1.15 -1.2,-0.4 -1.28,0.7 -1.12,1.7 -0.86,1.3 -0.92,0.4 -0.72,-0.25 -0.2,-0.66 0.2,-0.8',
        ),
        hair,
      );
      fill(
        outline('0.05,-1.3 0.75,-1.15 1.12,-0.4 1.16,0.7 1.06,1.6 0.88,1.2 0.92,0.3 0.78,-0.3 0.4,-0.66 0.1,-0.82'),
        hair,
      );
      fill(outline('-0.3,-1.18 -0.8,-0.85 -1.02,-0.2 -0.8,-0.5 -0.3,-0.85'), light);
      return;
    case 'bun':
      fill(
        outline(
          '-1.02,0.1 -1.06,-0.7 -0.5,-1.28 0.35,-1.3 0.98,-0.85 1,-0.1 0.78,-0.52 0.3,-0.82 -0.3,-0.78 -0.78,-0.42',
        ),
        hair,
      );
      fill(outline('-0.5,-1.05 0.2,-1.18 0.6,-0.95 0.1,-0.9 -0.4,-0.85'), light);
      return;
    case 'curly':
      for (const [x, y, r] of [
        [-0.78, -0.62, 0.44],
        [-0.32, -0.96, 0.46],
        [0.22, -1.0, 0.46],
        [0.7, -0.74, 0.42],
      ] as const)
        fill(
          [
            [x - r, y],
            [x, y - r],
            [x + r, y],
            [x, y + r * 0.85],
          ],
          hair,
        );
      fill(outline('-0.5,-1.1 -0.1,-1.25 0.15,-1.05 -0.2,-0.95'), light);
      return;
    default:
      fill(
        outline(
          '-1,0.22 -1.08,-0.6 -0.6,-1.28 0.3,-1.34 1,-0.88 1.02,-0.12 0.86,-0.42 0.62,-0.68 0.1,-0.6 -0.42,-0.74 -0.78,-0.36',
        ),
        hair,
      );
      fill(outline('-0.5,-1.08 0.25,-1.2 0.7,-0.92 0.2,-0.88 -0.35,-0.82'), light);
  }
}

function paintFace(ctx: SKRSContext2D, look: PersonLook, { x, y, radius, mood = 1 }: HeadPlace, fill: Fill): void {
  const spot = (dx: number, dy: number, rx: number, ry: number, colour: string): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(x + dx * radius, y + dy * radius, rx * radius, ry * radius, 0, 0, Math.PI * 2);
    ctx.fill();
  };
  const stroke = (colour: string, width: number, from: Point, bend: Point, to: Point): void => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(0.7, radius * width);
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(x + from[0] * radius, y + from[1] * radius);
    ctx.quadraticCurveTo(x + bend[0] * radius, y + bend[1] * radius, x + to[0] * radius, y + to[1] * radius);
    ctx.stroke();
  };
  const line = mix(darken(look.skinColour, 0.4), '#8a3f36', 0.3);
  ctx.save();
  ctx.globalAlpha = 0.42;
  spot(0.64, 0.42, 0.2, 0.14, mix(look.skinColour, '#e0604f', 0.6));
  spot(-0.4, 0.44, 0.23, 0.15, mix(look.skinColour, '#e0604f', 0.6));
  ctx.restore();
  if (look.beard) {
    fill(
      outline('-0.94,0.1 -0.9,0.9 -0.3,1.62 0.1,1.78 0.7,1.3 0.92,0.7 0.94,0.12 0.62,0.52 0.1,0.46 -0.46,0.52'),
      look.hairColour,
    );
    fill(outline('-0.5,0.86 -0.1,1.46 0.2,0.96 -0.1,0.8'), darken(look.hairColour, 0.14));
    fill(outline('-0.3,0.56 0.12,0.44 0.56,0.54 0.5,0.7 0.12,0.62 -0.26,0.72'), lighten(look.hairColour, 0.1));
  }
  // Dark oval eyes with a spark, as in picture books.
  for (const dx of [-0.26, 0.48]) {
    spot(dx, 0.08, 0.1, 0.15, '#2a1c1c');
    if (radius > 12) spot(dx + 0.035, 0.02, 0.036, 0.046, '#ffffff');
  }
  const brow = look.hair === 'bald' ? line : darken(look.hairColour, 0.2);
  const worry = mood < 0 ? 0.12 : 0;
  const frown = mood === 0 ? 0.1 : 0;
  stroke(brow, 0.085, [-0.46, -0.2 + worry], [-0.28, -0.36 + worry * 0.5], [-0.08, -0.27 - worry + frown]);
  stroke(brow, 0.085, [0.32, -0.27 - worry + frown], [0.5, -0.36 + worry * 0.5], [0.68, -0.2 + worry]);
  stroke(line, 0.06, [0.18, 0.16], [0.32, 0.38], [0.12, 0.42]);
  if (look.age === 'old' && radius > 14) {
    stroke(line, 0.028, [-0.46, 0.28], [-0.3, 0.35], [-0.14, 0.28]);
    stroke(line, 0.028, [0.38, 0.28], [0.5, 0.35], [0.64, 0.27]);
  }
  if (!look.beard)
    stroke(
      mix(line, '#a33b3b', 0.55),
      0.075,
      [-0.1, 0.7 - mood * 0.03],
      [0.14, 0.7 + mood * 0.16],
      [0.4, 0.68 - mood * 0.03],
    );
}

function paintHat(look: PersonLook, fill: Fill): void {
  const cloth = darken(look.topColour, 0.35);
  switch (look.hat) {
    case 'cap':
      fill(outline('-1.12,-0.42 -1.06,-1.2 0,-1.56 1.04,-1.2 1.1,-0.48 0,-0.62'), cloth);
      fill(outline('0.2,-0.72 1.1,-0.7 1.66,-0.4 1,-0.42 0.2,-0.46'), darken(cloth, 0.3));
      return;
    case 'beanie':
      fill(outline('-1.14,-0.3 -1.1,-1.2 0,-1.68 1.1,-1.2 1.14,-0.3 0,-0.5'), look.topColour);
      fill(outline('-1.18,-0.24 -1.16,-0.72 0,-0.86 1.16,-0.72 1.18,-0.24 0,-0.4'), lighten(look.topColour, 0.2));
      return;
    case 'brim':
      fill(outline('-0.92,-0.6 -0.86,-1.6 0,-1.66 0.86,-1.6 0.92,-0.6'), cloth);
      fill(outline('-1,-0.62 -1,-0.95 0,-1.05 1,-0.95 1,-0.62'), darken(cloth, 0.45));
      fill(outline('-1.8,-0.5 -0.95,-0.84 0,-0.9 0.95,-0.84 1.8,-0.5 0.85,-0.4 -0.85,-0.4'), darken(cloth, 0.2));
      return;
    case 'hood':
      fill(
        outline(
          '-1,1.35 -1.42,0.6 -1.4,-0.5 -0.9,-1.5 0.2,-1.68 1.15,-1.2 1.3,-0.2 1.2,0.5 1.02,-0.35 0.7,-0.82 0.1,-0.96 -0.5,-0.74 -0.84,0.1 -0.72,1.1',
        ),
        look.topColour,
      );
      return;
    case 'none':
  }
}
