import { alpha, darken, mix } from '../colour';
import { fillBelow, ridge, softEllipse, verticalGradient } from '../brush';
import { shade } from '../palette';
import type { Stage } from '../stage';

interface Pane {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Paints sky, sun or moon, a strip of the world outside and weather on the glass; then the frame and curtains. */
export function paintWindowView(stage: Stage, pane: Pane, framed = true): void {
  const { ctx, light } = stage;
  ctx.save();
  ctx.beginPath();
  ctx.rect(pane.x, pane.y, pane.width, pane.height);
  ctx.clip();
  ctx.fillStyle = verticalGradient(ctx, pane.y, pane.y + pane.height * 0.8, [
    [0, light.sky[0]],
    [0.4, light.sky[1]],
    [0.8, light.sky[2]],
    [1, light.sky[3]],
  ]);
  ctx.fillRect(pane.x, pane.y, pane.width, pane.height);
  paintOutside(stage, pane);
  paintGlassWeather(stage, pane);
  ctx.fillStyle = alpha('#ffffff', 0.07);
  ctx.fillRect(pane.x, pane.y, pane.width * 0.3, pane.height);
  ctx.restore();
  if (framed) paintFrame(stage, pane);
}

function paintOutside(stage: Stage, pane: Pane): void {
  const { ctx, light, random, brief } = stage;
  const outside = random.fork('outside');
  if (light.night > 0.6) {
    for (let star = 0; star < 40; star++)
      softEllipse(
        ctx,
        outside.range(pane.x, pane.x + pane.width),
        outside.range(pane.y, pane.y + pane.height * 0.6),
        1.6,
        1.6,
        '#ffffff',
        outside.range(0.3, 0.9),
        0.3,
      );
  }
  const bodyX = pane.x + pane.width * outside.range(0.25, 0.75);
  const bodyY = pane.y + pane.height * (light.time === 'day' || light.time === 'night' ? 0.26 : 0.56);
  if (stage.body.visible) {
    softEllipse(ctx, bodyX, bodyY, 120, 120, light.key, 0.6, 0);
    softEllipse(ctx, bodyX, bodyY, 24, 24, mix(light.key, '#ffffff', 0.6), 1, 0.88);
  }
  for (let cloud = 0; cloud < 5; cloud++)
    softEllipse(
      ctx,
      outside.range(pane.x, pane.x + pane.width),
      pane.y + pane.height * outside.range(0.1, 0.6),
      outside.range(40, 110),
      outside.range(7, 20),
      light.cloudLight,
      0.4,
      0,
    );
  const base = pane.y + pane.height * 0.74;
  if (['sea', 'cliff', 'beach', 'harbour'].includes(brief.view)) {
    ctx.fillStyle = verticalGradient(ctx, base, pane.y + pane.height, [
      [0, mix(light.sky[2], light.sky[1], 0.5)],
      [1, darken(light.sky[0], 0.25)],
    ]);
    ctx.fillRect(pane.x, base, pane.width, pane.height);
    for (let wave = 0; wave < 26; wave++) {
      const y = outside.range(base, pane.y + pane.height);
      softEllipse(
        ctx,
        outside.chance(0.5) ? bodyX + outside.range(-30, 30) : outside.range(pane.x, pane.x + pane.width),
        y,
        outside.range(8, 30),
        1.8,
        light.key,
        0.5,
        0.2,
      );
    }
    return;
  }
  const city = brief.view === 'city' || brief.view === 'station';
  if (city) {
    for (let x = pane.x; x < pane.x + pane.width; x += 26) {
      const tall = outside.range(0.1, 0.4) * pane.height;
      ctx.fillStyle = shade(light, '#5f6878', 0.4, -0.2);
      ctx.fillRect(x, base - tall + 30, 27, pane.height);
      if (light.night > 0.3) {
        ctx.fillStyle = '#ffd88c';
        for (let lit = 0; lit < 3; lit++)
          ctx.fillRect(x + outside.range(3, 18), base - tall + 40 + outside.range(0, tall), 5, 7);
      }
    }
  }
  for (const [lift, depth, own] of [
    [16, 0.6, '#7f95a0'],
    [-8, 0.3, brief.view === 'snow' ? '#eef3fa' : '#64824f'],
  ] as const) {
    fillBelow(
      ctx,
      ridge(outside.fork(`hill ${lift}`), stage.width, base - lift + (city ? 60 : 0), 26, { waves: 3, octaves: 2 }),
      pane.y + pane.height + 10,
      shade(light, own, depth, 0),
    );
  }
}

function paintGlassWeather(stage: Stage, pane: Pane): void {
  const { ctx, brief } = stage;
  const random = stage.random.fork('glass');
  if (brief.weather === 'rain' || brief.weather === 'storm') {
    for (let drop = 0; drop < 70; drop++) {
      const x = random.range(pane.x, pane.x + pane.width);
      const y = random.range(pane.y, pane.y + pane.height);
      ctx.fillStyle = alpha('#dfeaf2', random.range(0.15, 0.5));
      ctx.fillRect(x, y, 1.6, random.range(8, 40));
    }
  }
  if (brief.weather === 'snow')
    for (let flake = 0; flake < 50; flake++)
      softEllipse(
        ctx,
        random.range(pane.x, pane.x + pane.width),
        random.range(pane.y, pane.y + pane.height),
        3,
        3,
        '#ffffff',
        0.85,
        0.3,
      );
}

function paintFrame({ ctx, light, random }: Stage, pane: Pane): void {
  const wood = shade(light, '#efe4d0', 0, 0);
  ctx.fillStyle = wood;
  const bar = 13;
  ctx.fillRect(pane.x - bar, pane.y - bar, pane.width + bar * 2, bar);
  ctx.fillRect(pane.x - bar, pane.y, bar, pane.height);
  ctx.fillRect(pane.x + pane.width, pane.y, bar, pane.height);
  ctx.fillRect(pane.x + pane.width / 2 - 5, pane.y, 10, pane.height);
  ctx.fillRect(pane.x, pane.y + pane.height * 0.42, pane.width, 9);
  ctx.fillStyle = shade(light, '#d3c4aa', 0, 0.2);
  ctx.fillRect(pane.x - bar * 2, pane.y + pane.height, pane.width + bar * 4, bar * 1.6);
  const cloth = random.fork('curtain').pick(['#a8504a', '#5d7a86', '#b8935a', '#7d6a8f']);
  for (const side of [-1, 1] as const) {
    const edge = side < 0 ? pane.x - bar * 2 : pane.x + pane.width + bar * 2;
    for (let fold = 0; fold < 4; fold++) {
      const x = edge - side * (fold * 15 - 24);
      ctx.fillStyle = shade(light, fold % 2 ? cloth : darken(cloth, 0.22), 0, -0.1);
      ctx.beginPath();
      ctx.moveTo(x - 9, pane.y - bar * 2.4);
      ctx.lineTo(x + 9, pane.y - bar * 2.4);
      ctx.quadraticCurveTo(
        x + 10 + side * 6,
        pane.y + pane.height * 0.6,
        x + 13 + side * 12,
        pane.y + pane.height + 40,
      );
      ctx.lineTo(x - 10 + side * 12, pane.y + pane.height + 40);
      ctx.quadraticCurveTo(x - 8 + side * 6, pane.y + pane.height * 0.6, x - 9, pane.y - bar * 2.4);
      ctx.fill();
    }
  }
  ctx.fillStyle = shade(light, '#5a4636', 0, 0);
  ctx.fillRect(pane.x - bar * 4.4, pane.y - bar * 2.8, pane.width + bar * 8.8, 8);
}
