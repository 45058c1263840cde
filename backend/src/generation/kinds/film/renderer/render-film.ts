import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '@storyreel/ffmpeg';
import type { Pictures } from '../../../../infra/media/pictures';
import { captionsOf, subtitlesAt, toSrt, toVtt } from './captions';
import { FILM_LIMITS, FPS } from './film-plan';
import type { FilmPlan } from './film-plan';
import { asProblem, FilmProblem } from './film-problem';
import type { FilmTools } from './film-tools';
import { joinFilm, takePoster } from './join-film';
import { laySound } from './lay-sound';
import { encodeSound } from './mix-sound';
import { partHash, PartStore } from './part-store';
import { prepareScenes, Stills } from './prepare-scenes';
import type { FilmContext } from './prepare-scenes';
import { renderPictures } from './render-pictures';
import type { OnFrames } from './render-pictures';
import { filmPictures, scenesOf } from './timeline';
import type { FilmPicture } from './timeline';

/**
 * Runs two functions concurrently. If one fails, the other one is aborted and awaited before the error is thrown, so
 * that it no longer writes files.
 * @param outer aborts both
 * @throws the error of the one that failed first
 */
export async function sideBySide<First, Second>(
  outer: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const ended = new AbortController();
  const signal = outer ? AbortSignal.any([outer, ended.signal]) : ended.signal;
  const failures: unknown[] = [];
  const watched = async <Made>(work: (signal: AbortSignal) => Promise<Made>): Promise<Made> => {
    try {
      return await work(signal);
    } catch (error) {
      failures.push(error);
      ended.abort(error);
      throw error;
    }
  };
  const [one, other] = await Promise.allSettled([watched(first), watched(second)]);
  if (one.status === 'rejected' || other.status === 'rejected') throw failures[0];
  return [one.value, other.value];
}

export interface FilmRun {
  /** Folder of this film only, on the same file system as `partsFolder`. Only its scratch subfolder is emptied. */
  workFolder: string;
  /** Folder in which finished parts are kept between renders. */
  partsFolder: string;
  /** Path of the ffmpeg executable. */
  ffmpeg: string;
  pictures: Pictures;
  signal?: AbortSignal;
  onProgress?: (progress: FilmProgress) => void;
}

/** Progress of a render. `done` and `of` count scenes in the first step, and frames in the later steps. */
export interface FilmProgress {
  step: 'prepare' | 'sound' | 'pictures' | 'join';
  done: number;
  of: number;
  /** In the step 'pictures': the number of the first unfinished scene, from 1, and the number of scenes. */
  scene?: { number: number; of: number };
}

export interface Film {
  /** Path of the MP4 with H.264 and AAC, which can be played while it is loading. */
  film: string;
  /** Path of a JPEG of the first scene. */
  poster: string;
  srt: string;
  vtt: string;
  seconds: number;
  /** Number of pictures and cross-fades that were rendered and reused. */
  parts: { rendered: number; reused: number };
}

const FILES = { film: 'film.mp4', poster: 'poster.jpg', srt: 'film.srt', vtt: 'film.vtt' } as const;
const SCRATCH = 'scratch';

/**
 * Renders a film from a plan. If killed or aborted at any moment, leaves no incomplete parts, and the next call resumes
 * with the finished ones.
 * @throws FilmProblem with a message for users; the signal's reason when aborted
 */
export async function renderFilm(plan: FilmPlan, run: FilmRun): Promise<Film> {
  const { workFolder, partsFolder, ffmpeg, pictures, signal } = run;
  checkPlan(plan);
  const scratch = join(workFolder, SCRATCH);
  const problem = { code: 'render-failed' as const, message: 'The film was not finished.', sceneId: null, signal };
  try {
    return await asProblem(problem, async () => {
      // Removes files left by an earlier render that was killed.
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true });
      const version = await runFfmpeg(ffmpeg, ['-version'], { signal, says: 'info' });
      const context: FilmContext = {
        tools: { ffmpeg, pictures, scratch, signal },
        parts: new PartStore(partsFolder, scratch),
        stills: new Stills(scratch),
        nameOf: (inputs) => partHash(inputs, version),
      };
      return await make(plan, run, context);
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function make(plan: FilmPlan, { workFolder, onProgress, signal }: FilmRun, context: FilmContext): Promise<Film> {
  const { tools, parts } = context;
  const tell = (step: FilmProgress['step']) => (done: number, of: number) => onProgress?.({ step, done, of });
  const prepared = await prepareScenes(context, plan, (done) => tell('prepare')(done, plan.scenes.length));
  const all = filmPictures(plan, prepared);
  const frames = all.reduce((sum, { slot }) => sum + slot.frames, 0);
  const mostSeconds = FILM_LIMITS.filmSeconds + plan.scenes.length * FILM_LIMITS.secondsOfRounding;
  if (frames > mostSeconds * FPS) {
    throw new FilmProblem('too-long', `A film can last at most ${FILM_LIMITS.filmSeconds / 60} minutes.`);
  }
  tell('sound')(0, frames);
  const scenes = plan.scenes.length;
  const onFrames: OnFrames = (done, of, number) =>
    onProgress?.({ step: 'pictures', done, of, ...(number !== null && { scene: { number, of: scenes } }) });
  const until = (ends: AbortSignal): FilmContext => ({ ...context, tools: { ...tools, signal: ends } });
  const [sound, pieces] = await sideBySide(
    signal,
    // The sound takes only seconds, so its errors end the render before the pictures take minutes.
    async (ends) => {
      await laySound(until(ends), plan, all, frames);
      return encodeSound(until(ends));
    },
    (ends) => renderPictures(until(ends), plan, all, onFrames),
  );
  const film = draft(tools, FILES.film);
  await joinFilm(tools, film, {
    pieces,
    sound,
    onFrame: (done) => tell('join')(Math.min(done, frames), frames),
  });
  await takePoster(tools, film, FILES.poster, posterTime(all));
  const subtitles = scenesOf(all).flatMap((scene) => {
    const phrases = captionsOf(plan, scene)?.phrases ?? [];
    return subtitlesAt(scene.whole.speechStart ?? 0, phrases);
  });
  await writeFile(draft(tools, FILES.srt), toSrt(subtitles));
  await writeFile(draft(tools, FILES.vtt), toVtt(subtitles));
  signal?.throwIfAborted();
  const place = (name: string): string => join(workFolder, name);
  for (const name of Object.values(FILES)) await rename(draft(tools, name), place(name));
  tell('join')(frames, frames);
  return {
    film: place(FILES.film),
    poster: place(FILES.poster),
    srt: place(FILES.srt),
    vtt: place(FILES.vtt),
    seconds: frames / FPS,
    parts: { ...parts.counts },
  };
}

const draft = ({ scratch }: FilmTools, name: string): string => join(scratch, name);

/** Returns a time in the pause at the end of the first scene, without a caption and before any fade. */
function posterTime(pictures: readonly FilmPicture[]): number {
  const [first] = scenesOf(pictures);
  if (!first) return 0;
  const { startFrame, frames, fadeOut } = first.whole;
  return (startFrame + frames - fadeOut / 2 - 4) / FPS;
}

/** @throws FilmProblem */
function checkPlan({ scenes, title, end }: FilmPlan): void {
  if (scenes.length === 0) throw new FilmProblem('empty', 'A film needs at least one scene.');
  if (scenes.length > FILM_LIMITS.scenes) {
    throw new FilmProblem('too-long', `A film can have at most ${FILM_LIMITS.scenes} scenes.`);
  }
  for (const card of [title, end]) {
    if (card && card.text.length > FILM_LIMITS.cardCharacters) {
      throw new FilmProblem('too-long', `A card can have at most ${FILM_LIMITS.cardCharacters} characters.`);
    }
  }
}
