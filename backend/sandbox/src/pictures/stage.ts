import { createCanvas } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { PictureBrief } from './brief';
import type { Light } from './palette';
import type { Random } from './random';

/** The size every painter works in; another output size is a scale of it. */
export const STAGE = { width: 768, height: 1365 } as const;

/** What every painter gets. */
export interface Stage {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  brief: PictureBrief;
  light: Light;
  random: Random;
  /** 0 to 3; each has its own composition. */
  variant: number;
  /** Where sky and earth meet, in pixels from the top. */
  horizon: number;
  /** Where the first person stands, as a share of the width: large things keep away from there. */
  crewX: number;
  /** Where people will stand and how tall a grown one is there; a place puts solid ground under them. */
  figure: { size: number; y: number };
  /** The sun or moon, in pixels; also the side light comes from. */
  body: { x: number; y: number; radius: number; visible: boolean };
}

/** A place that can hold a subject: feet or keel at (x, y), `size` the height of a grown person standing there. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  depth: number;
}

/** What a place leaves for the subjects, best spots first. People stand at the stage's figure line. */
export interface Ground {
  /** For buildings, trees and other large things on land. */
  land: Spot[];
  /** For boats, ships and whales. */
  water: Spot[];
  /** For things on tables and sills; empty where there are none. */
  surface: Spot[];
}

export const lightSide = (stage: Stage): 1 | -1 => (stage.body.x < stage.width / 2 ? -1 : 1);

export function layer(width: number, height: number): { canvas: Canvas; ctx: SKRSContext2D } {
  const canvas = createCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  return { canvas, ctx: canvas.getContext('2d') };
}

/** Lets the world behind a face fall out of focus. */
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
