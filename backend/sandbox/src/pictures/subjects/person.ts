import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PersonLook } from '../brief';
import { blob, limb, type Point, softEllipse } from '../brush';
import { darken, lighten, mix } from '../colour';
import type { Random } from '../random';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { paintHairBehind, paintHead } from './head';

export type Pose = 'stand' | 'walk' | 'point' | 'hold';

/** Returns a person's height in units of an adult's. */
export const statureOf = (look: PersonLook): number => (look.age === 'child' ? 0.68 : look.age === 'old' ? 0.96 : 1);

/** Paints a whole figure with its feet at the spot. `held` is drawn into the raised hand. */
export function paintPerson(
  stage: Stage,
  look: PersonLook,
  spot: Spot,
  options: { pose: Pose; facing: 1 | -1; away: boolean; held?: (ctx: SKRSContext2D, size: number) => void },
): void {
  const height = spot.size * statureOf(look);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: height * 0.5,
      right: height * 0.5,
      up: height * 1.45,
      down: height * 0.05,
      depth: spot.depth,
      shadow: height * 0.2,
      facing: options.facing,
      ambient: 0.75,
    },
    (ctx) => drawFigure(ctx, look, height, options, stage.random.fork(`pose ${look.key}`)),
  );
}

function drawFigure(
  ctx: SKRSContext2D,
  look: PersonLook,
  height: number,
  options: { pose: Pose; away: boolean; held?: (ctx: SKRSContext2D, size: number) => void },
  random: Random,
): void {
  const child = look.age === 'child';
  const head = height * (child ? 0.098 : 0.07);
  const hip = -height * (child ? 0.43 : 0.48);
  const shoulder = -height * (child ? 0.74 : 0.815);
  const half = height * (child ? 0.098 : 0.108);
  const stoop = look.age === 'old' ? height * 0.025 : 0;
  const stride = options.pose === 'walk' ? height * 0.1 : height * 0.035;
  const width = height * (child ? 0.075 : 0.078);
  const headPlace = { x: stoop * 1.6, y: shoulder - head * 1.18, radius: head, away: options.away };
  const leg = (foot: number, colour: string): void => {
    limb(
      ctx,
      [foot * 0.35, hip],
      [foot * 0.6 + height * 0.012, hip * 0.5],
      [foot, -height * 0.035],
      width * 1.15,
      width * 0.72,
      colour,
    );
    ctx.fillStyle = darken(look.legColour, 0.62);
    ctx.beginPath();
    ctx.ellipse(foot + height * 0.018, -height * 0.017, height * 0.047, height * 0.022, 0, 0, Math.PI * 2);
    ctx.fill();
  };
  leg(-stride, darken(look.legColour, 0.25));
  leg(stride, look.legColour);
  const backArm: Point = options.pose === 'walk' ? [height * 0.11, hip * 1.02] : [half * 1.02, hip * 0.98];
  arm(
    ctx,
    [half * 0.72 + stoop, shoulder + height * 0.035],
    [backArm[0] + height * 0.02, shoulder * 0.76],
    backArm,
    height,
    darken(look.topColour, 0.3),
    look.skinColour,
  );
  if (!options.away) paintHairBehind(ctx, look, headPlace);
  paintTrunk(ctx, look, { height, hip, shoulder, half, stoop }, random);
  const hand = handOf(options.pose, height, half, hip, shoulder);
  const elbow: Point = options.pose === 'point' ? [-half * 0.4, shoulder * 0.93] : [-half * 1.35, shoulder * 0.76];
  const held = options.held;
  if (held !== undefined) {
    ctx.save();
    ctx.translate(hand[0], hand[1]);
    held(ctx, height);
    ctx.restore();
  }
  arm(
    ctx,
    [-half * 0.78 + stoop, shoulder + height * 0.035],
    options.pose === 'stand' || options.pose === 'walk' ? elbow : [half * 0.5 + stoop, shoulder * 0.78],
    hand,
    height,
    lighten(look.topColour, 0.05),
    look.skinColour,
  );
  paintHead(ctx, look, headPlace);
}

function handOf(pose: Pose, height: number, half: number, hip: number, shoulder: number): Point {
  if (pose === 'point') return [height * 0.36, shoulder * 0.97];
  if (pose === 'hold') return [height * 0.2, shoulder * 0.8];
  if (pose === 'walk') return [-height * 0.13, hip * 1.04];
  return [-half * 1.05, hip * 0.96];
}

function arm(
  ctx: SKRSContext2D,
  from: Point,
  bend: Point,
  to: Point,
  height: number,
  sleeve: string,
  skin: string,
): void {
  limb(ctx, from, bend, to, height * 0.062, height * 0.044, sleeve);
  ctx.fillStyle = skin;
  ctx.beginPath();
  ctx.arc(to[0], to[1] + height * 0.008, height * 0.024, 0, Math.PI * 2);
  ctx.fill();
}

interface Build {
  height: number;
  hip: number;
  shoulder: number;
  half: number;
  stoop: number;
}

function paintTrunk(ctx: SKRSContext2D, look: PersonLook, build: Build, random: Random): void {
  const { height, hip, shoulder, half, stoop } = build;
  const hem = { coat: hip * 0.52, jacket: hip * 0.93, dress: hip * 0.42, shirt: hip * 0.95 }[look.dress];
  const flare = { coat: 1.35, jacket: 0.98, dress: 1.75, shirt: 0.9 }[look.dress];
  const wind = random.range(-0.02, 0.05) * height;
  ctx.fillStyle = look.skinColour;
  ctx.fillRect(stoop * 1.2 - height * 0.022, shoulder - height * 0.035, height * 0.044, height * 0.07);
  const outline: Point[] = [
    [stoop - half * 0.35, shoulder - height * 0.012],
    [stoop - half * 1.02, shoulder + height * 0.02],
    [-half * 0.98, shoulder * 0.8],
    [-half * 0.86, hip * 1.12],
    [-half * flare - wind, hem],
    [0, hem + height * 0.012],
    [half * flare, hem],
    [half * 0.88, hip * 1.12],
    [half * 0.98 + stoop * 0.4, shoulder * 0.8],
    [stoop + half * 1.02, shoulder + height * 0.02],
    [stoop + half * 0.35, shoulder - height * 0.012],
  ];
  blob(ctx, outline);
  ctx.fillStyle = look.topColour;
  ctx.fill();
  ctx.save();
  ctx.clip();
  softEllipse(
    ctx,
    half * 0.9,
    (shoulder + hem) / 2,
    half * 0.9,
    Math.abs(hem - shoulder) * 0.7,
    darken(look.topColour, 0.5),
    0.45,
    0,
  );
  ctx.strokeStyle = darken(look.topColour, 0.4);
  ctx.lineWidth = Math.max(0.6, height * 0.006);
  ctx.beginPath();
  ctx.moveTo(half * 0.08 + stoop, shoulder);
  ctx.quadraticCurveTo(half * 0.16, hip, half * 0.1, hem);
  if (look.dress === 'coat' || look.dress === 'jacket') ctx.stroke();
  ctx.fillStyle = mix(look.topColour, '#1a1420', 0.55);
  if (look.dress === 'coat' || look.dress === 'dress')
    ctx.fillRect(-half * 1.1, hip * 1.17, half * 2.2, height * 0.018);
  ctx.restore();
  if (look.dress === 'coat') {
    ctx.fillStyle = lighten(look.topColour, 0.12);
    blob(ctx, [
      [stoop - half * 0.62, shoulder + height * 0.012],
      [stoop, shoulder + height * 0.045],
      [stoop + half * 0.62, shoulder + height * 0.012],
      [stoop + half * 0.4, shoulder - height * 0.03],
      [stoop - half * 0.4, shoulder - height * 0.03],
    ]);
    ctx.fill();
  }
}
