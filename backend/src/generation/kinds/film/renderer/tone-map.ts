import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FrameSize } from './film-plan';

/** The transfer curves of high dynamic range: HLG is used by phones and broadcasts, PQ by cinema and games. */
export type HighRange = 'hlg' | 'pq';

/** Reads the transfer curve from ffmpeg's description of a clip's colours; null for standard dynamic range. */
export function highRangeOf(colours: string): HighRange | null {
  if (colours.includes('arib-std-b67')) return 'hlg';
  return colours.includes('smpte2084') ? 'pq' : null;
}

/** Luminance of diffuse white, such as paper, in high dynamic range, in nits: ITU-R BT.2408. */
const WHITE = 203;
/** Peak luminance of the display for which HLG is graded, in nits. Brighter parts of PQ become white, too. */
const PEAK = 1_000;

/** Converts signals from 0 to 1 to luminance in nits, as in ITU-R BT.2100. */
const LIGHT: Record<HighRange, (signal: readonly number[]) => number[]> = {
  pq: (signal) =>
    signal.map((value) => {
      const root = value ** (1 / 78.843_75);
      return 10_000 * (Math.max(0, root - 0.835_937_5) / (18.851_562_5 - 18.6875 * root)) ** (1 / 0.159_301_757_812_5);
    }),
  hlg: (signal) => {
    const scene = signal.map((value) =>
      value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12,
    );
    const [red = 0, green = 0, blue = 0] = scene;
    const brightness = 0.2627 * red + 0.678 * green + 0.0593 * blue;
    return scene.map((value) => PEAK * brightness ** 0.2 * value);
  },
};

/**
 * Share of the luminance of diffuse white up to which luminance stays unchanged. Above it, luminance is compressed
 * increasingly.
 */
const KNEE = 0.5;
const STEEPNESS = steepnessFor((1 - KNEE) / (PEAK / WHITE - KNEE));

/** Returns the steepness with which the logarithmic curve continues the straight line at the knee without a bend. */
function steepnessFor(slope: number): number {
  let [low, high] = [0.01, 1_000];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if ((slope * middle) / Math.log1p(middle) < 1) low = middle;
    else high = middle;
  }
  return low;
}

function compressed(light: number): number {
  if (light <= KNEE) return light;
  const above = Math.min(1, (light - KNEE) / (PEAK / WHITE - KNEE));
  return KNEE + ((1 - KNEE) * Math.log1p(STEEPNESS * above)) / Math.log1p(STEEPNESS);
}

/** Matrix from BT.2020 to BT.709 colours, for linear light. */
const TO_709 = [
  [1.6605, -0.5876, -0.0728],
  [-0.1246, 1.1329, -0.0083],
  [-0.0182, -0.1006, 1.1187],
] as const;
/** Display gamma for standard dynamic range. */
const GAMMA = 2.4;

/** Converts an HDR signal (red, green and blue from 0 to 1) to standard dynamic range. */
export function toneMapped(range: HighRange, signal: readonly number[]): number[] {
  const light = LIGHT[range](signal).map((nits) => nits / WHITE);
  const most = Math.max(...light, 1e-9);
  const scale = compressed(most) / most;
  return TO_709.map((row) => {
    const sum = row.reduce((total, part, at) => total + part * (light[at] ?? 0) * scale, 0);
    return Math.min(1, Math.max(0, sum)) ** (1 / GAMMA);
  });
}

const SIDE = 33;
const nameOf = (range: HighRange): string => `${range}.cube`;

/** Returns the conversion of all colours as a table in Adobe's cube format. */
function cubeOf(range: HighRange): string {
  const lines = [`LUT_3D_SIZE ${SIDE}`];
  const step = (at: number): number => at / (SIDE - 1);
  for (let blue = 0; blue < SIDE; blue++)
    for (let green = 0; green < SIDE; green++)
      for (let red = 0; red < SIDE; red++)
        lines.push(
          toneMapped(range, [step(red), step(green), step(blue)])
            .map((value) => value.toFixed(5))
            .join(' '),
        );
  return `${lines.join('\n')}\n`;
}

/**
 * Returns a filter that converts a clip to standard dynamic range, followed by a comma. It needs no library that some
 * builds of ffmpeg lack.
 * @param folder in ffmpeg's working folder; the table is written there
 */
export async function toneMap(folder: string, range: HighRange, { width, height }: FrameSize): Promise<string> {
  await writeFile(join(folder, nameOf(range)), cubeOf(range));
  return [
    // The clip is scaled first, since clips from phones have many more pixels than the film needs.
    `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic:in_color_matrix=bt2020`,
    'format=rgb48le',
    `lut3d=${basename(folder)}/${nameOf(range)}:interp=tetrahedral`,
    '',
  ].join(',');
}
