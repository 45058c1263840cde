import { alpha, darken, lighten } from '../colour';
import { fillBelow, glow, type Point, polygon, ridge, verticalGradient } from '../brush';
import { shade } from '../palette';
import type { Ground, Stage } from '../stage';
import { paintWater } from '../water';

export function paintCave(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('cave');
  paintWater(stage, { top: horizon, bottom: height, swell: 0.15 });
  for (const [depth, inset, colour] of [
    [0.35, 0.3, '#5a5560'],
    [0.15, 0.2, '#3d3944'],
    [0, 0.08, '#221f28'],
  ] as const) {
    const own = shade(light, colour, depth * 0.6, -0.2);
    const wobble = (): number => random.range(-26, 26);
    const mouth: [number, number][] = [];
    for (let index = 0; index <= 18; index++) {
      const angle = Math.PI + (index / 18) * Math.PI;
      mouth.push([
        width / 2 + Math.cos(angle) * width * (0.5 - inset) + wobble(),
        horizon + 60 + Math.sin(angle) * horizon * (0.92 - inset * 1.3) + wobble(),
      ]);
    }
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, darken(own, 0.4)],
      [0.6, own],
      [1, darken(own, 0.6)],
    ]);
    ctx.beginPath();
    ctx.moveTo(-20, -20);
    ctx.lineTo(width + 20, -20);
    ctx.lineTo(width + 20, horizon + 70);
    for (const [x, y] of mouth.reverse()) ctx.lineTo(x, y);
    ctx.lineTo(-20, horizon + 70);
    ctx.fill();
    const floor = horizon + 60 + (1 - depth / 0.35) * (figure.y - figure.size * 0.12 - horizon - 60);
    const rise = ridge(random.fork(`floor ${depth}`), width, floor, 16, { waves: 2, octaves: 3 }).map(
      ([x, y]): Point => [x, y - Math.pow(Math.abs(x / width - 0.5) * 2, 3) * 120],
    );
    fillBelow(
      ctx,
      rise,
      height,
      verticalGradient(ctx, floor - 40, height, [
        [0, lighten(own, 0.14)],
        [0.3, own],
        [1, darken(own, 0.65)],
      ]),
    );
  }
  for (let index = 0; index < 12; index++) {
    const x = random.range(0, width);
    const reach = random.range(50, 190);
    polygon(ctx, [
      [x - 16, random.range(20, 130)],
      [x + 18, random.range(20, 130)],
      [x + 2, 110 + reach],
    ]);
    ctx.fillStyle = shade(light, '#2a2731', 0, -0.3);
    ctx.fill();
  }
  for (let index = 0; index < 7; index++) {
    const x = random.chance(0.5) ? random.range(0, width * 0.22) : random.range(width * 0.78, width);
    const y = random.range(horizon + 60, height * 0.94);
    const tall = random.range(24, 70);
    glow(ctx, x, y - tall / 2, tall * 2.4, '#6fd6e0', 0.4);
    polygon(ctx, [
      [x - tall * 0.2, y],
      [x - tall * 0.05, y - tall],
      [x + tall * 0.2, y],
    ]);
    ctx.fillStyle = alpha('#a9f0f2', 0.8);
    ctx.fill();
  }
  return { land: [], water: [{ x: width * 0.5, y: horizon + 44, size: 60, depth: 0.2 }], surface: [] };
}
