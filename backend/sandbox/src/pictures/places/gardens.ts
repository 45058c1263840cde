import { fillPolygon, limb, type Point, polygon, softEllipse, verticalGradient } from '../brush';
import { alpha, type Colour, darken, lighten } from '../colour';
import { paintTreeline } from '../landforms';
import { shade } from '../palette';
import type { Random } from '../random';
import { type Ground, lightSide, type Stage } from '../stage';
import { paintHouse } from '../subjects/buildings';
import { broadleaf, foliage, grass } from '../vegetation';

const BLOOMS = ['#e2574c', '#f2b33d', '#e88fb4', '#f4f0e6', '#9a6fc4', '#f28c5a'] as const;

/** Paints a flat lawn or soil from the horizon to the camera, lit towards the far edge. */
export function paintGround(stage: Stage, top: number, own: Colour): void {
  const { ctx, width, height, light } = stage;
  ctx.fillStyle = verticalGradient(ctx, top, height, [
    [0, shade(light, lighten(own, 0.24), 0.3, 0.7)],
    [0.25, shade(light, lighten(own, 0.06), 0.08, 0.3)],
    [1, shade(light, darken(own, 0.45), 0, -0.5)],
  ]);
  ctx.fillRect(0, top, width, height - top);
}

/** Paints a hedge or a row of bushes as overlapping lit clumps. */
export function paintBushes(
  stage: Stage,
  random: Random,
  row: { from: number; to: number; y: number; height: number; depth: number; own: Colour; blooms?: number },
): void {
  const { ctx, light } = stage;
  const side = lightSide(stage);
  const step = row.height * 0.5;
  for (let x = row.from; x < row.to; x += step * random.range(0.7, 1.2)) {
    const radius = row.height * random.range(0.5, 0.72);
    const y = row.y - radius * 0.55;
    foliage(ctx, random, x, y, radius * 1.12, shade(light, darken(row.own, 0.3), row.depth, -0.4));
    foliage(
      ctx,
      random,
      x + side * radius * 0.16,
      y - radius * 0.16,
      radius * 0.86,
      shade(light, row.own, row.depth, 0.15),
    );
    foliage(
      ctx,
      random,
      x + side * radius * 0.34,
      y - radius * 0.34,
      radius * 0.46,
      shade(light, lighten(row.own, 0.24), row.depth, 0.9),
    );
    for (let bloom = 0; bloom < (row.blooms ?? 0); bloom++)
      paintBloom(
        stage,
        random,
        x + random.range(-radius, radius) * 0.8,
        y + random.range(-radius, radius) * 0.7,
        radius * 0.13,
        row.depth,
      );
  }
}

export function paintBloom(
  { ctx, light }: Stage,
  random: Random,
  x: number,
  y: number,
  radius: number,
  depth: number,
): void {
  const own = random.pick(BLOOMS);
  ctx.fillStyle = shade(light, own, depth, 0.4);
  for (let petal = 0; petal < 5; petal++) {
    const angle = (petal / 5) * Math.PI * 2 + x;
    ctx.beginPath();
    ctx.arc(x + Math.cos(angle) * radius * 0.6, y + Math.sin(angle) * radius * 0.6, radius * 0.55, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = shade(light, '#f6d873', depth, 0.5);
  ctx.beginPath();
  ctx.arc(x, y, radius * 0.36, 0, Math.PI * 2);
  ctx.fill();
}

/** Paints a head of cabbage or lettuce as a rosette of leaves. */
function paintCabbage(
  { ctx, light }: Stage,
  random: Random,
  x: number,
  y: number,
  radius: number,
  depth: number,
): void {
  const own = random.pick(['#7fae5a', '#8fbf86', '#6f9f6a']);
  softEllipse(ctx, x, y + radius * 0.2, radius * 1.3, radius * 0.4, '#141a10', 0.4, 0.2);
  for (const [ring, count, tone] of [
    [1, 8, -0.25],
    [0.68, 7, 0.05],
    [0.36, 5, 0.7],
  ] as const)
    for (let leaf = 0; leaf < count; leaf++) {
      const angle = (leaf / count) * Math.PI * 2 + ring;
      ctx.fillStyle = shade(
        light,
        ring === 1 ? darken(own, 0.2) : ring === 0.36 ? lighten(own, 0.3) : own,
        depth,
        tone,
      );
      ctx.beginPath();
      ctx.ellipse(
        x + Math.cos(angle) * radius * ring * 0.62,
        y - radius * 0.35 + Math.sin(angle) * radius * ring * 0.36,
        radius * 0.46,
        radius * 0.34,
        angle * 0.4,
        0,
        Math.PI * 2,
      );
      ctx.fill();
    }
}

/** Paints poles of beans that lean together. */
function paintBeanPoles(stage: Stage, random: Random, x: number, y: number, height: number, depth: number): void {
  const { ctx, light } = stage;
  const side = lightSide(stage);
  for (const lean of [-0.2, 0.2])
    limb(
      ctx,
      [x + lean * height, y],
      [x + lean * height * 0.4, y - height * 0.6],
      [x - lean * 0.14 * height, y - height],
      height * 0.02,
      height * 0.014,
      shade(light, '#8a6a44', depth, 0.1),
    );
  for (let leaf = 0; leaf < 16; leaf++) {
    const t = random.range(0.05, 0.95);
    const reach = 0.2 * (1 - t) * height;
    const lx = x + random.sign() * reach + random.range(-0.05, 0.05) * height;
    ctx.fillStyle = shade(
      light,
      random.pick(['#5f8f45', '#74a552', '#4d7a3c']),
      depth,
      lx * side > x * side ? 0.6 : -0.2,
    );
    ctx.beginPath();
    ctx.ellipse(lx, y - t * height, height * 0.06, height * 0.042, random.range(-0.8, 0.8), 0, Math.PI * 2);
    ctx.fill();
    if (leaf % 5 === 0) paintBloom(stage, random, lx, y - t * height - height * 0.03, height * 0.022, depth);
  }
}

/** Paints a fence of pickets, or a wall of bricks, across the image. */
function paintFence(stage: Stage, y: number, height: number, depth: number, brick: boolean): void {
  const { ctx, width, light } = stage;
  if (brick) {
    const random = stage.random.fork('bricks');
    ctx.fillStyle = verticalGradient(ctx, y - height, y, [
      [0, shade(light, '#b5745a', depth, 0.5)],
      [1, shade(light, '#8a543f', depth, -0.2)],
    ]);
    ctx.fillRect(0, y - height, width, height);
    for (let brickAt = 0; brickAt < 150; brickAt++) {
      ctx.fillStyle = alpha(shade(light, random.pick(['#c98a6c', '#9a5f48', '#d29b7c', '#7d4938']), depth), 0.5);
      const row = random.int(0, Math.floor(height / 13) - 1);
      ctx.fillRect(random.range(0, width), y - height + row * 13 + 2, random.range(16, 28), 9);
    }
    ctx.fillStyle = shade(light, '#d9c3a4', depth, 0.5);
    ctx.fillRect(0, y - height - 9, width, 11);
    return;
  }
  const own = shade(light, '#f1ece0', depth, 0.4);
  const dark = shade(light, '#c4bba8', depth, -0.3);
  ctx.fillStyle = dark;
  ctx.fillRect(0, y - height * 0.72, width, height * 0.1);
  ctx.fillRect(0, y - height * 0.3, width, height * 0.1);
  const step = height * 0.34;
  for (let x = -4; x < width; x += step) {
    polygon(ctx, [
      [x, y],
      [x, y - height * 0.88],
      [x + step * 0.3, y - height],
      [x + step * 0.6, y - height * 0.88],
      [x + step * 0.6, y],
    ]);
    ctx.fillStyle = own;
    ctx.fill();
  }
}

/** Paints a small shed of boards with a door that stands open. */
function paintShed({ ctx, light }: Stage, x: number, y: number, size: number, depth: number): void {
  const board = '#8b6a4a';
  ctx.fillStyle = shade(light, board, depth, 0.1);
  ctx.fillRect(x - size * 0.55, y - size, size * 1.1, size);
  ctx.strokeStyle = alpha(shade(light, darken(board, 0.5), depth), 0.6);
  ctx.lineWidth = 2;
  for (let plank = 1; plank < 8; plank++) {
    ctx.beginPath();
    ctx.moveTo(x - size * 0.55 + plank * size * 0.1375, y - size);
    ctx.lineTo(x - size * 0.55 + plank * size * 0.1375, y);
    ctx.stroke();
  }
  fillPolygon(
    ctx,
    [
      [x - size * 0.7, y - size * 0.96],
      [x, y - size * 1.42],
      [x + size * 0.7, y - size * 0.96],
    ],
    shade(light, '#6d4a3c', depth, -0.1),
  );
  ctx.fillStyle = shade(light, '#241b18', depth * 0.6, -0.5);
  ctx.fillRect(x - size * 0.2, y - size * 0.74, size * 0.4, size * 0.74);
  fillPolygon(
    ctx,
    [
      [x + size * 0.2, y - size * 0.74],
      [x + size * 0.44, y - size * 0.68],
      [x + size * 0.44, y + size * 0.05],
      [x + size * 0.2, y],
    ],
    shade(light, '#5f7d6a', depth, 0.3),
  );
}

/** Paints a kitchen garden: a wall or fence, bean poles, a shed, beds of cabbages and flowers along a straight path. */
export function paintGarden(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('garden');
  const layout = random.fork('layout');
  const brick = layout.chance(0.5);
  const shedLeft = stage.crewX > 0.5;
  paintTreeline(stage, { base: horizon + 16, height: 70, depth: 0.62, colour: '#4d6b50', label: 'behind the garden' });
  broadleaf(
    ctx,
    random,
    width * (shedLeft ? 0.86 : 0.12),
    horizon + 60,
    260,
    shade(light, '#5d8446', 0.24),
    shade(light, '#4b3828', 0.24, -0.3),
    lightSide(stage),
  );
  const wall = horizon + 60;
  if (layout.chance(0.6))
    paintHouse(stage, { x: width * (shedLeft ? 0.72 : 0.28), y: wall - 14, size: 84, depth: 0.32 });
  paintFence(stage, wall, brick ? 82 : 58, 0.26, brick);
  paintBushes(stage, random, {
    from: -20,
    to: width + 20,
    y: wall + 14,
    height: 44,
    depth: 0.2,
    own: '#5b8444',
    blooms: 3,
  });
  paintGround(stage, wall + 8, '#8fae63');
  paintShed(stage, width * (shedLeft ? 0.16 : 0.84), wall + 70, 150, 0.14);
  const vanish: Point = [width * (0.5 + layout.range(-0.1, 0.1)), wall];
  const across = (t: number, lane: number): Point => [
    vanish[0] + (lane * width * 0.62 - (vanish[0] - width / 2) * t) * (0.16 + t * 1.15),
    wall + 26 + t * (height - wall),
  ];
  // The beds run to the vanishing point; a path lies between them.
  for (const [from, to] of [
    [-1.3, -0.24],
    [0.24, 1.3],
  ] as const)
    fillPolygon(
      ctx,
      [across(0, from), across(0, to), across(1, to), across(1, from)],
      shade(light, '#6b4f3a', 0.06, -0.1),
    );
  for (let row = 0; row < 9; row++) {
    const t = 0.02 + Math.pow(row / 9, 1.6) * 0.98;
    for (const lane of [-1.12, -0.86, -0.6, -0.36, 0.36, 0.6, 0.86, 1.12]) {
      const [x, y] = across(t, lane);
      if (
        x < -60 ||
        x > width + 60 ||
        (Math.abs(x - width * stage.crewX) < figure.size * 0.2 && Math.abs(y - figure.y) < 40)
      )
        continue;
      const radius = 12 + t * 62;
      if (Math.abs(lane) > 0.8 && row < 4) paintBeanPoles(stage, random, x, y + 10, 120 + t * 190, 0.16 * (1 - t));
      else if (Math.abs(lane) < 0.4 && layout.chance(0.55))
        paintClump(stage, random, x, y, radius * 1.1, 0.2 * (1 - t));
      else paintCabbage(stage, random, x, y, radius, 0.2 * (1 - t));
    }
  }
  return {
    land: [
      { x: width * (shedLeft ? 0.8 : 0.2), y: wall + 60, size: 90, depth: 0.2 },
      { x: width * 0.5, y: wall + 4, size: 60, depth: 0.34 },
    ],
    water: [],
    surface: [],
  };
}

/** Paints a clump of flowers on their stems. */
function paintClump(stage: Stage, random: Random, x: number, y: number, size: number, depth: number): void {
  const { ctx, light } = stage;
  grass(
    ctx,
    random,
    x - size * 0.7,
    x + size * 0.7,
    y,
    size * 0.9,
    shade(light, '#55803f', depth, -0.1),
    shade(light, '#9dbf6a', depth, 0.6),
    0.3,
  );
  for (let flower = 0; flower < 7; flower++)
    paintBloom(
      stage,
      random,
      x + random.range(-0.7, 0.7) * size,
      y - size * random.range(0.4, 1.05),
      size * random.range(0.12, 0.18),
      depth,
    );
}
