import { alpha } from '../colour';
import { limb, polygon, softEllipse, verticalGradient } from '../brush';
import { paintHills, paintTreeline } from '../landforms';
import { shade } from '../palette';
import { type Ground, lightSide, type Stage } from '../stage';
import { branchFrame, rock } from '../vegetation';
import { paintFog } from '../sky';
import { paintForegroundGrass } from './wild';

export function paintForest(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('forest');
  const side = lightSide(stage);
  ctx.fillStyle = verticalGradient(ctx, 0, horizon, [
    [0, alpha(shade(light, '#56794f', 0.3, 0), 0.75)],
    [1, alpha(light.haze, 0.35)],
  ]);
  ctx.fillRect(0, 0, width, horizon);
  paintTreeline(stage, { base: horizon + 14, height: 330, depth: 0.78, colour: '#4d7257', label: 'wood 1', gap: 0.13 });
  paintTreeline(stage, { base: horizon + 30, height: 430, depth: 0.58, colour: '#40634a', label: 'wood 2', gap: 0.2 });
  paintFog(stage, 0.75);
  paintHills(stage, { layers: 2, top: horizon + 34, bottom: horizon + 150, far: '#66794a', near: '#4a5f38', roll: 22 });
  const trunks: [number, number, number][] = [
    [0.4, 7, 560],
    [0.2, 5, 880],
    [0.05, 3, 1400],
  ];
  for (const [depth, count, tall] of trunks) {
    for (let index = 0; index < count; index++) {
      const edge = depth < 0.1;
      const x = edge
        ? index % 2
          ? width * random.range(0.86, 1.03)
          : width * random.range(-0.03, 0.13)
        : width * ((index + random.range(0.1, 0.9)) / count);
      if (!edge && Math.abs(x - width / 2) < width * 0.14 * (1 - depth)) continue;
      {
        const foot = horizon + 40 + (1 - depth) * (edge ? 480 : 130);
        paintTrunk(stage, x, foot, Math.max(tall, foot + 60), depth);
      }
    }
  }
  paintRays(stage);
  const ground = horizon + 130;
  for (let index = 0; index < 24; index++)
    softEllipse(
      ctx,
      random.range(0, width),
      random.range(ground, height),
      random.range(60, 170),
      random.range(8, 24),
      random.chance(0.5) ? shade(light, '#9a9a55', 0.05, 0.9) : shade(light, '#2f3f28', 0, -0.6),
      0.35,
      0,
    );
  for (let index = 0; index < 4; index++)
    rock(
      ctx,
      random,
      width * random.range(0, 1),
      random.range(ground + 60, height),
      random.range(70, 150),
      random.range(30, 70),
      shade(light, '#5a5f55', 0.03, -0.3),
      shade(light, '#98a083', 0.03, 0.8),
      side,
    );
  paintForegroundGrass(stage, '#58703e');
  branchFrame(ctx, random, width, stage.variant % 2 ? 1 : -1, shade(light, '#26341f', 0, -0.7));
  return { land: [{ x: width * 0.5, y: horizon + 120, size: 92, depth: 0.3 }], water: [], surface: [] };
}

function paintTrunk(stage: Stage, x: number, y: number, tall: number, depth: number): void {
  const { ctx, light } = stage;
  const random = stage.random.fork(`trunk ${Math.round(x)}`);
  const thick = (1 - depth) * random.range(34, 74) + 14;
  const lean = random.range(-0.04, 0.04) * tall;
  const bark = shade(light, '#4e3d30', depth, -0.35);
  limb(ctx, [x, y], [x + lean * 0.3, y - tall * 0.5], [x + lean, y - tall], thick * 1.25, thick * 0.62, bark);
  const side = lightSide(stage);
  limb(
    ctx,
    [x + side * thick * 0.38, y - 8],
    [x + side * thick * 0.36 + lean * 0.3, y - tall * 0.5],
    [x + side * thick * 0.2 + lean, y - tall],
    thick * 0.26,
    thick * 0.12,
    shade(light, '#a07f5c', depth, 1),
  );
  for (let root = -1; root <= 1; root += 2)
    limb(
      ctx,
      [x + root * thick * 0.34, y - thick * 0.7],
      [x + root * thick * 0.5, y - 2],
      [x + root * thick * 0.95, y + thick * 0.1],
      thick * 0.34,
      thick * 0.08,
      bark,
    );
  for (let branch = 0; branch < 3; branch++) {
    const t = random.range(0.42, 0.85);
    const way = random.sign();
    limb(
      ctx,
      [x + lean * t, y - tall * t],
      [x + lean * t + way * thick * 1.6, y - tall * t - thick * 0.7],
      [x + lean * t + way * thick * random.range(2.4, 4), y - tall * t - thick * random.range(0.8, 2.4)],
      thick * 0.3,
      thick * 0.06,
      bark,
    );
  }
}

/** Paints shafts of light between the trees. */
function paintRays({ ctx, width, height, body, light, random }: Stage): void {
  const rays = random.fork('rays');
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let index = 0; index < 6; index++) {
    const x = body.x + rays.range(-200, 200);
    const slant = (width / 2 - body.x) * rays.range(0.5, 1.2);
    const wide = rays.range(20, 74);
    ctx.fillStyle = verticalGradient(ctx, 0, height * 0.8, [
      [0, alpha(light.key, 0.3 * light.keyStrength)],
      [1, alpha(light.key, 0)],
    ]);
    polygon(ctx, [
      [x - wide * 0.4, -20],
      [x + wide * 0.4, -20],
      [x + slant + wide * 1.6, height * 0.82],
      [x + slant - wide * 1.6, height * 0.82],
    ]);
    ctx.fill();
  }
  ctx.restore();
}
