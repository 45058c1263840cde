import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PersonLook } from '../brief';
import { blob, type Point } from '../brush';
import { darken, lighten, mix } from '../colour';

interface HeadPlace {
  x: number;
  y: number;
  radius: number;
  /** Turned away from the camera: hair instead of a face. */
  away: boolean;
}

/** Head, hair, beard and hat; a face with few features, as an illustrator would leave it at this size. */
export function paintHead(ctx: SKRSContext2D, look: PersonLook, place: HeadPlace): void {
  const { x, y, radius } = place;
  const at = (points: readonly Point[]): Point[] => points.map(([px, py]) => [x + px * radius, y + py * radius]);
  const fillBlob = (points: readonly Point[], colour: string): void => {
    blob(ctx, at(points));
    ctx.fillStyle = colour;
    ctx.fill();
  };
  const hair = look.hairColour;
  if (look.hair === 'long') fillBlob([[-0.9, -0.9], [-1.25, 0.2], [-1.15, 1.75], [-0.2, 1.9], [0.85, 1.7], [1.12, 0.2], [0.9, -0.9], [0, -1.2]], darken(hair, 0.2));
  if (look.hair === 'bun') fillBlob([[-1.3, -1.05], [-0.75, -1.55], [-0.2, -1.3], [-0.35, -0.7], [-0.95, -0.6]], darken(hair, 0.12));
  if (look.hair === 'curly') fillBlob([[-1.35, -0.5], [-1.15, -1.2], [0, -1.5], [1.15, -1.2], [1.32, -0.4], [1.2, 0.5], [0, 0.4], [-1.25, 0.5]], darken(hair, 0.12));
  fillBlob([[-0.86, -0.7], [-0.95, 0.1], [-0.7, 0.85], [-0.05, 1.25], [0.66, 0.9], [0.95, 0.12], [0.9, -0.7], [0, -1.15]], look.skinColour);
  if (place.away) {
    fillBlob([[-0.98, -0.7], [-1.02, 0.2], [-0.75, 0.85], [0, 1], [0.75, 0.85], [1.02, 0.2], [0.98, -0.7], [0, -1.25]], look.hair === 'bald' ? look.skinColour : hair);
  } else {
    paintFace(ctx, look, place);
    if (look.hair !== 'bald') {
      fillBlob([[-1, 0.25], [-1.08, -0.6], [-0.6, -1.25], [0.3, -1.32], [1.02, -0.85], [1.02, -0.1], [0.72, -0.45], [0.1, -0.62], [-0.55, -0.5], [-0.78, -0.05]], hair);
      fillBlob([[-0.5, -1.1], [0.25, -1.22], [0.75, -0.9], [0.2, -0.85], [-0.35, -0.8]], lighten(hair, 0.14));
    }
  }
  if (look.hat !== 'none') paintHat(ctx, look, at, fillBlob);
}

function paintFace(ctx: SKRSContext2D, look: PersonLook, { x, y, radius }: HeadPlace): void {
  const spot = (dx: number, dy: number, rx: number, ry: number, colour: string): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(x + dx * radius, y + dy * radius, rx * radius, ry * radius, 0, 0, Math.PI * 2);
    ctx.fill();
  };
  const blush = mix(look.skinColour, '#d8604f', 0.35);
  ctx.save();
  ctx.globalAlpha = 0.5;
  spot(0.62, 0.36, 0.2, 0.13, blush);
  spot(-0.34, 0.36, 0.22, 0.13, blush);
  ctx.restore();
  if (look.beard) {
    blob(ctx, ([[-0.92, 0.1], [-0.82, 0.95], [-0.1, 1.72], [0.74, 1.02], [0.92, 0.12], [0.55, 0.42], [0.1, 0.36], [-0.4, 0.44]] as const).map(([px, py]): Point => [x + px * radius, y + py * radius]));
    ctx.fillStyle = look.hairColour;
    ctx.fill();
  }
  const ink = '#241a1e';
  spot(-0.24, 0.02, 0.085, 0.12, ink);
  spot(0.5, 0.02, 0.08, 0.12, ink);
  if (radius < 14) return;
  spot(-0.21, -0.02, 0.026, 0.034, '#ffffff');
  spot(0.53, -0.02, 0.026, 0.034, '#ffffff');
  ctx.strokeStyle = darken(look.hair === 'bald' ? look.skinColour : look.hairColour, 0.3);
  ctx.lineCap = 'round';
  ctx.lineWidth = radius * 0.07;
  for (const [from, to, tilt] of [[-0.42, -0.08, -0.03], [0.34, 0.66, 0.03]] as const) {
    ctx.beginPath();
    ctx.moveTo(x + from * radius, y + (-0.24 - tilt) * radius);
    ctx.quadraticCurveTo(x + ((from + to) / 2) * radius, y - 0.34 * radius, x + to * radius, y + (-0.24 + tilt) * radius);
    ctx.stroke();
  }
  ctx.strokeStyle = darken(look.skinColour, 0.28);
  ctx.lineWidth = radius * 0.05;
  ctx.beginPath();
  ctx.moveTo(x + 0.16 * radius, y + 0.05 * radius);
  ctx.quadraticCurveTo(x + 0.32 * radius, y + 0.34 * radius, x + 0.1 * radius, y + 0.38 * radius);
  ctx.stroke();
  ctx.strokeStyle = mix(darken(look.skinColour, 0.4), '#a33b3b', 0.4);
  ctx.beginPath();
  ctx.moveTo(x - 0.12 * radius, y + 0.66 * radius);
  ctx.quadraticCurveTo(x + 0.14 * radius, y + 0.76 * radius, x + 0.38 * radius, y + 0.64 * radius);
  ctx.stroke();
}

function paintHat(ctx: SKRSContext2D, look: PersonLook, at: (points: readonly Point[]) => Point[], fillBlob: (points: readonly Point[], colour: string) => void): void {
  const cloth = darken(look.topColour, 0.35);
  switch (look.hat) {
    case 'cap':
      fillBlob([[-1.08, -0.5], [-1.0, -1.2], [0, -1.5], [1, -1.2], [1.05, -0.55], [0, -0.68]], cloth);
      fillBlob([[0.3, -0.75], [1.1, -0.72], [1.62, -0.42], [1.0, -0.46], [0.3, -0.5]], darken(cloth, 0.3));
      return;
    case 'beanie':
      fillBlob([[-1.1, -0.35], [-1.06, -1.2], [0, -1.62], [1.06, -1.2], [1.1, -0.35], [0, -0.5]], look.topColour);
      fillBlob([[-1.14, -0.3], [-1.12, -0.72], [0, -0.86], [1.12, -0.72], [1.14, -0.3], [0, -0.42]], lighten(look.topColour, 0.2));
      return;
    case 'brim':
      fillBlob([[-0.88, -0.7], [-0.8, -1.55], [0, -1.62], [0.8, -1.55], [0.88, -0.7]], cloth);
      ctx.fillStyle = darken(cloth, 0.2);
      fillBlob([[-1.75, -0.58], [-0.9, -0.86], [0, -0.92], [0.9, -0.86], [1.75, -0.58], [0.8, -0.48], [-0.8, -0.48]], darken(cloth, 0.2));
      return;
    case 'hood': {
      const [first] = at([[0, 0]]);
      if (first === undefined) return;
      ctx.fillStyle = look.topColour;
      ctx.save();
      blob(ctx, at([[-1.35, 1.1], [-1.4, -0.4], [-0.9, -1.5], [0.2, -1.65], [1.1, -1.15], [1.2, -0.35], [0.8, -0.75], [0.1, -0.88], [-0.55, -0.6], [-0.8, 0.2], [-0.65, 1.1]]));
      ctx.fill();
      ctx.restore();
      return;
    }
    case 'none':
      return;
  }
}
