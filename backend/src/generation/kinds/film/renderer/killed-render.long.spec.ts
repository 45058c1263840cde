import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { Pictures } from '../../../../infra/media/pictures';
import { renderFilm } from './render-film';
import { FilmMaterial, filmPlan, filmScene } from './testing/film-material';
import { framesOf } from './testing/measure-film';

const PROGRAM = join(__dirname, 'testing', 'render-and-die.ts');
const SCENE_FRAMES = 21;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-killed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Kills the process as soon as a line of its output reports that it has reached a step. */
async function killAt(child: ChildProcess, reached: (step: string, done: number) => boolean): Promise<void> {
  if (!child.stderr) throw new Error('no lines');
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stderr })) {
    const [step = '', done = '0'] = line.split(' ');
    if (!reached(step, Number(done))) continue;
    child.kill('SIGKILL');
    break;
  }
  await closed;
}

it('a render that is killed repeatedly continues with its finished parts, and completes the film', async () => {
  const ffmpeg = await findFfmpeg();
  const make = new FilmMaterial(ffmpeg, join(folder, 'material'));
  const clips = await Promise.all([8, 9, 10].map((rate) => make.clip(`${rate}.mp4`, `testsrc=s=90x90:r=${rate}:d=1`)));
  const plan = filmPlan(clips.map((path, n) => filmScene(`s${n}`, path, { seconds: SCENE_FRAMES / 30 })));
  const run = { workFolder: join(folder, 'work'), partsFolder: join(folder, 'parts'), ffmpeg };
  const job = join(folder, 'job.json');
  await writeFile(job, JSON.stringify({ plan, ...run }));
  const moments: ((step: string, done: number) => boolean)[] = [
    (step, done) => step === 'prepare' && done >= 2,
    (step) => step === 'sound',
    (step, done) => step === 'pictures' && done > 2 * SCENE_FRAMES,
    (step) => step === 'join',
  ];
  for (const moment of moments) {
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), PROGRAM, job], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TSX_TSCONFIG_PATH: join(__dirname, '../../../../../tsconfig.json') },
    });
    await killAt(child, moment);
    expect(child.signalCode).toBe('SIGKILL');
    expect((await readdir(run.workFolder)).filter((name) => name !== 'scratch')).toEqual([]);
  }
  const film = await renderFilm(plan, { ...run, pictures: new Pictures() });
  expect(film.parts).toEqual({ rendered: 0, reused: 3 });
  expect(await framesOf(ffmpeg, film.film)).toHaveLength(3 * SCENE_FRAMES);
  expect((await readdir(run.workFolder)).sort()).toEqual(['film.mp4', 'film.srt', 'film.vtt', 'poster.jpg']);
});
