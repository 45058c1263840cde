import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PersonLook } from '../brief';
import { blob, limb, type Point, softEllipse } from '../brush';
import { alpha, type Colour, darken, lighten, mix } from '../colour';
import type { Spot, Stage } from '../stage';
import { BEAST_BUILDS, paintBeastHead } from './beast-head';
import { paintHairBehind, paintHead } from './head';
import { paintLit } from './lit-layer';

export type Pose = 'stand' | 'walk' | 'run' | 'point' | 'hold' | 'wave' | 'think';

/** Returns a character's height in units of an adult person's. */
export function statureOf(look: PersonLook): number {
  const years = look.age === 'child' ? 0.7 : look.age === 'old' ? 0.95 : 1;
  return look.beast === null ? years : BEAST_BUILDS[look.beast].stature * (look.age === 'child' ? 0.8 : 1);
}

interface FigureOptions {
  pose: Pose;
  facing: 1 | -1;
  away: boolean;
  /** Height in pixels of a figure whose legs lie outside the image. */
  tall?: number;
  held?: ((ctx: SKRSContext2D, size: number) => void) | undefined;
}

/** Paints a whole figure with its feet at the spot. `held` is drawn into the raised hand. */
export function paintPerson(stage: Stage, look: PersonLook, spot: Spot, options: FigureOptions): void {
  const height = options.tall ?? spot.size * statureOf(look);
  const cut = options.tall !== undefined;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: height * (cut ? 0.27 : 0.5),
      right: height * (cut ? 0.27 : 0.5),
      up: height * (look.beast === null ? 1.12 : 1.3),
      down: cut ? stage.height - spot.y + 4 : height * 0.05,
      depth: spot.depth,
      shadow: cut ? 0 : height * 0.22,
      facing: options.facing,
      ambient: 0.7,
    },
    (ctx) =>
      drawFigure(ctx, look, height, {
        ...options,
        mood: stage.brief.mood === 'sad' ? -1 : stage.brief.mood === 'tense' ? 0 : 1,
      }),
  );
}

/** Joints of a pose as shares of the height, for a figure that looks to the right: feet, knees, hands and elbows. */
interface Joints {
  far: { foot: Point; knee: Point; hand: Point; elbow: Point };
  near: { foot: Point; knee: Point; hand: Point; elbow: Point };
  lean: number;
}

const JOINTS: Record<Pose, Joints> = {
  stand: {
    far: { foot: [0.06, 0], knee: [0.05, -0.24], hand: [0.13, -0.44], elbow: [0.15, -0.58] },
    near: { foot: [-0.05, 0], knee: [-0.05, -0.24], hand: [-0.13, -0.43], elbow: [-0.16, -0.58] },
    lean: 0,
  },
  walk: {
    far: { foot: [-0.15, -0.03], knee: [-0.03, -0.23], hand: [0.17, -0.5], elbow: [0.12, -0.6] },
    near: { foot: [0.13, 0], knee: [0.08, -0.25], hand: [-0.15, -0.46], elbow: [-0.15, -0.6] },
    lean: 0.025,
  },
  run: {
    far: { foot: [-0.26, -0.14], knee: [-0.06, -0.2], hand: [0.22, -0.62], elbow: [0.16, -0.54] },
    near: { foot: [0.2, -0.02], knee: [0.16, -0.26], hand: [-0.14, -0.54], elbow: [-0.22, -0.62] },
    lean: 0.09,
  },
  point: {
    far: { foot: [0.07, 0], knee: [0.06, -0.24], hand: [0.36, -0.74], elbow: [0.22, -0.7] },
    near: { foot: [-0.06, 0], knee: [-0.06, -0.24], hand: [-0.1, -0.46], elbow: [-0.18, -0.56] },
    lean: 0.02,
  },
  hold: {
    far: { foot: [0.06, 0], knee: [0.05, -0.24], hand: [0.2, -0.58], elbow: [0.15, -0.54] },
    near: { foot: [-0.06, 0], knee: [-0.05, -0.24], hand: [0.17, -0.57], elbow: [-0.13, -0.54] },
    lean: 0.01,
  },
  wave: {
    far: { foot: [0.07, 0], knee: [0.05, -0.24], hand: [0.26, -0.94], elbow: [0.22, -0.74] },
    near: { foot: [-0.06, 0], knee: [-0.05, -0.24], hand: [-0.13, -0.44], elbow: [-0.16, -0.58] },
    lean: 0,
  },
  think: {
    far: { foot: [0.06, 0], knee: [0.05, -0.24], hand: [0.1, -0.72], elbow: [0.16, -0.56] },
    near: { foot: [-0.06, 0], knee: [-0.05, -0.24], hand: [0.08, -0.52], elbow: [-0.13, -0.52] },
    lean: -0.01,
  },
};

/** Returns the share of a figure's height that is above its eyes, with ears and hat left out. */
export function shareAbove(look: PersonLook): number {
  const { head, shoulder } = bodyOf(look, 1, 0);
  return 1 + shoulder - head * (look.beast === null ? 1.02 : 0.86);
}

/** Measures of a body in pixels. */
interface Body {
  height: number;
  head: number;
  hip: number;
  shoulder: number;
  /** Half of the shoulders' width. */
  half: number;
  lean: number;
  skin: Colour;
}

function bodyOf(look: PersonLook, height: number, lean: number): Body {
  const child = look.age === 'child';
  const beast = look.beast !== null;
  const head = height * (beast ? 0.16 : child ? 0.13 : 0.098);
  return {
    height,
    head,
    hip: -height * (beast ? 0.33 : child ? 0.4 : 0.455),
    shoulder: -height * (beast ? 0.64 : child ? 0.67 : 0.755),
    half: height * (beast ? 0.115 : child ? 0.1 : look.hair === 'long' || look.hair === 'bun' ? 0.1 : 0.112),
    lean: (lean + (look.age === 'old' ? 0.03 : 0)) * height,
    skin: look.beast === null ? look.skinColour : (look.fur ?? BEAST_BUILDS[look.beast].fur),
  };
}

function drawFigure(
  ctx: SKRSContext2D,
  look: PersonLook,
  height: number,
  options: FigureOptions & { mood: number },
): void {
  const joints = JOINTS[options.pose];
  const body = bodyOf(look, height, joints.lean);
  const { hip, shoulder, half, lean, head, skin } = body;
  // Arms and legs of a child or an animal are shorter: joints are scaled to this body's shoulders and hips.
  const reach = shoulder / -0.755 / height;
  const hand = ([x, y]: Point): Point => [
    x * height * (look.beast === null ? 1 : 0.92) + lean * 0.8,
    y * height * reach,
  ];
  const foot = ([x, y]: Point): Point => [x * height * 0.9, (y * height * hip) / (-0.455 * height)];
  const place = {
    x: lean * 1.5 + height * 0.005,
    y: shoulder - head * (look.beast === null ? 1.02 : 0.86),
    radius: head,
    away: options.away,
    mood: options.mood,
  };
  if (look.beast !== null) paintTail(ctx, look, body);
  const trousers =
    look.dress === 'dress'
      ? mix(skin, look.legColour, look.beast === null ? 0.1 : 0)
      : look.beast === null || look.dress === 'shirt'
        ? look.legColour
        : skin;
  leg(ctx, body, foot(joints.far.foot), foot(joints.far.knee), half * 0.34, darken(trousers, 0.24), look);
  leg(ctx, body, foot(joints.near.foot), foot(joints.near.knee), -half * 0.34, trousers, look);
  arm(
    ctx,
    body,
    [half * 0.74 + lean, shoulder + height * 0.05],
    hand(joints.far.elbow),
    hand(joints.far.hand),
    darken(look.topColour, 0.24),
    skin,
  );
  if (!options.away && look.beast === null) paintHairBehind(ctx, look, place);
  paintTrunk(ctx, look, body);
  if (options.held !== undefined) {
    const [x, y] = hand(joints.far.hand);
    ctx.save();
    ctx.translate(x, y);
    options.held(ctx, height);
    ctx.restore();
  }
  arm(
    ctx,
    body,
    [-half * 0.78 + lean, shoulder + height * 0.05],
    hand(joints.near.elbow),
    hand(joints.near.hand),
    lighten(look.topColour, 0.05),
    skin,
  );
  if (look.beast === null) paintHead(ctx, look, place);
  else paintBeastHead(ctx, look.beast, look.fur, place);
}

function leg(
  ctx: SKRSContext2D,
  { height, hip }: Body,
  foot: Point,
  knee: Point,
  at: number,
  colour: Colour,
  look: PersonLook,
): void {
  const width = height * (look.age === 'child' || look.beast !== null ? 0.082 : 0.08);
  limb(
    ctx,
    [at, hip],
    [knee[0] + at * 0.4, knee[1]],
    [foot[0], foot[1] - height * 0.03],
    width * 1.12,
    width * 0.66,
    colour,
  );
  // A shoe with a sole, or a paw.
  ctx.fillStyle = look.beast === null ? darken(look.legColour, 0.6) : colour;
  blob(ctx, [
    [foot[0] - height * 0.034, foot[1] - height * 0.05],
    [foot[0] + height * 0.03, foot[1] - height * 0.05],
    [foot[0] + height * 0.082, foot[1] - height * 0.02],
    [foot[0] + height * 0.08, foot[1]],
    [foot[0] - height * 0.042, foot[1]],
  ]);
  ctx.fill();
}

function arm(
  ctx: SKRSContext2D,
  { height }: Body,
  from: Point,
  bend: Point,
  to: Point,
  sleeve: Colour,
  skin: Colour,
): void {
  limb(ctx, from, bend, to, height * 0.07, height * 0.05, sleeve);
  ctx.fillStyle = skin;
  ctx.beginPath();
  const angle = Math.atan2(to[1] - bend[1], to[0] - bend[0]);
  ctx.ellipse(
    to[0] + Math.cos(angle) * height * 0.016,
    to[1] + Math.sin(angle) * height * 0.016,
    height * 0.034,
    height * 0.026,
    angle,
    0,
    Math.PI * 2,
  );
  ctx.fill();
}

function paintTail(ctx: SKRSContext2D, look: PersonLook, { height, hip, skin }: Body): void {
  const kind = look.beast === null ? 'none' : BEAST_BUILDS[look.beast].tail;
  const root: Point = [-height * 0.07, hip * 0.9];
  if (kind === 'puff')
    softEllipse(ctx, root[0] - height * 0.05, root[1], height * 0.075, height * 0.075, lighten(skin, 0.5), 1, 0.6);
  if (kind === 'bushy') {
    limb(
      ctx,
      root,
      [root[0] - height * 0.18, root[1] + height * 0.1],
      [root[0] - height * 0.3, root[1] - height * 0.1],
      height * 0.06,
      height * 0.16,
      skin,
    );
    limb(
      ctx,
      [root[0] - height * 0.27, root[1] - height * 0.06],
      [root[0] - height * 0.31, root[1] - height * 0.14],
      [root[0] - height * 0.29, root[1] - height * 0.22],
      height * 0.13,
      height * 0.02,
      lighten(skin, 0.6),
    );
  }
  if (kind === 'thin')
    limb(
      ctx,
      root,
      [root[0] - height * 0.2, root[1] + height * 0.12],
      [root[0] - height * 0.26, root[1] - height * 0.12],
      height * 0.03,
      height * 0.018,
      darken(skin, 0.1),
    );
  if (kind === 'curl') {
    ctx.strokeStyle = darken(skin, 0.15);
    ctx.lineWidth = height * 0.02;
    ctx.beginPath();
    ctx.arc(root[0] - height * 0.04, root[1], height * 0.035, 0, Math.PI * 1.6);
    ctx.stroke();
  }
}

const HEM: Record<PersonLook['dress'], number> = { coat: 0.5, jacket: 0.9, dress: 0.36, shirt: 0.94 };
const FLARE: Record<PersonLook['dress'], number> = { coat: 1.32, jacket: 1.04, dress: 1.78, shirt: 0.96 };

function paintTrunk(ctx: SKRSContext2D, look: PersonLook, body: Body): void {
  const { height, hip, shoulder, half, lean, skin } = body;
  const hem = hip * HEM[look.dress];
  const flare = FLARE[look.dress];
  const belly = look.beast === null ? 0.9 : 1.12;
  ctx.fillStyle = darken(skin, 0.1);
  ctx.fillRect(lean * 1.2 - height * 0.026, shoulder - height * 0.05, height * 0.052, height * 0.09);
  blob(ctx, [
    [lean - half * 0.4, shoulder - height * 0.004],
    [lean - half * 1.06, shoulder + height * 0.03],
    [lean * 0.6 - half * 1.0, shoulder * 0.84],
    [-half * belly, hip * 1.12],
    [-half * flare * 1.02, hem * 1.04],
    [-half * flare, hem],
    [0, hem + height * 0.014],
    [half * flare * 1.02, hem],
    [half * flare, hem * 1.04],
    [half * belly, hip * 1.12],
    [lean * 0.6 + half * 1.0, shoulder * 0.84],
    [lean + half * 1.06, shoulder + height * 0.03],
    [lean + half * 0.4, shoulder - height * 0.004],
  ]);
  ctx.fillStyle = look.topColour;
  ctx.fill();
  ctx.save();
  ctx.clip();
  const deep = darken(look.topColour, 0.5);
  softEllipse(ctx, half * 1.1, (shoulder + hem) / 2, half * 1.1, Math.abs(hem - shoulder) * 0.75, deep, 0.5, 0);
  softEllipse(ctx, -half * 0.6, shoulder * 0.92, half * 0.8, height * 0.09, lighten(look.topColour, 0.28), 0.5, 0);
  // Folds fall from the waist.
  ctx.strokeStyle = alpha(deep, 0.35);
  ctx.lineWidth = Math.max(0.6, height * 0.008);
  if (look.dress === 'coat' || look.dress === 'dress')
    for (const fold of [-0.62, -0.2, 0.3, 0.7]) {
      ctx.beginPath();
      ctx.moveTo(fold * half * 0.8, hip * 1.02);
      ctx.quadraticCurveTo(fold * half * 1.1, (hip + hem) / 2, fold * half * flare * 1.1, hem);
      ctx.stroke();
    }
  ctx.strokeStyle = alpha(deep, 0.75);
  ctx.beginPath();
  ctx.moveTo(half * 0.1 + lean, shoulder);
  ctx.quadraticCurveTo(half * 0.2, hip, half * 0.12, hem);
  if (look.dress === 'coat' || look.dress === 'jacket') {
    ctx.stroke();
    ctx.fillStyle = mix(look.topColour, '#f1dfae', 0.65);
    for (const t of [0.16, 0.42, 0.68]) {
      ctx.beginPath();
      ctx.arc(half * 0.24 + lean * (1 - t), shoulder + (hip - shoulder) * t, height * 0.011, 0, Math.PI * 2);
      ctx.fill();
    }
  }
  if (look.dress === 'coat' || look.dress === 'dress') {
    ctx.fillStyle = alpha(deep, 0.8);
    ctx.fillRect(-half * 1.2, hip * 1.17, half * 2.4, height * 0.02);
  }
  if (look.dress === 'shirt') {
    ctx.fillStyle = alpha(deep, 0.5);
    ctx.fillRect(-half * 1.2, hem - height * 0.02, half * 2.4, height * 0.03);
  }
  ctx.restore();
  paintCollar(ctx, look, body);
}

function paintCollar(ctx: SKRSContext2D, look: PersonLook, { height, shoulder, half, lean }: Body): void {
  if (look.dress === 'dress') {
    ctx.fillStyle = '#f3ece0';
    ctx.beginPath();
    ctx.ellipse(lean, shoulder + height * 0.004, half * 0.52, height * 0.018, 0, 0, Math.PI * 2);
    ctx.fill();
    return;
  }
  ctx.fillStyle = look.dress === 'shirt' ? lighten(look.topColour, 0.25) : lighten(look.topColour, 0.14);
  for (const side of [-1, 1]) {
    blob(ctx, [
      [lean + side * half * 0.08, shoulder + height * 0.05],
      [lean + side * half * 0.62, shoulder + height * 0.02],
      [lean + side * half * 0.46, shoulder - height * 0.026],
      [lean + side * half * 0.1, shoulder - height * 0.01],
    ]);
    ctx.fill();
  }
}
