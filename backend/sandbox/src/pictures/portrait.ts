import type { PersonLook, Subject } from './brief';
import { blob, type Point, softEllipse } from './brush';
import { darken, lighten, mix } from './colour';
import { blurBackdrop } from './stage';
import type { Stage } from './stage';
import { paintHairBehind, paintHead } from './subjects/head';
import { paintLit } from './subjects/lit-layer';
import { isHandheld, paintProp } from './subjects/props';

/** Paints head and shoulders of one or two people in front of their blurred surroundings. */
export function paintPortrait(stage: Stage, people: readonly PersonLook[], held: Subject | undefined): void {
  blurBackdrop(stage);
  const { width, height, variant } = stage;
  const alone = people.length === 1;
  const centre = [0.5, 0.58, 0.42, 0.5][variant % 4] ?? 0.5;
  const scale = [1, 1.16, 0.92, 0.8][variant % 4] ?? 1;
  [...people].reverse().forEach((look, reversed) => {
    const index = people.length - 1 - reversed;
    const x = alone ? width * centre : width * (index === 0 ? 0.34 : 0.7);
    const radius = (alone ? 150 : 118) * scale * (look.age === 'child' ? 0.86 : 1) * (index === 0 ? 1 : 0.92);
    const y = height * (look.age === 'child' ? 0.56 : 0.47) + index * 20;
    paintBust(stage, look, x, y, radius, x > width * 0.52 ? -1 : 1);
  });
  if (held !== undefined && isHandheld(held))
    paintProp(stage, { x: width * (centre > 0.5 ? 0.28 : 0.74), y: height * 0.92, size: 560, depth: 0 }, held, 1.9);
}

function paintBust(stage: Stage, look: PersonLook, x: number, y: number, radius: number, facing: 1 | -1): void {
  paintLit(
    stage,
    {
      x,
      y,
      left: radius * 3.2,
      right: radius * 3.2,
      up: radius * 2.4,
      down: stage.height - y + 10,
      depth: 0,
      shadow: 0,
      facing,
      ambient: 0.45,
    },
    (ctx) => {
      const half = radius * (look.age === 'child' ? 1.75 : 2.15);
      const neck = radius * 0.5;
      paintHairBehind(ctx, look, { x: 0, y: 0, radius, away: false });
      ctx.fillStyle = darken(look.skinColour, 0.16);
      ctx.fillRect(-neck * 0.95, radius * 0.7, neck * 1.9, radius * 1.2);
      const shoulders: Point[] = [
        [-neck, radius * 1.5],
        [-half * 0.8, radius * 1.95],
        [-half, radius * 2.9],
        [-half * 1.06, radius * 8],
        [half * 1.06, radius * 8],
        [half, radius * 2.9],
        [half * 0.8, radius * 1.95],
        [neck, radius * 1.5],
        [0, radius * 1.9],
      ];
      blob(ctx, shoulders);
      ctx.fillStyle = look.topColour;
      ctx.fill();
      ctx.save();
      ctx.clip();
      softEllipse(ctx, half * 0.9, radius * 3.6, half * 0.8, radius * 3, darken(look.topColour, 0.55), 0.6, 0);
      softEllipse(ctx, -half * 0.5, radius * 2.3, half * 0.6, radius * 0.7, lighten(look.topColour, 0.25), 0.35, 0);
      ctx.strokeStyle = darken(look.topColour, 0.45);
      ctx.lineWidth = radius * 0.035;
      ctx.beginPath();
      ctx.moveTo(0, radius * 1.8);
      ctx.lineTo(radius * 0.05, radius * 8);
      if (look.dress === 'coat' || look.dress === 'jacket') ctx.stroke();
      ctx.fillStyle = mix(look.topColour, '#e9d9a8', 0.6);
      for (let button = 0; button < 4; button++) {
        ctx.beginPath();
        ctx.arc(radius * 0.22, radius * (2.4 + button * 0.75), radius * 0.07, 0, Math.PI * 2);
        if (look.dress === 'coat') ctx.fill();
      }
      ctx.restore();
      if (look.dress === 'coat' || look.dress === 'jacket') {
        for (const side of [-1, 1] as const) {
          blob(ctx, [
            [side * neck * 0.6, radius * 1.28],
            [side * neck * 2.1, radius * 1.62],
            [side * neck * 1.5, radius * 2.5],
            [0, radius * 2.05],
          ]);
          ctx.fillStyle = lighten(look.topColour, side < 0 ? 0.16 : 0.05);
          ctx.fill();
        }
      }
      softEllipse(ctx, 0, radius * 1.22, radius * 0.7, radius * 0.34, darken(look.skinColour, 0.5), 0.5, 0.1);
      paintHead(ctx, look, { x: 0, y: 0, radius, away: false });
    },
  );
}
