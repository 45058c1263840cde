import type { Place } from './brief';
import { limb, softEllipse } from './brush';
import { darken, mix } from './colour';
import { shade } from './palette';
import type { Random } from './random';
import { layer, type Spot, type Stage } from './stage';
import { paintProp } from './subjects/props';

/** Colours of plants between the camera and the scene. */
const LEAVES: Partial<Record<Place, string>> = {
  garden: '#4f7a3c',
  park: '#4f7a3c',
  farm: '#7d8a42',
  lake: '#56743c',
  village: '#4f7040',
  field: '#6f7d3c',
  forest: '#27402c',
  river: '#44643a',
  mountain: '#3f5d45',
  road: '#66733c',
  snow: '#6f8796',
  beach: '#8f8a55',
  cliff: '#6a7446',
};
const BLOOMING: ReadonlySet<Place> = new Set<Place>(['garden', 'park', 'field', 'lake', 'village', 'farm']);

type Litter = 'grass' | 'sand' | 'snow' | 'stones' | 'leaves';

/** Small things on the ground between the characters and the camera. */
const LITTER: Partial<Record<Place, Litter>> = {
  ...{
    park: 'grass',
    farm: 'grass',
    lake: 'grass',
    village: 'grass',
    field: 'grass',
    river: 'grass',
    mountain: 'grass',
  },
  ...{ cliff: 'grass', beach: 'sand', desert: 'sand', snow: 'snow', sea: 'stones', cave: 'stones', road: 'stones' },
  ...{ forest: 'leaves', city: 'leaves', station: 'leaves' },
};

/** Scatters tufts, flowers, pebbles or leaves over the near ground, larger towards the camera. */
export function paintLitter(stage: Stage): void {
  const { ctx, width, height, light, brief, figure } = stage;
  const kind = LITTER[brief.place];
  if (kind === undefined) return;
  const random = stage.random.fork('litter');
  const top = figure.y + 16;
  const count = kind === 'grass' ? 46 : 34;
  const own = LEAVES[brief.place] ?? '#5f7d42';
  // Drawn from far to near, so that near things cover those behind them.
  for (let index = 0; index < count; index++) {
    const t = Math.pow((index + random.next()) / count, 1.15);
    const [x, y] = [random.range(-20, width + 20), top + t * (height - top)];
    const size = 7 + t * 26;
    const tone = 0.5 - t * 0.7;
    switch (kind) {
      case 'grass':
        for (let blade = -2; blade <= 2; blade++)
          limb(
            ctx,
            [x + blade * size * 0.16, y],
            [x + blade * size * 0.26, y - size * 0.7],
            [x + blade * size * 0.5, y - size * random.range(0.9, 1.5)],
            size * 0.13,
            0.8,
            shade(light, mix(own, '#a9bd6b', random.range(0, 0.5)), 0, tone),
          );
        if (index % 4 === 0) blossom(stage, random, x + size * 0.2, y - size * 1.3, size * 0.3);
        break;
      case 'sand':
      case 'stones':
        softEllipse(ctx, x + 3, y + size * 0.1, size * 0.7, size * 0.22, '#14100c', 0.35, 0.2);
        ctx.fillStyle = shade(
          light,
          kind === 'sand'
            ? random.pick(['#f3e6cb', '#c9a27c', '#e8cfa2', '#b98d6d'])
            : random.pick(['#77716b', '#5f5c5a', '#8d867c']),
          0,
          tone,
        );
        ctx.beginPath();
        ctx.ellipse(
          x,
          y,
          size * random.range(0.24, 0.5),
          size * random.range(0.14, 0.24),
          random.range(-0.4, 0.4),
          0,
          Math.PI * 2,
        );
        ctx.fill();
        break;
      case 'snow':
        softEllipse(
          ctx,
          x,
          y,
          size * 3.4,
          size * 0.5,
          shade(light, index % 2 ? '#ffffff' : '#b9c9e2', 0, index % 2 ? 0.7 : -0.2),
          0.35,
          0.1,
        );
        break;
      case 'leaves':
        ctx.fillStyle = shade(
          light,
          random.pick(
            brief.place === 'forest' ? ['#5f7d42', '#7d7038', '#4d6b3a', '#8a6a3a'] : ['#b5893f', '#a8673a', '#8f8a4a'],
          ),
          0,
          tone,
        );
        ctx.beginPath();
        ctx.ellipse(x, y, size * 0.4, size * 0.16, random.range(-0.8, 0.8), 0, Math.PI * 2);
        ctx.fill();
    }
  }
  if (kind === 'snow' || brief.place === 'beach') footprints(stage);
}

function blossom({ ctx, light }: Stage, random: Random, x: number, y: number, radius: number): void {
  ctx.fillStyle = shade(light, random.pick(['#e2574c', '#f2b33d', '#e88fb4', '#f4f0e6', '#9a6fc4']), 0, 0.2);
  for (let petal = 0; petal < 5; petal++) {
    const angle = (petal / 5) * Math.PI * 2;
    ctx.beginPath();
    ctx.arc(x + Math.cos(angle) * radius * 0.55, y + Math.sin(angle) * radius * 0.55, radius * 0.5, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = shade(light, '#f6d873', 0, 0.4);
  ctx.beginPath();
  ctx.arc(x, y, radius * 0.34, 0, Math.PI * 2);
  ctx.fill();
}

/** Paints the footsteps of the first character. */
function footprints({ ctx, width, height, light, brief, figure, crewX }: Stage): void {
  if (brief.people.length === 0) return;
  for (let step = 1; step < 11; step++) {
    const t = Math.pow(step / 11, 1.4);
    const x = width * crewX + Math.sin(t * 2.6) * 90 + (step % 2 ? 1 : -1) * (6 + t * 22);
    ctx.fillStyle = shade(light, brief.place === 'snow' ? '#9fb2d0' : '#b08f62', 0, -0.3);
    ctx.globalAlpha = 0.55;
    ctx.beginPath();
    ctx.ellipse(x, figure.y + 14 + t * (height - figure.y), 5 + t * 15, 3 + t * 8, 0.2, 0, Math.PI * 2);
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

/** Paints things on a quay or in a room close to the camera, below the captions. */
export function paintClutter(stage: Stage): void {
  const { width, height, figure, brief, crewX } = stage;
  const random = stage.random.fork('clutter');
  const side = crewX < 0.5 ? 1 : -1;
  const near = (share: number, y: number, size: number): Spot => ({
    ...{ x: width * (0.5 + side * share), y: height * y, size: figure.size * size, depth: 0 },
  });
  if (brief.place === 'harbour') {
    paintProp(stage, near(0.34, 0.9, 1.7), 'box');
    if (random.chance(0.6)) paintProp(stage, near(-0.3, 0.95, 1.5), 'basket');
  }
  if (brief.place === 'station') paintProp(stage, near(0.3, 0.88, 1.5), 'box');
  if (brief.place === 'room' && brief.room !== 'lamp') {
    const chosen = random.pick(['basket', 'book', 'flower', 'box'] as const);
    paintProp(stage, near(0.36, 0.95, chosen === 'flower' ? 2.2 : 1.7), chosen);
  }
}

/** Paints blurred leaves and flowers in the lower corners, close to the camera, which gives the image depth. */
export function paintForeground(stage: Stage): void {
  const { ctx, width, height, light, brief } = stage;
  const own = LEAVES[brief.place];
  if (own === undefined) return;
  const random = stage.random.fork('foreground');
  // The layer is drawn at a sixth of the size: scaling it up blurs it.
  const scale = 1 / 6;
  const small = layer(width * scale, height * scale);
  const paint = small.ctx;
  paint.scale(scale, scale);
  const dark = shade(light, darken(own, 0.42), 0, -0.5);
  const lit = shade(light, own, 0, 0.1);
  const heavy = random.sign();
  for (const side of [-1, 1]) {
    const tall = height * (side === heavy ? 0.24 : 0.15) * random.range(0.85, 1.15);
    const root = side < 0 ? 0 : width;
    for (let leaf = 0; leaf < 17; leaf++) {
      const inward = random.next();
      const x = root - side * inward * width * (side === heavy ? 0.46 : 0.34);
      const top = height + 20 - tall * (1 - inward * 0.75) * random.range(0.6, 1.1);
      limb(
        paint,
        [x, height + 30],
        [x - side * 10, (top + height) / 2],
        [x - side * random.range(10, 70), top],
        30,
        6,
        mix(dark, lit, random.next() * 0.7),
      );
      if (BLOOMING.has(brief.place) && leaf % 3 === 0)
        softEllipse(
          paint,
          x - side * 30,
          top,
          26,
          26,
          shade(light, random.pick(['#d9574c', '#eab13f', '#e39ab8', '#f2ead8', '#8d6cb8']), 0, 0.2),
          1,
          0.5,
        );
    }
  }
  ctx.save();
  ctx.imageSmoothingQuality = 'medium';
  ctx.globalAlpha = 0.96;
  ctx.drawImage(small.canvas, 0, 0, width, height);
  ctx.restore();
}
