import { alpha } from '../colour';
import { type Point, polygon, softEllipse, verticalGradient } from '../brush';
import { shade } from '../palette';
import type { Ground, Stage } from '../stage';
import { paintWater } from '../water';
import { needsCliff, paintCliff, paintHeadlands, swellOf, waterSpots } from './coast';

export function paintHarbour(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  paintHeadlands(stage);
  paintWater(stage, { top: horizon, bottom: height, swell: swellOf(stage) * 0.5 });
  const land = needsCliff(stage) ? [paintCliff(stage, horizon - 50, 0.34)] : [];
  paintQuayHouses(stage);
  const top = figure.y - figure.size * 0.1;
  ctx.fillStyle = verticalGradient(ctx, top, height, [
    [0, shade(light, '#8b6b4d', 0.02, 0.5)],
    [1, shade(light, '#4a3728', 0, -0.5)],
  ]);
  const vanish: Point = [width * 0.5, horizon - 80];
  polygon(ctx, [
    [-20, top + 20],
    [width + 20, top],
    [width + 20, height],
    [-20, height],
  ]);
  ctx.fill();
  ctx.strokeStyle = alpha('#1d130c', 0.5);
  ctx.lineWidth = 2.5;
  for (let plank = -6; plank <= 16; plank++) {
    const x = (plank / 10) * width;
    ctx.beginPath();
    ctx.moveTo(vanish[0] + (x - vanish[0]) * ((top - vanish[1]) / (height - vanish[1])), top + 8);
    ctx.lineTo(x, height);
    ctx.stroke();
  }
  ctx.fillStyle = shade(light, '#3d2c20', 0, -0.4);
  ctx.fillRect(-20, top + 4, width + 40, 14);
  for (const share of [0.08, 0.93]) {
    ctx.fillStyle = shade(light, '#4b382a', 0, -0.1);
    ctx.beginPath();
    ctx.roundRect(share * width - 17, top - 70, 34, 130, 8);
    ctx.fill();
    ctx.fillStyle = shade(light, '#d9c9a6', 0, 0.2);
    ctx.fillRect(share * width - 18, top - 44, 36, 9);
  }
  const [first, ...rest] = waterSpots(stage);
  return {
    land,
    water: first === undefined ? rest : [{ ...first, y: Math.min(first.y, top - 40) }, ...rest],
    surface: [],
  };
}

/** Paints a row of gabled houses along the far quay with their lights in the water. */
function paintQuayHouses(stage: Stage): void {
  const { ctx, width, horizon, light } = stage;
  const random = stage.random.fork('quay houses');
  const left = stage.body.x > width / 2;
  for (let index = 0; index < 7; index++) {
    const w = random.range(44, 66);
    const x = left ? index * 54 - 20 : width - index * 54 - 40;
    const h = random.range(70, 120) * (1 - index * 0.06);
    const wall = shade(
      light,
      random.pick(['#d9a583', '#c9c2a8', '#b8785f', '#9fb0b5', '#e0c48d']),
      0.34 + index * 0.03,
      0.1,
    );
    ctx.fillStyle = wall;
    ctx.fillRect(x, horizon - h + 10, w, h);
    polygon(ctx, [
      [x - 4, horizon - h + 12],
      [x + w / 2, horizon - h - 26],
      [x + w + 4, horizon - h + 12],
    ]);
    ctx.fillStyle = shade(light, '#6d4038', 0.36, 0);
    ctx.fill();
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 2; column++) {
        const lit = light.night > 0.3 && random.chance(0.65);
        ctx.fillStyle = lit ? '#ffd88c' : alpha('#22303c', 0.6);
        ctx.fillRect(x + 9 + column * (w / 2 - 2), horizon - h + 22 + row * 26, 10, 14);
        if (lit) softEllipse(ctx, x + 14 + column * (w / 2), horizon + 26 + row * 18, 9, 22, '#ffd27d', 0.3, 0);
      }
    }
  }
  ctx.fillStyle = shade(light, '#4d4a4b', 0.3, -0.3);
  ctx.fillRect(left ? -10 : width - 370, horizon + 6, 380, 9);
}
