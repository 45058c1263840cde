import { alpha, type Colour, lighten } from '../colour';
import { blob, type Point, softEllipse } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

/** Birds on the wing, from a single gull to a flock. */
export function paintBirds(stage: Stage, count: number, colour: Colour): void {
  const { ctx, width, horizon, light, random } = stage;
  const flock = random.fork('birds');
  const centre: Point = [width * flock.range(0.3, 0.7), horizon * flock.range(0.32, 0.6)];
  for (let index = 0; index < count; index++) {
    const span = (index === 0 ? 40 : flock.range(11, 26)) * (count === 1 ? 1.5 : 1);
    const x = centre[0] + flock.range(-170, 170) * (index === 0 ? 0.3 : 1);
    const y = centre[1] + flock.range(-110, 110);
    const flap = flock.range(0.25, 0.6);
    ctx.fillStyle = alpha(light.night > 0.6 ? lighten(colour, 0.2) : colour, 0.9);
    ctx.beginPath();
    ctx.moveTo(x - span, y - span * flap);
    ctx.quadraticCurveTo(x - span * 0.4, y - span * flap * 1.05, x, y);
    ctx.quadraticCurveTo(x + span * 0.4, y - span * flap * 1.05, x + span, y - span * flap);
    ctx.quadraticCurveTo(x + span * 0.42, y - span * flap * 0.6, x + span * 0.1, y + span * 0.14);
    ctx.lineTo(x - span * 0.1, y + span * 0.14);
    ctx.quadraticCurveTo(x - span * 0.42, y - span * flap * 0.6, x - span, y - span * flap);
    ctx.fill();
  }
}

export function paintOwl(stage: Stage, spot: Spot): void {
  const size = spot.size * 0.24;
  paintLit(
    stage,
    { x: spot.x, y: spot.y, left: size, right: size, up: size * 2, depth: spot.depth, shadow: size * 0.5 },
    (ctx) => {
      blob(ctx, [
        [-size * 0.6, -size * 0.1],
        [-size * 0.62, -size * 1.2],
        [-size * 0.5, -size * 1.85],
        [0, -size * 1.6],
        [size * 0.5, -size * 1.85],
        [size * 0.62, -size * 1.2],
        [size * 0.6, -size * 0.1],
        [0, 0],
      ]);
      ctx.fillStyle = '#7d6248';
      ctx.fill();
      softEllipse(ctx, 0, -size * 0.55, size * 0.36, size * 0.5, '#d9c3a0', 0.95, 0.5);
      for (const dx of [-0.22, 0.22]) {
        ctx.fillStyle = '#f5d76a';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.19, 0, Math.PI * 2);
        ctx.fill();
        ctx.fillStyle = '#15110f';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.09, 0, Math.PI * 2);
        ctx.fill();
      }
    },
  );
}
