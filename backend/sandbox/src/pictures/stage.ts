import { createCanvas } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { PictureBrief } from './brief';
import type { Light } from './palette';
import type { Random } from './random';

/** The size that painters work in, upright; other output sizes are scaled from it. */
export const STAGE = { width: 768, height: 1365 } as const;

/** Returns a stage with the area of `STAGE` and the shape of an image. */
export function stageFor(width: number, height: number): { width: number; height: number } {
  const side = Math.sqrt((STAGE.width * STAGE.height * width) / height);
  const isUpright = Math.abs(side - STAGE.width) < 8;
  return isUpright ? STAGE : { width: Math.round(side), height: Math.round((STAGE.width * STAGE.height) / side) };
}

/** The input of every painter. */
export interface Stage {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  brief: PictureBrief;
  light: Light;
  random: Random;
  /** Number of the variant, 0 to 3; each has its own composition. */
  variant: number;
  /** Height of the horizon, in pixels from the top. */
  horizon: number;
  /** Position of the first person, as a share of the width: large things keep away from it. */
  crewX: number;
  /** The ground line of people and the height of an adult there; each place paints solid ground under it. */
  figure: { size: number; y: number };
  /** The sun or moon, in pixels; it also determines the side of the key light. */
  body: { x: number; y: number; radius: number; visible: boolean };
}

/** A position for a subject: feet or keel at (x, y), `size` the height of an adult standing there. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  depth: number;
}

/** The free spots of a place, best first. People stand at the stage's figure line instead. */
export interface Ground {
  /** Spots for buildings, trees and other large things on land. */
  land: Spot[];
  /** Spots for boats, ships and whales. */
  water: Spot[];
  /** Spots for small things on tables and sills; empty in places without any. */
  surface: Spot[];
}

export const lightSide = (stage: Stage): 1 | -1 => (stage.body.x < stage.width / 2 ? -1 : 1);

export function layer(width: number, height: number): { canvas: Canvas; ctx: SKRSContext2D } {
  const canvas = createCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  return { canvas, ctx: canvas.getContext('2d') };
}

/** Blurs the world behind a face. */
export function blurBackdrop({ ctx, width, height }: Stage): void {
  const small = layer(width / 10, height / 10);
  small.ctx.drawImage(ctx.canvas, 0, 0, small.canvas.width, small.canvas.height);
  small.ctx.filter = 'blur(1.4px)';
  small.ctx.drawImage(small.canvas, 0, 0);
  ctx.save();
  ctx.imageSmoothingQuality = 'high';
  ctx.globalAlpha = 0.92;
  ctx.drawImage(small.canvas, 0, 0, width, height);
  ctx.restore();
}
