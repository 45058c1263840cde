import {
  type Film,
  filmFingerprint,
  filmPrice,
  type FilmQuality,
  filmTimeline,
  generateFilmRequestSchema,
  LIMITS,
  toZaps,
} from '@storyreel/contracts';
import { musicOf, sceneOfFilm } from '../../features/film/api';
import { projectWith } from '../media-fixtures';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import type { KeptFilm } from './kept-films';
import { giveBack, hold, settle } from './money';
import { notFound, Refused } from './refused';

const NOW = projectWith().createdAt;
const isOpen = ({ row: { status } }: KeptFilm): boolean => status === 'queued' || status === 'processing';

/** @throws Refused bad_request, already_in_progress, insufficient_zaps, budget_reached */
function queue(data: AccountData, projectId: string, quality: FilmQuality): KeptFilm {
  const { row: project } = data.keptProject(projectId);
  const { film: settings } = project;
  if (data.films.some((film) => film.row.projectId === projectId && isOpen(film))) {
    throw new Refused('already_in_progress', 'A film of this project is already being made.');
  }
  const { blocks, missing, seconds } = filmTimeline(data.liveScenes(projectId).map(sceneOfFilm), settings);
  if (blocks.length === 0 || missing.length > 0) throw new Refused('bad_request', 'A scene has nothing to show.');
  const held = toZaps(filmPrice(seconds, quality).units);
  hold(data, held, projectId);
  const asked = { quality, format: settings.format, scenes: blocks.length, seconds };
  const state = { status: 'queued' as const, progress: 0, step: '', error: null, files: null, startedAt: null };
  const fingerprint = filmFingerprint({ ...settings, blocks, music: settings.musicBed ?? musicOf(project, settings) });
  const row: Film = { id: data.nextId(), projectId, ...asked, fingerprint, ...state, createdAt: NOW };
  const kept = { row, held, removed: false };
  data.films.unshift(kept);
  return kept;
}

function end(data: AccountData, kept: KeptFilm, error: string): void {
  kept.row = { ...kept.row, status: 'failed', step: '', error };
  giveBack(data, kept.held, kept.row.projectId);
}

const videoOf = (name: string, seconds: number) => ({
  url: `/api/media/${name}.mp4`,
  posterUrl: `/api/media/${name}.jpg`,
  srtUrl: `/api/media/${name}.srt`,
  vttUrl: `/api/media/${name}.vtt`,
  seconds,
  bytes: 2_097_152,
});

/** Returns the files of a film. If platforms do not accept the film as a whole, two halves are its parts. */
const filesOf = ({ id, seconds }: Film) => ({
  ...videoOf(id, seconds),
  ...(seconds > LIMITS.filmPartSeconds && { parts: [1, 2].map((part) => videoOf(`${id}-${part}`, seconds / 2)) }),
});

/**
 * Acts as the workers: makes every pending film, which becomes the project's final video unless a draft would replace
 * one.
 */
export function doFilms(data: AccountData): void {
  for (const kept of data.films.filter(isOpen)) {
    const files = filesOf(kept.row);
    kept.row = { ...kept.row, status: 'succeeded', progress: 1, step: '', files };
    const { projectId, quality } = kept.row;
    const work = {
      provider: 'storyreel',
      model: quality,
      operation: 'make_film',
      category: 'film',
      description: 'A film',
    };
    settle(data, kept.held, 0, { ...work, projectId });
    const project = data.keptProject(projectId);
    if (quality === 'draft' && project.row.completedVideoUrl !== null) continue;
    const completed = { completedVideoUrl: files.url, completedVideoFilename: 'film.mp4' };
    data.setProject(project, { ...project.row, ...completed, completedVideoStatus: 'complete' });
  }
}

export function serveFilms(server: FakeStoryreel): void {
  const { data } = server;
  const bare = { body: nothing, query: nothing };
  server.serve('GET /api/projects/:projectId/films', bare, ({ params: [projectId] }) => {
    data.keptProject(projectId);
    const own = data.films.filter(({ row, removed }) => row.projectId === projectId && !removed);
    return { json: own.map(({ row }) => row) };
  });
  const body = generateFilmRequestSchema.omit({ projectId: true });
  server.serve(
    'POST /api/projects/:projectId/films',
    { body, query: nothing },
    ({ params: [id = ''], body: asked }) => {
      const { row, held } = queue(data, id, asked.quality);
      return { json: { filmId: row.id, costInfo: { creditsUsed: held } } };
    },
  );
  const change = (name: string, how: (kept: KeptFilm) => void) =>
    server.serve(name, bare, ({ params: [projectId, id] }) => {
      const kept = data.films.find(({ row }) => row.id === id && row.projectId === projectId);
      if (!kept) throw notFound();
      how(kept);
      return { json: kept.row };
    });
  const cancel = (kept: KeptFilm) => isOpen(kept) && end(data, kept, 'You cancelled it.');
  change('POST /api/projects/:projectId/films/:filmId/cancel', cancel);
  change('DELETE /api/projects/:projectId/films/:filmId', (kept) => {
    if (isOpen(kept)) cancel(kept);
    else kept.removed = true;
  });
  change('POST /api/projects/:projectId/films/:filmId/restore', (kept) => {
    kept.removed = false;
  });
}
