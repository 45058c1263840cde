import { alpha } from '../colour';
import { glow, lampLight, polygon, verticalGradient } from '../brush';
import { paintMountains, paintTreeline } from '../landforms';
import { LAMP_LIGHT, shade } from '../palette';
import type { Random } from '../random';
import type { Ground, Stage } from '../stage';

/** Paints a platform seen across the track, so that a train shows its side. */
export function paintStation(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure, crewX } = stage;
  const random = stage.random.fork('station');
  paintMountains(stage, { layers: 1, height: 140, rock: '#6f7d8d', snowcaps: false, base: horizon });
  paintTreeline(stage, { base: horizon + 22, height: 70, depth: 0.6, colour: '#4a6352', label: 'station wood' });
  const platform = figure.y - figure.size * 0.16;
  const track = Math.max(horizon + 90, platform - 70);
  ctx.fillStyle = verticalGradient(ctx, horizon, platform, [
    [0, shade(light, '#98a070', 0.5, 0.2)],
    [0.6, shade(light, '#857a6a', 0.2, 0)],
    [1, shade(light, '#4f463d', 0.05, -0.4)],
  ]);
  ctx.fillRect(0, horizon + 14, width, platform - horizon);
  for (let x = -20; x < width + 20; x += 34) {
    ctx.fillStyle = shade(light, '#5b4636', 0.1, -0.3);
    ctx.fillRect(x, track - 4, 20, 22);
  }
  ctx.fillStyle = shade(light, '#c9cfd6', 0.05, 0.6);
  ctx.fillRect(0, track - 2, width, 4);
  ctx.fillRect(0, track + 12, width, 5);
  ctx.fillStyle = verticalGradient(ctx, platform, height, [
    [0, shade(light, '#bdb09a', 0, 0.35)],
    [1, shade(light, '#6f6353', 0, -0.3)],
  ]);
  ctx.fillRect(0, platform, width, height - platform);
  ctx.fillStyle = shade(light, '#f1dd9a', 0, 0.4);
  ctx.fillRect(0, platform + 16, width, 9);
  ctx.strokeStyle = alpha(shade(light, '#3d352c', 0, -0.4), 0.4);
  ctx.lineWidth = 2;
  for (let slab = -8; slab <= 16; slab++) {
    ctx.beginPath();
    ctx.moveTo(width * 0.5 + (slab - 4) * 74, platform + 25);
    ctx.lineTo(width * 0.5 + (slab - 4) * 130, height);
    ctx.stroke();
  }
  paintCanopy(stage, platform, crewX < 0.5 ? 1 : -1, random);
  return {
    land: [
      {
        x: width * (crewX < 0.5 ? 0.62 : 0.38),
        y: track + 6,
        size: Math.min(165, (track - horizon) * 0.4 + 90),
        depth: 0.05,
      },
    ],
    water: [],
    surface: [],
  };
}

/** Paints an iron roof on posts that enters from one side, with its lamps and a clock. */
function paintCanopy({ ctx, light, width, horizon }: Stage, platform: number, side: 1 | -1, random: Random): void {
  const at = (share: number): number => (side > 0 ? width * (1 - share) : width * share);
  const iron = shade(light, '#38463f', 0, -0.2);
  const eaves = horizon * random.range(0.3, 0.36);
  polygon(ctx, [
    [at(-0.1), eaves - 90],
    [at(0.62), eaves - 20],
    [at(0.66), eaves + 6],
    [at(-0.1), eaves - 40],
  ]);
  ctx.fillStyle = iron;
  ctx.fill();
  for (let tooth = 0; tooth < 16; tooth++) {
    const x = at(tooth * 0.042);
    const y = eaves - 44 + tooth * 2.6;
    polygon(ctx, [
      [x - 12, y],
      [x + 12, y],
      [x, y + 24],
    ]);
    ctx.fill();
  }
  for (const share of [0.1, 0.44]) {
    ctx.fillStyle = iron;
    ctx.fillRect(at(share) - 9, eaves - 30, 18, platform - eaves + 60);
    ctx.fillRect(at(share) - 16, platform + 16, 32, 24);
    ctx.strokeStyle = iron;
    ctx.lineWidth = 8;
    for (const way of [-1, 1]) {
      ctx.beginPath();
      ctx.arc(at(share) + way * 62, eaves + 58, 62, way > 0 ? Math.PI : -Math.PI / 2, way > 0 ? -Math.PI / 2 : 0);
      ctx.stroke();
    }
  }
  const lamp = at(0.28);
  ctx.fillStyle = light.night > 0.2 ? '#fff0c6' : '#dfe3e0';
  ctx.beginPath();
  ctx.arc(lamp, eaves + 56, 20, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = iron;
  ctx.fillRect(lamp - 3, eaves - 30, 6, 70);
  if (light.night > 0.2) {
    glow(ctx, lamp, eaves + 56, 190, LAMP_LIGHT, 0.85);
    lampLight(ctx, lamp, eaves + 200, 520, LAMP_LIGHT, 0.6);
  }
}
