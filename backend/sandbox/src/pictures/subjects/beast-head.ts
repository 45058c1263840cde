import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Beast } from '../brief';
import { blob, outline, type Point, softEllipse } from '../brush';
import { type Colour, darken, lighten, mix } from '../colour';
import type { HeadPlace } from './head';

interface BeastBuild {
  fur: Colour;
  light: Colour;
  ears: 'long' | 'pointed' | 'round' | 'big' | 'flop' | 'none';
  face: 'muzzle' | 'snout' | 'long' | 'beak' | 'bill' | 'wide';
  /** Height of the whole animal on two legs as a share of an adult person. */
  stature: number;
  tail: 'puff' | 'bushy' | 'thin' | 'curl' | 'none';
  horns?: 'antlers' | 'horns';
}

export const BEAST_BUILDS: Record<Beast, BeastBuild> = {
  rabbit: { fur: '#b08d6c', light: '#f0e4d2', ears: 'long', face: 'muzzle', stature: 0.56, tail: 'puff' },
  mouse: { fur: '#9a918c', light: '#e6ddd4', ears: 'big', face: 'muzzle', stature: 0.4, tail: 'thin' },
  cat: { fur: '#c08a52', light: '#f3e6d2', ears: 'pointed', face: 'muzzle', stature: 0.6, tail: 'thin' },
  dog: { fur: '#b07a45', light: '#ecd6b2', ears: 'flop', face: 'long', stature: 0.66, tail: 'thin' },
  fox: { fur: '#c8622d', light: '#f6e9d8', ears: 'pointed', face: 'long', stature: 0.7, tail: 'bushy' },
  wolf: { fur: '#6f747f', light: '#c6c8cc', ears: 'pointed', face: 'long', stature: 0.86, tail: 'bushy' },
  bear: { fur: '#6b4a36', light: '#b58f6e', ears: 'round', face: 'muzzle', stature: 1, tail: 'puff' },
  pig: { fur: '#e0a79c', light: '#f0c6bb', ears: 'pointed', face: 'snout', stature: 0.62, tail: 'curl' },
  sheep: { fur: '#efe8dc', light: '#d9c7b0', ears: 'flop', face: 'long', stature: 0.66, tail: 'puff' },
  cow: { fur: '#8a5a3d', light: '#f0e2d2', ears: 'flop', face: 'long', stature: 0.95, tail: 'thin', horns: 'horns' },
  horse: { fur: '#7c4a2d', light: '#b98a63', ears: 'pointed', face: 'long', stature: 1, tail: 'bushy' },
  deer: {
    fur: '#a8713f',
    light: '#ecd3ae',
    ears: 'pointed',
    face: 'long',
    stature: 0.92,
    tail: 'puff',
    horns: 'antlers',
  },
  goose: { fur: '#f1ece2', light: '#ffffff', ears: 'none', face: 'bill', stature: 0.56, tail: 'puff' },
  bird: { fur: '#4f5f76', light: '#c9b08c', ears: 'none', face: 'beak', stature: 0.42, tail: 'none' },
  gull: { fur: '#eef0f0', light: '#ffffff', ears: 'none', face: 'beak', stature: 0.44, tail: 'none' },
  owl: { fur: '#8a6a4a', light: '#e9d8b8', ears: 'pointed', face: 'beak', stature: 0.5, tail: 'none' },
  frog: { fur: '#6f9a4a', light: '#d6e0a4', ears: 'none', face: 'wide', stature: 0.42, tail: 'none' },
};

/** Paints an animal's head, a little wider than a person's, with the ears, muzzle and cheeks of its kind. */
export function paintBeastHead(
  ctx: SKRSContext2D,
  beast: Beast,
  fur: Colour | null,
  { x, y, radius, away }: HeadPlace,
): void {
  const build = BEAST_BUILDS[beast];
  const own = fur ?? build.fur;
  const pale = fur === null ? build.light : lighten(own, 0.45);
  const dark = darken(own, 0.28);
  const at = (points: readonly Point[], colour: Colour): void => {
    blob(
      ctx,
      points.map(([px, py]): Point => [x + px * radius, y + py * radius]),
    );
    ctx.fillStyle = colour;
    ctx.fill();
  };
  const oval = (px: number, py: number, rx: number, ry: number, colour: Colour, turn = 0): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(x + px * radius, y + py * radius, rx * radius, ry * radius, turn, 0, Math.PI * 2);
    ctx.fill();
  };
  if (build.horns !== undefined) paintHorns(ctx, build.horns, x, y, radius);
  paintEars(build.ears, own, dark, away, at, oval);
  at(outline('-1.08,-0.2 -1.12,0.42 -0.6,0.98 0.1,1.06 0.8,0.92 1.16,0.36 1.04,-0.34 0.5,-1 -0.4,-1.02'), own);
  if (away) return;
  softEllipse(ctx, x - radius * 0.5, y - radius * 0.45, radius * 0.7, radius * 0.5, lighten(own, 0.22), 0.6, 0);
  // Eyes with a spark, far apart beside the muzzle.
  const eye = (px: number): void => {
    oval(px, 0.0, 0.13, 0.17, '#1d1517');
    oval(px + 0.04, -0.06, 0.045, 0.055, '#ffffff');
  };
  switch (build.face) {
    case 'beak':
      oval(-0.34, 0.02, 0.46, 0.48, pale);
      oval(0.56, 0.02, 0.42, 0.46, pale);
      eye(-0.26);
      eye(0.56);
      at(outline('-0.06,0.2 0.4,0.14 0.66,0.42 0.18,0.66 -0.04,0.44'), '#e0a13c');
      return;
    case 'bill':
      eye(-0.2);
      eye(0.52);
      at(outline('-0.16,0.28 0.4,0.16 1.36,0.42 1.3,0.62 0.3,0.72 -0.14,0.58'), '#e8973a');
      ctx.strokeStyle = '#a8621f';
      ctx.lineWidth = radius * 0.05;
      ctx.beginPath();
      ctx.moveTo(x - radius * 0.08, y + radius * 0.5);
      ctx.lineTo(x + radius * 1.26, y + radius * 0.54);
      ctx.stroke();
      return;
    case 'wide':
      oval(-0.42, -0.86, 0.36, 0.36, own);
      oval(0.58, -0.86, 0.36, 0.36, own);
      oval(-0.36, -0.9, 0.2, 0.22, '#f6f2dc');
      oval(0.62, -0.9, 0.2, 0.22, '#f6f2dc');
      oval(-0.32, -0.88, 0.1, 0.14, '#1d1517');
      oval(0.66, -0.88, 0.1, 0.14, '#1d1517');
      at(outline('-0.9,0.3 0.1,0.56 1.04,0.28 0.8,0.86 0.1,1.02 -0.6,0.88'), pale);
      smile(ctx, x, y, radius, 0.1, 0.34, 0.8);
      return;
    default:
  }
  const long = build.face === 'long';
  const nose: Point = long ? [0.42, 0.42] : [0.2, 0.3];
  oval(-0.62, 0.5, 0.42, 0.36, mix(own, pale, 0.75));
  oval(0.78, 0.5, 0.34, 0.32, mix(own, pale, 0.75));
  if (long) at(outline('-0.2,-0.1 0.5,-0.12 0.98,0.36 0.86,0.86 0.2,0.98 -0.22,0.6'), pale);
  else oval(0.2, 0.54, 0.46, 0.4, pale);
  eye(-0.34);
  eye(0.66);
  ctx.save();
  ctx.globalAlpha = 0.35;
  oval(-0.66, 0.44, 0.2, 0.13, '#e07a6a');
  oval(0.9, 0.44, 0.14, 0.12, '#e07a6a');
  ctx.restore();
  if (build.face === 'snout') {
    oval(0.26, 0.46, 0.38, 0.28, darken(own, 0.12));
    oval(0.13, 0.46, 0.07, 0.1, darken(own, 0.5));
    oval(0.4, 0.46, 0.07, 0.1, darken(own, 0.5));
    smile(ctx, x, y, radius, 0.24, 0.74, 0.26);
    return;
  }
  at(
    [
      [nose[0] - 0.17, nose[1] - 0.08],
      [nose[0] + 0.17, nose[1] - 0.08],
      [nose[0], nose[1] + 0.16],
    ],
    beast === 'rabbit' || beast === 'mouse' ? '#c9717a' : '#2a1d1e',
  );
  smile(ctx, x, y, radius, nose[0] - 0.15, nose[1] + 0.2, 0.16);
  smile(ctx, x, y, radius, nose[0] + 0.15, nose[1] + 0.2, 0.16);
  if (beast === 'rabbit' || beast === 'cat' || beast === 'mouse') whiskers(ctx, x, y, radius, nose);
}

type Shape = (points: readonly Point[], colour: Colour) => void;
type Oval = (px: number, py: number, rx: number, ry: number, colour: Colour, turn?: number) => void;

function paintEars(ears: BeastBuild['ears'], own: Colour, dark: Colour, away: boolean, at: Shape, oval: Oval): void {
  const inner = away ? dark : mix(own, '#e8a79c', 0.6);
  switch (ears) {
    case 'long':
      oval(0.44, -1.72, 0.27, 0.95, dark, 0.2);
      oval(0.46, -1.66, 0.14, 0.68, inner, 0.2);
      oval(-0.42, -1.76, 0.29, 1, own, -0.16);
      oval(-0.4, -1.68, 0.15, 0.72, inner, -0.16);
      return;
    case 'big':
      oval(0.78, -0.94, 0.62, 0.62, dark);
      oval(0.8, -0.9, 0.42, 0.42, inner);
      oval(-0.8, -0.98, 0.66, 0.66, own);
      oval(-0.78, -0.94, 0.44, 0.44, inner);
      return;
    case 'round':
      oval(0.68, -0.88, 0.36, 0.36, dark);
      oval(-0.68, -0.9, 0.4, 0.4, own);
      oval(-0.68, -0.86, 0.22, 0.22, inner);
      return;
    case 'pointed':
      at(outline('0.2,-0.8 0.72,-1.86 0.86,-1.8 1.06,-0.42'), dark);
      at(outline('-1.1,-0.4 -0.86,-1.86 -0.72,-1.9 -0.1,-0.86'), own);
      at(outline('-0.9,-0.66 -0.76,-1.46 -0.34,-0.84'), inner);
      return;
    case 'flop':
      oval(1.02, -0.18, 0.3, 0.62, dark, -0.5);
      oval(-1.06, -0.1, 0.34, 0.7, dark, 0.45);
      return;
    case 'none':
  }
}

function paintHorns(ctx: SKRSContext2D, horns: 'antlers' | 'horns', x: number, y: number, radius: number): void {
  ctx.strokeStyle = horns === 'antlers' ? '#6b543c' : '#d9cbb0';
  ctx.lineCap = 'round';
  for (const side of [-1, 1]) {
    ctx.lineWidth = radius * (horns === 'antlers' ? 0.12 : 0.2);
    ctx.beginPath();
    ctx.moveTo(x + side * radius * 0.4, y - radius * 0.8);
    if (horns === 'horns')
      ctx.quadraticCurveTo(x + side * radius * 1, y - radius, x + side * radius * 0.9, y - radius * 1.5);
    else {
      ctx.quadraticCurveTo(x + side * radius * 0.5, y - radius * 1.6, x + side * radius * 1.1, y - radius * 2.2);
      ctx.moveTo(x + side * radius * 0.6, y - radius * 1.6);
      ctx.lineTo(x + side * radius * 0.3, y - radius * 2.2);
      ctx.moveTo(x + side * radius * 0.8, y - radius * 1.85);
      ctx.lineTo(x + side * radius * 1.35, y - radius * 1.8);
    }
    ctx.stroke();
  }
}

function smile(ctx: SKRSContext2D, x: number, y: number, radius: number, px: number, py: number, half: number): void {
  ctx.strokeStyle = '#4a2d2a';
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(0.8, radius * 0.055);
  ctx.beginPath();
  ctx.moveTo(x + (px - half) * radius, y + py * radius);
  ctx.quadraticCurveTo(x + px * radius, y + (py + half * 0.7) * radius, x + (px + half) * radius, y + py * radius);
  ctx.stroke();
}

function whiskers(ctx: SKRSContext2D, x: number, y: number, radius: number, nose: Point): void {
  ctx.strokeStyle = 'rgba(70,50,45,0.5)';
  ctx.lineWidth = Math.max(0.5, radius * 0.022);
  for (const side of [-1, 1])
    for (const lift of [-0.1, 0.02, 0.14]) {
      ctx.beginPath();
      ctx.moveTo(x + (nose[0] + side * 0.3) * radius, y + (nose[1] + 0.16) * radius);
      ctx.lineTo(x + (nose[0] + side * 1.15) * radius, y + (nose[1] + 0.14 + lift * 2) * radius);
      ctx.stroke();
    }
}
