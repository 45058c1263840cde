import { glow, softEllipse, verticalGradient } from './brush';
import { alpha, lighten, mix } from './colour';
import type { Random } from './random';
import type { Stage } from './stage';

/** Paints the whole sky: colour, stars, sun or moon, clouds, and the haze over the horizon. */
export function paintSky(stage: Stage): void {
  const { ctx, light, width, horizon } = stage;
  const [top, upper, lower, rim] = light.sky;
  ctx.fillStyle = verticalGradient(ctx, 0, horizon, [
    [0, top],
    [0.42, upper],
    [0.8, lower],
    [1, rim],
  ]);
  ctx.fillRect(0, 0, width, stage.height);
  paintBrushwork(stage);
  if (light.night > 0.6 && isOpenSky(stage)) paintStars(stage);
  if (stage.body.visible) paintBody(stage);
  paintClouds(stage);
  ctx.fillStyle = verticalGradient(ctx, horizon - 260, horizon, [
    [0, alpha(light.haze, 0)],
    [1, alpha(light.haze, 0.55)],
  ]);
  ctx.fillRect(0, horizon - 260, width, 260);
}

const isOpenSky = ({ brief }: Stage): boolean => brief.weather === 'clear' || brief.weather === 'snow';

/** Large soft strokes make the gradient look painted rather than computed. */
function paintBrushwork({ ctx, light, width, horizon, random }: Stage): void {
  const brush = random.fork('brushwork');
  for (let index = 0; index < 26; index++) {
    const y = brush.range(0, horizon);
    const colour = light.sky[brush.int(0, 3)] ?? light.haze;
    softEllipse(ctx, brush.range(-60, width + 60), y, brush.range(140, 380), brush.range(18, 60), colour, 0.16, 0);
  }
}

function paintStars({ ctx, light, width, horizon, random }: Stage): void {
  const stars = random.fork('stars');
  const shine = (light.night - 0.5) * 2;
  for (let index = 0; index < 240; index++) {
    const x = stars.range(0, width);
    const y = Math.pow(stars.next(), 1.35) * horizon * 0.92;
    const size = stars.chance(0.08) ? stars.range(1.4, 2.3) : stars.range(0.4, 1.2);
    ctx.fillStyle = alpha(
      stars.chance(0.2) ? '#ffe9c9' : '#eaf1ff',
      shine * stars.range(0.25, 0.95) * (1 - y / horizon),
    );
    ctx.beginPath();
    ctx.arc(x, y, size, 0, Math.PI * 2);
    ctx.fill();
    if (size > 1.9) glow(ctx, x, y, 12, '#dfe9ff', 0.5 * shine);
  }
  ctx.save();
  ctx.translate(width * 0.5, horizon * 0.36);
  ctx.rotate(stars.range(0.5, 0.9) * stars.sign());
  for (let index = 0; index < 12; index++) {
    softEllipse(
      ctx,
      stars.range(-420, 420),
      stars.range(-46, 46),
      stars.range(90, 220),
      stars.range(26, 60),
      '#b9c8ff',
      0.045 * shine,
      0,
    );
  }
  ctx.restore();
}

function paintBody({ ctx, light, body, random, height }: Stage): void {
  const moon = light.time === 'night';
  const halo = moon ? 0.5 : 0.75;
  glow(ctx, body.x, body.y, height * 0.62, light.key, halo * 0.5);
  glow(ctx, body.x, body.y, body.radius * 4.2, light.key, halo);
  glow(ctx, body.x, body.y, body.radius * 2, mix(light.key, '#ffffff', 0.4), halo * 0.8);
  const face = mix(light.key, '#ffffff', moon ? 0.55 : 0.78);
  ctx.fillStyle = face;
  ctx.beginPath();
  ctx.arc(body.x, body.y, body.radius, 0, Math.PI * 2);
  ctx.fill();
  if (!moon) return;
  ctx.save();
  ctx.clip();
  const seas = random.fork('moon');
  for (let index = 0; index < 7; index++) {
    const angle = seas.range(0, 6.28);
    const reach = seas.range(0, 0.75) * body.radius;
    softEllipse(
      ctx,
      body.x + Math.cos(angle) * reach,
      body.y + Math.sin(angle) * reach,
      seas.range(0.18, 0.42) * body.radius,
      seas.range(0.14, 0.36) * body.radius,
      '#8ea4cc',
      0.4,
      0.5,
    );
  }
  softEllipse(
    ctx,
    body.x + body.radius * 0.75,
    body.y + body.radius * 0.55,
    body.radius * 1.2,
    body.radius * 1.2,
    '#3c5288',
    0.5,
    0.1,
  );
  ctx.restore();
}

function paintClouds(stage: Stage): void {
  const { brief, random, width, horizon, light } = stage;
  const clouds = random.fork('clouds');
  const amount = { clear: 3, cloudy: 8, rain: 12, storm: 15, snow: 8, fog: 4 }[brief.weather];
  for (let index = 0; index < amount; index++) {
    const nearness = clouds.next();
    const y = horizon * (0.86 - nearness * 0.74);
    const span = 90 + nearness * 230;
    if (clouds.chance(light.night > 0.6 && brief.weather === 'clear' ? 0.85 : 0.42)) {
      paintStreak(stage, clouds, clouds.range(-80, width + 80), y, span * 1.7);
    } else {
      paintCumulus(stage, clouds, clouds.range(-80, width + 80), y, span);
    }
  }
  if (brief.weather === 'storm' || brief.weather === 'rain') {
    const { ctx, height } = stage;
    ctx.fillStyle = verticalGradient(ctx, 0, height * 0.5, [
      [0, alpha(light.cloudShade, 0.75)],
      [1, alpha(light.cloudShade, 0)],
    ]);
    ctx.fillRect(0, 0, width, height * 0.5);
  }
}

function paintStreak({ ctx, light }: Stage, random: Random, x: number, y: number, span: number): void {
  for (let index = 0; index < 5; index++) {
    const dx = random.range(-0.5, 0.5) * span;
    const dy = random.range(-9, 9);
    softEllipse(
      ctx,
      x + dx,
      y + dy,
      span * random.range(0.3, 0.75),
      random.range(4, 11),
      index < 2 ? light.cloudShade : light.cloudLight,
      0.4,
      0,
    );
  }
}

/** Paints heaped puffs: first the shade, then light on the side of the sun, then a flat misty foot. */
function paintCumulus(stage: Stage, random: Random, x: number, y: number, span: number): void {
  const { ctx, light, body } = stage;
  const toward = body.x > x ? 1 : -1;
  const puffs = Array.from({ length: 9 + Math.round(span / 26) }, () => {
    const at = random.range(-1, 1);
    return {
      at,
      radius: span * (0.12 + 0.16 * (1 - at * at)) * random.range(0.75, 1.2),
      lift: (1 - at * at) * random.range(0.1, 1),
    };
  });
  for (const puff of puffs) {
    softEllipse(
      ctx,
      x + puff.at * span * 0.72,
      y - puff.lift * span * 0.24 + 4,
      puff.radius * 1.12,
      puff.radius * 0.82,
      light.cloudShade,
      0.5,
      0.35,
    );
  }
  for (const puff of puffs) {
    softEllipse(
      ctx,
      x + puff.at * span * 0.72 + toward * puff.radius * 0.22,
      y - puff.lift * span * 0.26 - puff.radius * 0.2,
      puff.radius * 0.86,
      puff.radius * 0.62,
      light.cloudLight,
      0.42,
      0.3,
    );
  }
  for (const puff of puffs.slice(0, 5)) {
    softEllipse(
      ctx,
      x + puff.at * span * 0.6 + toward * puff.radius * 0.4,
      y - puff.lift * span * 0.3 - puff.radius * 0.34,
      puff.radius * 0.45,
      puff.radius * 0.3,
      lighten(light.cloudLight, 0.35),
      0.4,
      0.1,
    );
  }
  softEllipse(ctx, x, y + span * 0.12, span * 0.95, span * 0.12, light.haze, 0.42, 0);
}

/** Paints weather between the camera and the world, over everything but the grade. */
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

/** Paints banks of mist; places also use it thinly for depth. */
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
