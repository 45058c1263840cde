import { softEllipse, verticalGradient } from '../brush';
import { paintMountains, paintTreeline } from '../landforms';
import { shade } from '../palette';
import type { Ground, Stage } from '../stage';
import { grass } from '../vegetation';
import { paintWater } from '../water';
import { paintForegroundGrass } from './wild';

export function paintRiver(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('river');
  paintMountains(stage, { layers: 2, height: horizon * 0.34, rock: '#6d8390', snowcaps: false, base: horizon - 8 });
  paintTreeline(stage, { base: horizon + 4, height: 96, depth: 0.5, colour: '#47684f', label: 'far bank', gap: 0.16 });
  const bank = Math.max(figure.y - figure.size * 0.12, horizon + (height - horizon) * 0.4);
  paintWater(stage, { top: horizon, bottom: bank + 90, swell: 0.18 });
  softEllipse(ctx, width / 2, horizon + 24, width * 0.8, 52, shade(light, '#33503f', 0.4, -0.4), 0.55, 0.1);
  ctx.fillStyle = verticalGradient(ctx, bank, height, [
    [0, shade(light, '#7d9a55', 0.03, 0.5)],
    [1, shade(light, '#3f5a30', 0, -0.5)],
  ]);
  ctx.beginPath();
  ctx.moveTo(-10, bank - 26);
  ctx.bezierCurveTo(width * 0.3, bank + 40, width * 0.65, bank - 30, width + 10, bank + 26);
  ctx.lineTo(width + 10, height);
  ctx.lineTo(-10, height);
  ctx.fill();
  for (const [from, to] of [
    [-20, width * 0.3],
    [width * 0.76, width + 20],
  ] as const)
    grass(
      ctx,
      random,
      from,
      to,
      bank + 40,
      130,
      shade(light, '#5f7840', 0.02, -0.3),
      shade(light, '#b6bd72', 0.02, 0.7),
      0.26,
    );
  paintForegroundGrass(stage, '#648344');
  return {
    land: [{ x: width * 0.8, y: horizon + 8, size: 40, depth: 0.45 }],
    water: [
      { x: width * 0.4, y: horizon + (bank - horizon) * 0.5, size: 90, depth: 0.16 },
      { x: width * 0.7, y: horizon + (bank - horizon) * 0.2, size: 46, depth: 0.4 },
    ],
    surface: [],
  };
}
