import { glow } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Subject } from '../brief';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { ART, type PropArt } from './prop-art';

export type PropKind = keyof typeof ART;

/** Height of a prop as a share of an adult. */
const STATURE: Record<PropKind, number> = {
  lantern: 0.24,
  book: 0.15,
  letter: 0.15,
  key: 0.14,
  bell: 0.22,
  cup: 0.12,
  box: 0.28,
  bottle: 0.2,
  map: 0.24,
  rope: 0.3,
  umbrella: 0.75,
  flower: 0.28,
  kite: 0.6,
  robot: 0.85,
  pot: 0.2,
  gate: 0.6,
  wheelbarrow: 0.36,
  sled: 0.26,
  bench: 0.46,
  basket: 0.22,
};

export const propStature = (kind: PropKind): number => STATURE[kind];

export const isProp = (subject: Subject): subject is PropKind => subject in ART;

/** Returns true for a subject that a hand can hold up. */
export const isHandheld = (subject: Subject): subject is PropKind =>
  isProp(subject) && subject !== 'sled' && (STATURE[subject] < 0.26 || subject === 'umbrella');

/** Paints a prop by itself. `scale` 1 is its natural size beside people; a close-up passes more. */
export function paintProp(stage: Stage, spot: Spot, kind: PropKind, scale = 1): void {
  const size = spot.size * STATURE[kind] * scale;
  if (kind === 'lantern')
    glow(stage.ctx, spot.x, spot.y - size * 0.4, size * 4.5, LAMP_LIGHT, 0.5 + stage.light.night * 0.35);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 1.4,
      right: size * 1.4,
      up: size * 1.25,
      down: size * 0.75,
      depth: spot.depth,
      shadow: kind === 'kite' ? 0 : size * 0.5,
      ambient: 0.55,
    },
    (ctx) => ART[kind](ctx, size),
  );
  if (kind === 'lantern') glow(stage.ctx, spot.x, spot.y - size * 0.4, size * 1.3, '#fff0c4', 0.85);
}

/** Returns the drawing of a prop in a hand; the caller adds a lantern's light over the figure. */
export function heldProp(kind: PropKind): PropArt {
  return (ctx, personHeight) => {
    const size = personHeight * STATURE[kind] * 0.85;
    if (kind === 'umbrella') {
      ctx.translate(-personHeight * 0.1, personHeight * 0.02);
      ctx.scale(1.15, 1);
      ART[kind](ctx, size);
      return;
    }
    ctx.translate(0, kind === 'lantern' || kind === 'bell' ? size * 1.02 : size * 0.3);
    ART[kind](ctx, size);
  };
}
