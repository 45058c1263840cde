import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Beast } from '../brief';
import { blob, limb, type Point, softEllipse } from '../brush';
import { type Colour, darken, lighten } from '../colour';
import type { Spot, Stage } from '../stage';
import { BEAST_BUILDS, paintBeastHead } from './beast-head';
import { paintLit } from './lit-layer';

/** Height as a share of an adult person. */
const HEIGHT: Partial<Record<Beast, number>> = {
  ...{ bird: 0.2, gull: 0.26, goose: 0.42, owl: 0.34, frog: 0.18 },
  ...{ dog: 0.44, cat: 0.32, fox: 0.38, wolf: 0.54, rabbit: 0.26, mouse: 0.14, bear: 0.78 },
};
const SITTING: ReadonlySet<string> = new Set<Beast>(['dog', 'cat', 'fox', 'wolf', 'rabbit', 'mouse', 'bear']);

/** True for an animal that is drawn sitting unless it runs. */
export const sits = (beast: Beast): boolean => HEIGHT[beast] !== undefined;
export const sittingHeight = (beast: Beast): number => HEIGHT[beast] ?? 0.3;

/** Paints an animal that sits on the ground and looks at the camera. */
export function paintPerched(stage: Stage, spot: Spot, beast: Beast, fur: Colour | null = null): void {
  const size = spot.size * (HEIGHT[beast] ?? 0.3);
  const build = BEAST_BUILDS[beast];
  const own = fur ?? build.fur;
  paintLit(
    stage,
    {
      ...{ x: spot.x, y: spot.y, left: size, right: size, up: size * 1.75, depth: spot.depth },
      shadow: size * 0.42,
      facing: spot.x < stage.width / 2 ? 1 : -1,
    },
    (ctx) => {
      const at = (points: readonly Point[], colour: Colour): void => {
        blob(
          ctx,
          points.map(([x, y]): Point => [x * size, y * size]),
        );
        ctx.fillStyle = colour;
        ctx.fill();
      };
      if (SITTING.has(beast)) paintSeat(ctx, beast, own, size, at);
      else if (beast === 'frog') {
        at(
          [
            [-0.5, 0],
            [-0.56, -0.26],
            [-0.2, -0.34],
            [-0.1, 0],
          ],
          darken(own, 0.2),
        );
        at(
          [
            [0.56, 0],
            [0.62, -0.26],
            [0.24, -0.34],
            [0.14, 0],
          ],
          darken(own, 0.2),
        );
        at(
          [
            [-0.36, 0.02],
            [-0.42, -0.4],
            [0, -0.6],
            [0.44, -0.4],
            [0.38, 0.02],
          ],
          own,
        );
        softEllipse(ctx, 0, -size * 0.18, size * 0.28, size * 0.2, build.light, 0.8, 0.3);
      } else {
        for (const x of [-0.1, 0.12])
          limb(
            ctx,
            [x * size, -size * 0.2],
            [x * size, -size * 0.1],
            [x * size + 2, 0],
            size * 0.05,
            size * 0.04,
            '#d99a45',
          );
        at(
          [
            [-0.46, -0.2],
            [-0.8, -0.06],
            [-0.4, -0.4],
          ],
          darken(own, 0.25),
        );
        at(
          [
            [-0.5, -0.24],
            [-0.3, -0.1],
            [0.2, -0.08],
            [0.4, -0.34],
            [0.28, -0.66],
            [-0.12, -0.62],
          ],
          own,
        );
        softEllipse(ctx, size * 0.14, -size * 0.32, size * 0.26, size * 0.24, build.light, 0.85, 0.3);
        at(
          [
            [-0.5, -0.28],
            [-0.28, -0.56],
            [0.02, -0.44],
            [-0.08, -0.22],
          ],
          darken(own, 0.18),
        );
        if (beast === 'goose')
          limb(
            ctx,
            [size * 0.16, -size * 0.5],
            [size * 0.3, -size * 0.7],
            [size * 0.22, -size * 0.96],
            size * 0.2,
            size * 0.14,
            lighten(own, 0.04),
          );
      }
      const [x, y, radius] = HEAD[beast] ?? [0.06, 0.82, 0.26];
      paintBeastHead(ctx, beast, fur, { x: size * x, y: -size * y, radius: size * radius, away: false });
    },
  );
}

/** Position and radius of the head, where these differ from a bird's. */
const HEAD: Partial<Record<Beast, readonly [number, number, number]>> = {
  ...{ goose: [0.24, 1.04, 0.14], frog: [0, 0.56, 0.3], dog: [0.1, 0.84, 0.24], fox: [0.1, 0.8, 0.24] },
  ...{ wolf: [0.1, 0.84, 0.22], cat: [0.06, 0.76, 0.26], rabbit: [0.06, 0.7, 0.28], mouse: [0.06, 0.66, 0.28] },
  bear: [0.06, 0.84, 0.22],
};

/** Paints the body of an animal that sits: haunches, breast, forelegs and tail. */
function paintSeat(
  ctx: SKRSContext2D,
  beast: Beast,
  own: Colour,
  size: number,
  at: (points: readonly Point[], colour: Colour) => void,
): void {
  const dark = darken(own, 0.22);
  const pale = lighten(own, 0.42);
  const tail = BEAST_BUILDS[beast].tail;
  if (tail === 'bushy') {
    limb(
      ctx,
      [-size * 0.2, -size * 0.08],
      [-size * 0.62, -size * 0.02],
      [-size * 0.66, -size * 0.42],
      size * 0.12,
      size * 0.24,
      dark,
    );
    limb(
      ctx,
      [-size * 0.67, -size * 0.4],
      [-size * 0.68, -size * 0.48],
      [-size * 0.62, -size * 0.6],
      size * 0.2,
      size * 0.03,
      pale,
    );
  } else if (tail === 'thin')
    limb(
      ctx,
      [-size * 0.2, -size * 0.06],
      [-size * 0.6, -size * 0.02],
      [-size * 0.58, -size * 0.34],
      size * 0.08,
      size * 0.05,
      dark,
    );
  else softEllipse(ctx, -size * 0.4, -size * 0.14, size * 0.13, size * 0.12, pale, 1, 0.6);
  at(
    [
      [-0.42, 0],
      [-0.46, -0.26],
      [-0.2, -0.44],
      [0.06, -0.34],
      [0.1, 0],
    ],
    dark,
  );
  at(
    [
      [-0.34, -0.02],
      [-0.34, -0.4],
      [-0.16, -0.74],
      [0.22, -0.72],
      [0.34, -0.36],
      [0.3, -0.02],
    ],
    own,
  );
  softEllipse(ctx, size * 0.08, -size * 0.42, size * 0.2, size * 0.28, pale, 0.9, 0.35);
  for (const [x, colour] of [
    [-0.04, darken(own, 0.1)],
    [0.18, own],
  ] as const) {
    limb(
      ctx,
      [x * size, -size * 0.42],
      [x * size, -size * 0.2],
      [x * size + size * 0.01, -size * 0.03],
      size * 0.16,
      size * 0.11,
      colour,
    );
    at(
      [
        [x - 0.06, 0.01],
        [x - 0.05, -0.07],
        [x + 0.08, -0.07],
        [x + 0.13, 0.01],
      ],
      lighten(colour, 0.1),
    );
  }
  at(
    [
      [-0.4, 0.02],
      [-0.36, -0.1],
      [-0.16, -0.1],
      [-0.1, 0.02],
    ],
    own,
  );
}
