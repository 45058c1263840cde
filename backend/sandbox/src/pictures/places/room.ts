import type { RoomKind } from '../brief';
import { alpha, type Colour, darken, lighten, mix } from '../colour';
import { glow, lampLight, polygon, softEllipse, verticalGradient } from '../brush';
import { LAMP_LIGHT, type Light, shade } from '../palette';
import { type Ground, lightSide, type Stage } from '../stage';
import { paintFittings } from './room-fittings';
import { paintLampRoom } from './lamp-room';
import { paintWindowView } from './window-view';

const WALLS: Record<RoomKind, readonly [Colour, Colour, ...Colour[]]> = {
  living: ['#c9a98a', '#9db0a4', '#b88f86'],
  kitchen: ['#d9c59a', '#a9bfb2', '#cfae8c'],
  bedroom: ['#a9a6c0', '#c4a5a0', '#9fb2bf'],
  library: ['#8a6f5a', '#6f7d6c', '#8f6a62'],
  lamp: ['#b5b0a6', '#a3a9ad'],
  stairs: ['#a39a8f', '#94a0a3'],
  shop: ['#b99a72', '#92a88f'],
  workshop: ['#9c8468', '#87898a'],
  cafe: ['#8f6f55', '#6f8278', '#a5775a'],
  classroom: ['#cfc6a8', '#a9bfb2'],
};

export interface RoomFrame {
  left: number;
  right: number;
  top: number;
  /** Height at which the back wall meets the floor. */
  floor: number;
}

/** Turns a lamp on indoors as soon as the day is not bright. */
const indoorLight = (light: Light): Light => ({
  ...light,
  ambient: mix(light.ambient, '#d9b893', 0.25 + light.night * 0.3),
  haze: mix(light.haze, '#6b5546', 0.6),
});

export function paintRoom(stage: Stage): Ground {
  const { width, height, figure, brief } = stage;
  if (brief.room === 'lamp') return paintLampRoom(stage);
  const random = stage.random.fork('room');
  const frame: RoomFrame = {
    left: width * 0.1,
    right: width * 0.9,
    top: height * random.range(0.09, 0.13),
    floor: Math.min(figure.y - figure.size * 0.42, height * 0.8),
  };
  const light = indoorLight(stage.light);
  const wall = random.pick(WALLS[brief.room]);
  paintShell(stage, light, frame, wall);
  const windowLeft = lightSide(stage) < 0;
  const windowWidth = width * 0.34;
  const pane = {
    x: windowLeft ? frame.left + width * 0.06 : frame.right - width * 0.06 - windowWidth,
    y: frame.top + (frame.floor - frame.top) * 0.24,
    width: windowWidth,
    height: (frame.floor - frame.top) * 0.42,
  };
  paintWindowView(stage, pane);
  const surface = paintFittings(stage, light, frame, windowLeft ? 1 : -1);
  paintWindowLight(stage, pane, frame);
  paintPendant(stage, frame);
  return { land: [], water: [], surface };
}

function paintShell({ ctx, width, height, random }: Stage, light: Light, frame: RoomFrame, wall: Colour): void {
  const { left, right, top, floor } = frame;
  ctx.fillStyle = verticalGradient(ctx, top, floor, [
    [0, shade(light, lighten(wall, 0.04), 0, 0.1)],
    [1, shade(light, darken(wall, 0.22), 0, -0.1)],
  ]);
  ctx.fillRect(left, top, right - left, floor - top);
  const paper = random.fork('wallpaper');
  if (paper.chance(0.5)) {
    ctx.fillStyle = alpha(shade(light, darken(wall, 0.3), 0), 0.16);
    for (let x = left; x < right; x += 34) ctx.fillRect(x, top, 15, floor - top);
  }
  for (const [xNear, xFar, tone] of [
    [0, left, -0.35],
    [width, right, 0.15],
  ] as const) {
    polygon(ctx, [
      [xNear, -20],
      [xFar, top],
      [xFar, floor],
      [xNear, height * 1.02 - (height - floor) * 0.25],
    ]);
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, shade(light, darken(wall, 0.12), 0, tone)],
      [1, shade(light, darken(wall, 0.45), 0, tone)],
    ]);
    ctx.fill();
  }
  polygon(ctx, [
    [0, 0],
    [width, 0],
    [right, top],
    [left, top],
  ]);
  ctx.fillStyle = shade(light, darken(wall, 0.3), 0, -0.2);
  ctx.fill();
  ctx.fillStyle = shade(light, lighten(wall, 0.25), 0, 0.1);
  ctx.fillRect(left, floor - 26, right - left, 26);
  const wood = paper.pick(['#8a6242', '#75533a', '#96714f']);
  polygon(ctx, [
    [left, floor],
    [right, floor],
    [width + 60, height],
    [-60, height],
  ]);
  ctx.fillStyle = verticalGradient(ctx, floor, height, [
    [0, shade(light, wood, 0, 0.25)],
    [1, shade(light, darken(wood, 0.42), 0, -0.35)],
  ]);
  ctx.fill();
  ctx.fillRect(0, height * 0.96, width, height * 0.04);
  ctx.strokeStyle = alpha(shade(light, darken(wood, 0.6), 0), 0.5);
  ctx.lineWidth = 2.2;
  for (let plank = 0; plank <= 9; plank++) {
    const t = plank / 9;
    ctx.beginPath();
    ctx.moveTo(left + (right - left) * t, floor);
    ctx.lineTo(-60 + (width + 120) * t + (t - 0.5) * 240, height);
    ctx.stroke();
  }
  paintRug(ctx, width, floor, height, light, paper.pick(['#8c3f3f', '#3f5f7a', '#6a7a4a', '#7a4f78']));
}

function paintRug(ctx: Stage['ctx'], width: number, floor: number, height: number, light: Light, own: Colour): void {
  const y = floor + (height - floor) * 0.52;
  for (const [scale, colour] of [
    [1, own],
    [0.86, lighten(own, 0.4)],
    [0.8, own],
    [0.42, lighten(own, 0.22)],
  ] as const) {
    ctx.fillStyle = shade(light, colour, 0, -0.05);
    ctx.beginPath();
    ctx.ellipse(width / 2, y, width * 0.4 * scale, (height - floor) * 0.22 * scale, 0, 0, Math.PI * 2);
    ctx.fill();
  }
}

/** Paints the light from the window: a bright slanted patch on the floor and a shaft in the air. */
function paintWindowLight(
  { ctx, light, width, height }: Stage,
  pane: { x: number; y: number; width: number; height: number },
  frame: RoomFrame,
): void {
  const toward = pane.x < width / 2 ? 1 : -1;
  const strength = light.keyStrength * (light.time === 'night' ? 0.3 : 0.5);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  const near = frame.floor + (height - frame.floor) * 0.62;
  const shift = toward * width * 0.24;
  polygon(ctx, [
    [pane.x, pane.y],
    [pane.x + pane.width, pane.y],
    [pane.x + pane.width + shift * 1.25, near],
    [pane.x + shift * 0.75, near],
  ]);
  ctx.fillStyle = verticalGradient(ctx, pane.y, near, [
    [0, alpha(light.key, strength * 0.5)],
    [1, alpha(light.key, 0)],
  ]);
  ctx.fill();
  for (const [from, to] of [
    [0.02, 0.46],
    [0.54, 0.98],
  ] as const) {
    polygon(ctx, [
      [pane.x + pane.width * from + shift * 0.7, frame.floor + 40],
      [pane.x + pane.width * to + shift * 0.7, frame.floor + 40],
      [pane.x + pane.width * to + shift * 1.3, near],
      [pane.x + pane.width * from + shift * 1.3, near],
    ]);
    ctx.fillStyle = alpha(light.key, strength * 0.8);
    ctx.fill();
  }
  ctx.restore();
  softEllipse(ctx, width / 2, frame.top, width * 0.7, 160, '#05060c', 0.28, 0);
}

/** Paints a hanging lamp, lit as soon as the day is not bright. */
function paintPendant({ ctx, light, width, figure }: Stage, frame: RoomFrame): void {
  if (light.night < 0.3) return;
  const x = width * 0.5;
  const y = frame.top + (frame.floor - frame.top) * 0.17;
  ctx.strokeStyle = '#2a211c';
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.moveTo(x, frame.top * 0.4);
  ctx.lineTo(x, y - 40);
  ctx.stroke();
  polygon(ctx, [
    [x - 22, y - 42],
    [x + 22, y - 42],
    [x + 62, y],
    [x - 62, y],
  ]);
  ctx.fillStyle = '#5f6f5a';
  ctx.fill();
  ctx.fillStyle = '#fff1c9';
  ctx.beginPath();
  ctx.ellipse(x, y, 58, 10, 0, 0, Math.PI * 2);
  ctx.fill();
  glow(ctx, x, y + 8, 150, LAMP_LIGHT, 0.6 * light.night + 0.2);
  lampLight(ctx, x, y + figure.size * 0.5, 760, '#ffc46b', 0.7 * light.night + 0.15);
}
