import { alpha, type Colour, darken, lighten } from '../colour';
import { glow, lampLight, polygon } from '../brush';
import { LAMP_LIGHT, type Light, shade } from '../palette';
import type { Random } from '../random';
import type { Spot, Stage } from '../stage';
import { paintBed, paintChair, paintTable } from '../subjects/furniture';
import type { RoomFrame } from './room';

/** Furnishes the wall opposite the window (`side`) and the middle; returns the spots where small things can lie. */
export function paintFittings(stage: Stage, light: Light, frame: RoomFrame, side: 1 | -1): Spot[] {
  const { width, figure, brief } = stage;
  const random = stage.random.fork('fittings');
  const x = side > 0 ? frame.right - width * 0.2 : frame.left + width * 0.2;
  switch (brief.room) {
    case 'library':
    case 'shop':
      paintShelves(stage, light, random, side > 0 ? frame.right - width * 0.36 : frame.left + 10, frame, width * 0.34);
      break;
    case 'kitchen':
      paintStove(stage, light, x, frame.floor + 12);
      paintPans(stage, light, random, x, frame.top + (frame.floor - frame.top) * 0.36);
      break;
    case 'bedroom':
      paintBed(stage, {
        x: side > 0 ? width * 0.66 : width * 0.34,
        y: frame.floor + 70,
        size: figure.size * 0.84,
        depth: 0.01,
      });
      paintPictures(stage, light, random, x, frame);
      break;
    case 'stairs':
      paintStairs(stage, light, side, frame);
      break;
    case 'cafe':
      paintCounter(stage, light, random, x, frame);
      break;
    case 'classroom':
      paintBlackboard(stage, light, x, frame);
      break;
    case 'workshop':
      paintTools(stage, light, random, x, frame);
      break;
    default:
      paintFireplace(stage, light, x, frame);
      paintPictures(stage, light, random, x, { ...frame, floor: frame.floor - 250 });
  }
  if (brief.room === 'bedroom' || brief.room === 'stairs') return [];
  const table: Spot = {
    x: width * (stage.crewX < 0.5 ? 0.7 : 0.3),
    y: frame.floor + 110,
    size: Math.min(figure.size, 420) * 0.86,
    depth: 0,
  };
  const outward = table.x > width / 2 ? 1 : -1;
  paintChair(stage, { x: table.x - outward * table.size * 0.62, y: table.y - 14, size: table.size, depth: 0 });
  paintTable(stage, table);
  const top = table.y - table.size * 0.46;
  return [-0.22, 0.24, 0].map((shift) => ({
    x: table.x + shift * table.size,
    y: top,
    size: table.size * 1.15,
    depth: 0,
  }));
}

function paintShelves(
  { ctx, figure }: Stage,
  light: Light,
  random: Random,
  x: number,
  frame: RoomFrame,
  width: number,
): void {
  const top = frame.floor - Math.min(frame.floor - frame.top - 30, figure.size * 1.5);
  ctx.fillStyle = shade(light, '#4d3526', 0, -0.2);
  ctx.fillRect(x, top, width, frame.floor - top);
  const rows = 6;
  const tall = (frame.floor - top) / rows;
  for (let row = 0; row < rows; row++) {
    const base = top + (row + 1) * tall - 8;
    for (let at = x + 8; at < x + width - 14;) {
      const thick = random.range(7, 19);
      const high = tall * random.range(0.5, 0.82);
      ctx.fillStyle = shade(
        light,
        random.pick(['#9c4238', '#3f6477', '#7d8a4a', '#b98b45', '#6d4b78', '#c9b48c', '#4a5a4a']),
        0,
        random.range(-0.4, 0.2),
      );
      if (random.chance(0.92)) ctx.fillRect(at, base - high, thick, high);
      at += thick + 1.5;
    }
    ctx.fillStyle = shade(light, '#7a573d', 0, 0.1);
    ctx.fillRect(x, base, width, 8);
  }
}

function paintFireplace(stage: Stage, light: Light, x: number, frame: RoomFrame): void {
  const { ctx, figure } = stage;
  const size = Math.min(figure.size, 400);
  const half = size * 0.32;
  const tall = size * 0.62;
  const lit = light.night > 0.2 || stage.brief.weather !== 'clear';
  ctx.fillStyle = shade(light, '#8f857a', 0, 0);
  ctx.fillRect(x - half, frame.floor - tall, half * 2, tall);
  ctx.fillStyle = shade(light, '#b5a894', 0, 0.2);
  ctx.fillRect(x - half * 1.15, frame.floor - tall * 1.1, half * 2.3, tall * 0.11);
  ctx.fillStyle = '#171113';
  ctx.beginPath();
  ctx.roundRect(x - half * 0.62, frame.floor - tall * 0.66, half * 1.24, tall * 0.66, [half * 0.6, half * 0.6, 0, 0]);
  ctx.fill();
  if (!lit) return;
  for (const [colour, scale] of [
    ['#d9572c', 1],
    ['#ff9d3f', 0.7],
    ['#ffe39a', 0.38],
  ] as const) {
    ctx.fillStyle = alpha(colour, 0.9);
    for (const dx of [-0.22, 0, 0.24]) {
      ctx.beginPath();
      ctx.moveTo(x + dx * half - half * 0.2 * scale, frame.floor - 4);
      ctx.quadraticCurveTo(
        x + dx * half - half * 0.22 * scale,
        frame.floor - tall * 0.3 * scale,
        x + dx * half + half * 0.04,
        frame.floor - tall * (0.5 - Math.abs(dx) * 0.4) * scale,
      );
      ctx.quadraticCurveTo(
        x + dx * half + half * 0.26 * scale,
        frame.floor - tall * 0.25 * scale,
        x + dx * half + half * 0.2 * scale,
        frame.floor - 4,
      );
      ctx.fill();
    }
  }
  lampLight(ctx, x, frame.floor - tall * 0.2, figure.size * 1.3, '#ff9a48', 0.8);
}

function paintPictures({ ctx }: Stage, light: Light, random: Random, x: number, frame: RoomFrame): void {
  const y = frame.top + (frame.floor - frame.top) * 0.34;
  for (const [dx, dy, w, h] of [
    [-62, 0, 74, 96],
    [28, 22, 62, 62],
  ] as const) {
    ctx.fillStyle = shade(light, '#5f4128', 0, 0);
    ctx.fillRect(x + dx, y + dy, w, h);
    const sky: Colour = random.pick(['#8fb3c4', '#d9b28a', '#a9a0c0']);
    ctx.fillStyle = shade(light, sky, 0, 0.1);
    ctx.fillRect(x + dx + 7, y + dy + 7, w - 14, h - 14);
    polygon(ctx, [
      [x + dx + 7, y + dy + h - 7],
      [x + dx + w * 0.4, y + dy + h * 0.45],
      [x + dx + w - 7, y + dy + h - 7],
    ]);
    ctx.fillStyle = shade(light, darken(sky, 0.45), 0);
    ctx.fill();
  }
}

function paintStove({ ctx, figure }: Stage, light: Light, x: number, floor: number): void {
  const half = figure.size * 0.27;
  const tall = figure.size * 0.5;
  ctx.fillStyle = shade(light, '#34343b', 0, -0.1);
  ctx.fillRect(x + half * 0.2, floor - tall * 3.2, half * 0.3, tall * 2.4);
  ctx.beginPath();
  ctx.roundRect(x - half, floor - tall, half * 2, tall, 8);
  ctx.fill();
  ctx.fillStyle = shade(light, '#55555e', 0, 0.3);
  ctx.fillRect(x - half * 1.08, floor - tall * 1.04, half * 2.16, tall * 0.09);
  ctx.fillStyle = '#e8813a';
  ctx.fillRect(x - half * 0.5, floor - tall * 0.5, half, tall * 0.2);
  glow(ctx, x, floor - tall * 0.4, half * 2.2, '#ff9a48', 0.5);
  ctx.fillStyle = shade(light, '#b8643f', 0, 0.2);
  ctx.beginPath();
  ctx.roundRect(x - half * 0.7, floor - tall * 1.36, half * 0.8, tall * 0.33, [4, 4, 14, 14]);
  ctx.fill();
}

function paintPans({ ctx }: Stage, light: Light, random: Random, x: number, y: number): void {
  ctx.fillStyle = shade(light, '#4b382a', 0, 0);
  ctx.fillRect(x - 110, y, 220, 7);
  for (let pan = 0; pan < 4; pan++) {
    const at = x - 88 + pan * 58;
    const radius = random.range(16, 25);
    ctx.fillRect(at - 2, y, 4, 40);
    ctx.fillStyle = shade(light, random.pick(['#c27a4a', '#8f959c', '#b5573f']), 0, 0.3);
    ctx.beginPath();
    ctx.arc(at, y + 40 + radius, radius, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = shade(light, '#4b382a', 0, 0);
  }
}

/** Paints steps that wind up the wall. */
function paintStairs({ ctx, width, figure }: Stage, light: Light, side: 1 | -1, frame: RoomFrame): void {
  const steps = 11;
  for (let step = steps; step >= 0; step--) {
    const t = step / steps;
    const x = width * 0.5 + side * width * (0.02 + t * 0.46);
    const y = frame.floor + 60 - t * (frame.floor - frame.top) * 0.86;
    const wide = width * (0.3 - t * 0.12);
    ctx.fillStyle = shade(light, '#8d8479', t * 0.12, -0.35);
    ctx.fillRect(x - wide / 2, y, wide, frame.floor + 70 - y);
    ctx.fillStyle = shade(light, '#c2b8a8', t * 0.1, 0.5);
    ctx.fillRect(x - wide / 2 - 6, y - 9, wide + 12, 13);
  }
  glow(ctx, width * 0.5 + side * width * 0.36, frame.top + 90, figure.size * 1.2, LAMP_LIGHT, 0.4);
}

function paintTools({ ctx }: Stage, light: Light, random: Random, x: number, frame: RoomFrame): void {
  const y = frame.top + (frame.floor - frame.top) * 0.38;
  ctx.fillStyle = shade(light, '#6b4b33', 0, 0);
  ctx.fillRect(x - 120, y, 240, 10);
  for (let tool = 0; tool < 6; tool++) {
    const at = x - 100 + tool * 40;
    const long = random.range(60, 110);
    ctx.fillStyle = shade(light, '#a9784c', 0, 0.1);
    ctx.fillRect(at - 4, y + 10, 8, long);
    ctx.fillStyle = shade(light, '#8d949c', 0, 0.4);
    ctx.fillRect(at - random.range(9, 18), y + long, 30, 15);
  }
  ctx.fillStyle = shade(light, lighten('#6b4b33', 0.1), 0, 0);
}

/** Paints a counter with a machine, cups and shelves of bottles. */
function paintCounter({ ctx, width, figure }: Stage, light: Light, random: Random, x: number, frame: RoomFrame): void {
  const size = Math.min(figure.size, 420);
  const [half, tall] = [width * 0.24, size * 0.5];
  for (const shelf of [1.5, 1.16]) {
    const y = frame.floor - tall * (shelf + 0.55);
    ctx.fillStyle = shade(light, '#6b4a34', 0, 0.1);
    ctx.fillRect(x - half * 0.8, y, half * 1.6, 8);
    for (let bottle = 0; bottle < 9; bottle++) {
      const [bx, high] = [x - half * 0.74 + bottle * half * 0.17, random.range(22, 44)];
      ctx.fillStyle = shade(light, random.pick(['#5f8a6a', '#a8563f', '#c9a24a', '#d9d0bd', '#56707f']), 0, 0.2);
      ctx.beginPath();
      ctx.roundRect(bx, y - high, 13, high, [5, 5, 1, 1]);
      ctx.fill();
    }
  }
  ctx.fillStyle = shade(light, '#7d5538', 0, 0.1);
  ctx.fillRect(x - half, frame.floor - tall, half * 2, tall + 20);
  ctx.fillStyle = alpha(shade(light, '#4a3020', 0, -0.3), 0.6);
  for (let panel = 0; panel < 4; panel++)
    ctx.fillRect(x - half + 10 + panel * half * 0.5, frame.floor - tall + 22, half * 0.4, tall - 16);
  ctx.fillStyle = shade(light, '#d9c4a0', 0, 0.5);
  ctx.fillRect(x - half * 1.05, frame.floor - tall - 10, half * 2.1, 16);
  ctx.fillStyle = shade(light, '#9aa3a8', 0, 0.5);
  ctx.beginPath();
  ctx.roundRect(x - half * 0.3, frame.floor - tall - 84, half * 0.7, 74, 8);
  ctx.fill();
}

/** Paints a blackboard with chalk lines, and a globe below it. */
function paintBlackboard({ ctx, width }: Stage, light: Light, x: number, frame: RoomFrame): void {
  const [half, top] = [width * 0.22, frame.top + (frame.floor - frame.top) * 0.34];
  const tall = (frame.floor - frame.top) * 0.3;
  ctx.fillStyle = shade(light, '#8a6440', 0, 0.2);
  ctx.fillRect(x - half - 8, top - 8, half * 2 + 16, tall + 16);
  ctx.fillStyle = shade(light, '#2f4a42', 0, 0);
  ctx.fillRect(x - half, top, half * 2, tall);
  ctx.strokeStyle = alpha('#f3f0e4', 0.75);
  ctx.lineWidth = 3;
  for (let line = 0; line < 4; line++) {
    ctx.beginPath();
    for (let step = 0; step < 9 - line; step++)
      ctx.lineTo(x - half * 0.8 + step * half * 0.18, top + tall * (0.2 + line * 0.2) + (step % 2 ? 5 : -4));
    ctx.stroke();
  }
}
