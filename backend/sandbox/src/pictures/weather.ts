import { alpha, lighten } from './colour';
import { softEllipse } from './brush';
import type { Stage } from './stage';

/** What hangs or falls between the camera and the world; painted over everything but the grade. */
export function paintWeather(stage: Stage): void {
  if (stage.brief.place === 'room' || stage.brief.place === 'space' || stage.brief.place === 'underwater') return;
  const { weather } = stage.brief;
  if (weather === 'rain') paintRain(stage, 330, 0.34);
  if (weather === 'storm') {
    paintRain(stage, 520, 0.4);
    if (stage.variant !== 1) paintLightning(stage);
  }
  if (weather === 'snow') paintSnowfall(stage);
  if (weather === 'fog') paintFog(stage, 1);
}

function paintRain({ ctx, width, height, random, light }: Stage, count: number, opacity: number): void {
  const rain = random.fork('rain');
  const slant = rain.range(0.08, 0.22) * rain.sign();
  ctx.lineCap = 'round';
  for (let index = 0; index < count; index++) {
    const near = rain.next();
    const length = 16 + near * 58;
    const x = rain.range(-60, width + 60);
    const y = rain.range(-60, height);
    ctx.strokeStyle = alpha(lighten(light.haze, 0.4), opacity * (0.25 + near * 0.6));
    ctx.lineWidth = 0.6 + near * 1.3;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + length * slant, y + length);
    ctx.stroke();
  }
}

function paintLightning({ ctx, width, horizon, random }: Stage): void {
  const bolt = random.fork('bolt');
  let x = width * bolt.range(0.15, 0.85);
  let y = 0;
  const points: [number, number][] = [[x, y]];
  while (y < horizon * 0.92) {
    x += bolt.range(-34, 34);
    y += bolt.range(22, 62);
    points.push([x, y]);
  }
  for (const [lineWidth, opacity] of [
    [16, 0.08],
    [7, 0.22],
    [2.4, 0.95],
  ] as const) {
    ctx.strokeStyle = alpha('#f1f0ff', opacity);
    ctx.lineWidth = lineWidth;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    points.forEach(([px, py], index) => (index === 0 ? ctx.moveTo(px, py) : ctx.lineTo(px, py)));
    ctx.stroke();
  }
  softEllipse(ctx, points[2]?.[0] ?? x, horizon * 0.2, width * 0.9, horizon * 0.5, '#c9ccff', 0.25, 0);
}

function paintSnowfall({ ctx, width, height, random }: Stage): void {
  const snow = random.fork('snowfall');
  for (let index = 0; index < 260; index++) {
    const near = Math.pow(snow.next(), 2.4);
    const radius = 1 + near * 6;
    softEllipse(ctx, snow.range(0, width), snow.range(0, height), radius, radius, '#ffffff', 0.85 - near * 0.35, 0.3);
  }
}

/** Banks of mist; also used thinly by places that want depth. */
export function paintFog({ ctx, width, height, horizon, random, light }: Stage, strength: number): void {
  const fog = random.fork('fog');
  for (let index = 0; index < 22; index++) {
    const y = fog.range(horizon - 190, height * 0.96);
    const opacity = 0.3 * strength * (1 - Math.max(0, y - horizon) / (height - horizon + 1) / 1.4);
    softEllipse(
      ctx,
      fog.range(-100, width + 100),
      y,
      fog.range(220, 460),
      fog.range(30, 90),
      lighten(light.haze, 0.08),
      opacity,
      0,
    );
  }
}
