import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg, runFfmpeg, zoompan } from '@storyreel/ffmpeg';
import type { FilmPlan, FilmQuality, FilmScene } from '../generation/kinds/film/renderer/film-plan';
import { FPS, frameSize, stillSize } from '../generation/kinds/film/renderer/film-plan';
import { renderFilm } from '../generation/kinds/film/renderer/render-film';
import { FilmMaterial, filmPlan, filmScene } from '../generation/kinds/film/renderer/testing/film-material';
import { Pictures } from '../infra/media/pictures';
import type { BenchRow } from './appends';

const SPOKEN_SECONDS = 1.4;
/** Speech plus the pauses around it. */
const SCENE_SECONDS = 2;
const TEXT = 'The keeper lit the lamp.';
const SAMPLE_MS = 50;
/** Limits of the plain command; they only end a run that hangs. */
const LIMITS = { seconds: 3_600, memoryMb: 8_192, fileMb: 4_096 };

interface Place {
  ffmpeg: string;
  folder: string;
  make: FilmMaterial;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const render = ({ ffmpeg, folder }: Place, plan: FilmPlan, name: string) =>
  renderFilm(plan, {
    workFolder: join(folder, name),
    partsFolder: join(folder, `${name}-parts`),
    ffmpeg,
    pictures: new Pictures(),
  });

/** Every third scene is an image with camera movement; the others are clips of another size and frame rate. */
async function spokenScenes({ make }: Place, count: number): Promise<FilmScene[]> {
  const voice = await make.voice('voice.wav', SPOKEN_SECONDS);
  const image = await make.image('image.png', 1_080, 1_920);
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      // Identical scenes would share one rendered part.
      const speech = { path: voice, text: `${n} ${TEXT}` };
      if (n % 3 === 2) return filmScene(`${n}`, '', { picture: { kind: 'image', path: image }, speech });
      const clip = await make.clip(`${n}.mp4`, `testsrc2=s=720x1280:r=24:d=3,hue=h=${n * 30}`);
      return filmScene(`${n}`, clip, { speech });
    }),
  );
}

/** The ffmpeg command that a person would type to render this film in one go. */
function plainCommand(scenes: readonly FilmScene[], quality: FilmQuality, target: string): string[] {
  const size = frameSize('9:16', quality);
  const still = stillSize(size);
  const fill = ({ width, height }: typeof size): string =>
    `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},setsar=1`;
  const inputs = scenes.flatMap(({ picture, speech }) => ['-i', picture.path, '-i', speech?.path ?? '']);
  const chains = scenes.map(({ picture }, n) => {
    const frames = SCENE_SECONDS * FPS;
    const shown =
      picture.kind === 'image'
        ? `${fill(still)},${zoompan('push-in', frames, size.width, size.height, FPS)}`
        : `fps=${FPS},${fill(size)},trim=end_frame=${frames}`;
    const said = `aresample=48000,adelay=200|200,apad,atrim=end_sample=${SCENE_SECONDS * 48_000}`;
    return `[${2 * n}:v]${shown},format=yuv420p[v${n}];[${2 * n + 1}:a]${said}[a${n}]`;
  });
  const all = scenes.map((_, n) => `[v${n}][a${n}]`).join('');
  const joined = `${all}concat=n=${scenes.length}:v=1:a=1[v][a];[a]loudnorm=I=-14:TP=-1[loud]`;
  const encoded = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '22',
    '-threads',
    '2',
    '-c:a',
    'aac',
    '-ar',
    '48000',
  ];
  const maps = ['-map', '[v]', '-map', '[loud]'];
  return [...inputs, '-filter_complex', [...chains, joined].join(';'), ...maps, ...encoded, target];
}

/** Times rendering a film again after one scene changed, and its first render against one plain command. */
async function speed(place: Place, count: number, quality: FilmQuality): Promise<BenchRow[]> {
  const { ffmpeg, folder, make } = place;
  const scenes = await spokenScenes(place, count);
  const plan = filmPlan(scenes, { format: '9:16', quality, captions: { style: 'plain', platform: 'all' } });
  const other = await make.clip('other.mp4', 'testsrc=s=720x1280:r=24:d=3');
  const changed = scenes.map((scene, n) =>
    n === 1 ? { ...scene, picture: { kind: 'clip' as const, path: other } } : scene,
  );
  const command = plainCommand(scenes, quality, join(folder, 'plain.mp4'));
  // Alternating runs, so that other load on the machine affects both.
  const plain = [await timed(() => runFfmpeg(ffmpeg, command, { limits: LIMITS }))];
  const first = await timed(() => render(place, plan, 'film'));
  const second = await timed(() => render(place, { ...plan, scenes: changed }, 'film'));
  plain.push(await timed(() => runFfmpeg(ffmpeg, command, { limits: LIMITS })));
  const once = plain.reduce((sum, ms) => sum + ms, 0) / plain.length;
  return [
    { name: `film of ${count} scenes, one changed, against the first`, ...against(second, first, 'ms'), aim: 5 },
    { name: `film of ${count} scenes, against one command`, ...against(first, once, 'ms'), aim: 0.8 },
  ];
}

/** Renders a film and returns the peak memory of this process and its children, in MB. */
async function memory(place: Place, scenes: number): Promise<number> {
  const voice = await place.make.voice('long.wav', 9.4);
  const clip = await place.make.clip('long.mp4', 'testsrc2=s=360x640:r=24:d=10', { pitch: 300 });
  const spoken = Array.from({ length: scenes }, (_, n) =>
    filmScene(`${n}`, clip, { speech: { path: voice, text: TEXT.repeat(5) } }),
  );
  const plan = filmPlan(spoken, { format: '9:16', captions: { style: 'words', platform: 'all' } });
  let peak = 0;
  const sample = setInterval(() => (peak = Math.max(peak, residentMb())), SAMPLE_MS);
  try {
    await render(place, plan, `memory-${scenes}`);
  } finally {
    clearInterval(sample);
  }
  return peak;
}

function residentMb(): number {
  const own = `${process.pid}`;
  let kib = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const field = (name: string): string => new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(status)?.[1] ?? '0';
      if (pid === own || field('PPid') === own) kib += Number(field('VmRSS'));
    } catch {
      // The process ended meanwhile.
    }
  }
  return kib / 1024;
}

const against = (value: number, baseline: number, unit: string) => ({ value, unit, baseline, ratio: baseline / value });

/**
 * Benchmarks films of short scenes against one plain command, and a long film's memory against a short one's. Memory on
 * Linux only.
 */
export async function benchFilm(folder: string, count = 20, quality: FilmQuality = '720p'): Promise<BenchRow[]> {
  const ffmpeg = await findFfmpeg();
  const place = { ffmpeg, folder, make: new FilmMaterial(ffmpeg, join(folder, 'material')) };
  try {
    const rows = await speed(place, count, quality);
    if (process.platform !== 'linux') return rows;
    await memory(place, 1);
    const short = await memory(place, 3);
    const long = await memory(place, 18);
    return [...rows, { name: 'memory of 3 minutes, against 30 s', ...against(long, short, 'MB'), aim: 1 / 1.2 }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
