import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, troubleOf } from '@storyreel/ffmpeg';
import { Pictures } from '../../../../infra/media/pictures';
import { fileLimit, smallDisk, type SmallDisk } from '../../../../testing/small-disk';
import type { FilmPlan } from './film-plan';
import { FilmProblem } from './film-problem';
import { MIX_BYTES } from './mix-sound';
import { type Film, renderFilm } from './render-film';
import { SAMPLES_A_FRAME } from './film-plan';
import { FilmMaterial, filmPlan, filmScene } from './testing/film-material';
import { framesOf } from './testing/measure-film';

const PAGE = 4_096;
const FRAMES = 21;
/** Size of the whole film's samples, which are on the disk while its frames are rendered. */
const MIX = FRAMES * SAMPLES_A_FRAME * MIX_BYTES;
const pictures = new Pictures();

let material: string;
let ffmpeg: string;
let plan: FilmPlan;
/** The film rendered on a disk with enough space. */
let whole: Buffer;
beforeAll(async () => {
  ffmpeg = await findFfmpeg();
  material = mkdtempSync(join(tmpdir(), 'storyreel-full-disk-'));
  const clip = await new FilmMaterial(ffmpeg, material).clip('clip.mp4', 'testsrc=s=90x90:r=30:d=1');
  plan = filmPlan([filmScene('one', clip, { seconds: FRAMES / 30 })]);
  const film = await render(material, 'whole', ffmpeg);
  whole = await readFile(film.film);
  expect(await framesOf(ffmpeg, film.film)).toHaveLength(FRAMES);
});
afterAll(() => rm(material, { recursive: true, force: true }));

const render = (home: string, name: string, program: string): Promise<Film> =>
  renderFilm(plan, {
    workFolder: join(home, name),
    partsFolder: join(home, `${name}-parts`),
    ffmpeg: program,
    pictures,
  });

/**
 * Returns sizes from no free space to nearly enough, in steps that cut a file off in the middle or at its last bytes.
 */
const pages = (disk: SmallDisk): number[] => {
  const all = Math.ceil(whole.length / PAGE);
  const onlyFiles = [1, 2, 3].map((page) => page * PAGE);
  const ofPictures = Array.from({ length: 2 * all + 3 }, (_, page) => MIX + page * PAGE);
  return disk.how === 'a file system' ? [PAGE, MIX / 2, ...ofPictures] : [...onlyFiles, MIX - 512];
};

it.each([
  ['a disk that is full', () => smallDisk(ffmpeg, 8)],
  ['a limit on file sizes', () => Promise.resolve(fileLimit(ffmpeg, mkdtempSync(join(tmpdir(), 'storyreel-limit-'))))],
])('%s makes no film or a whole one, and no later film lacks pictures', async (_, open) => {
  const disk = await open();
  let refused = 0;
  try {
    for (const bytes of pages(disk)) {
      disk.leave(bytes);
      const film = await render(disk.folder, 'film', disk.ffmpeg).catch((error: unknown) => error);
      if (film instanceof Error) {
        refused += 1;
        expect(film).toBeInstanceOf(FilmProblem);
        expect([bytes, troubleOf(film)]).toEqual([bytes, 'space']);
        expect(film.message).not.toContain(disk.folder);
      }
      disk.free();
      const { film: path } = await render(disk.folder, 'film', disk.ffmpeg);
      expect([bytes, (await readFile(path)).equals(whole)]).toEqual([bytes, true]);
      for (const name of readdirSync(disk.folder)) rmSync(join(disk.folder, name), { recursive: true });
    }
    expect(refused).toBeGreaterThan(3);
  } finally {
    await disk.close();
  }
});

it('a part that an earlier release kept without its last frames is made again, and no other', async () => {
  await render(material, 'earlier', ffmpeg);
  const parts = join(material, 'earlier-parts');
  const bodies = readdirSync(parts).map((name) => join(parts, name, 'body.mp4'));
  const body = bodies.find(existsSync) ?? '';
  for (const name of readdirSync(parts)) rmSync(join(parts, name, 'checked.json'));
  truncateSync(body, (await stat(body)).size - 500);
  const film = await render(material, 'earlier', ffmpeg);
  expect((await readFile(film.film)).equals(whole)).toBe(true);
  expect(film.parts).toEqual({ rendered: 1, reused: 0 });
});
