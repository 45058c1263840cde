import type { Film, FilmQuality, FilmSettings, filmTimeline, Project, PushMessage, Scene } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { getQueryFn, onePerWindow } from '../../platform/cache/query-client';
import { apiRequest, hasStatus } from '../../platform/http/api-client';
import type { HttpMethod } from '../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../platform/http/failures';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { logError } from '../../platform/log';
import { throttleByKey } from '../../platform/realtime/push-refresh';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellFailure, tellRestored, toast } from '../../ui';
import { sanitizeTitle } from '../pictures/media/files';
import { projectKeys } from '../projects/api';
import { refreshBalance } from '../zaps/api';

export const filmKeys = {
  of: (projectId: string | null) => ['/api/projects', projectId ?? '', 'films'] as const,
};

/** Milliseconds between polls of a film in progress while the socket is down. */
export const FILM_POLL_MS = 3_000;

export const isRunning = ({ status }: Pick<Film, 'status'>): boolean => status === 'queued' || status === 'processing';

/** Reads a project's films, newest first; sends no request without a project. */
export function useFilms(projectId: string | null) {
  const isPushed = useSocketConnected();
  return useQuery<Film[]>({
    queryKey: filmKeys.of(projectId),
    queryFn: getQueryFn(lazyList('filmSchema')),
    enabled: projectId !== null,
    // Refetched on every mount, because pushes may have been missed in between.
    staleTime: 0,
    refetchInterval: ({ state }) => (!isPushed && state.data?.some(isRunning) ? FILM_POLL_MS : false),
  });
}

/** Saves pending edits, because the server makes the film from saved data, and then starts the film. */
async function start(queryClient: QueryClient, projectId: string, quality: FilmQuality): Promise<void> {
  requireSaved(await flushAutosaves());
  const film = queryClient.getQueryData<Project>(projectKeys.one(projectId))?.film;
  // Changed settings get a new key: they make a different film, even if the first request got no response.
  await idempotencyKeys.once(`film/${projectId}`, { quality, film }, (idempotencyKey) =>
    apiRequest(
      'POST',
      `/api/projects/${projectId}/films`,
      { quality, idempotencyKey },
      { schema: lazySchema('generateFilmResponseSchema') },
    ),
  );
}

/** Starts a film. Never rejects; errors are shown as toasts. */
export function useStartFilm(projectId: string) {
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const make = useCallback(
    async (quality: FilmQuality): Promise<void> => {
      setStarting(true);
      try {
        await start(queryClient, projectId, quality);
      } catch (error) {
        logError('A film could not be started', error);
        // Not an error: another window, or a click whose response was lost, has already started the film.
        if (hasStatus(error, 409)) toast({ title: 'A film is already being made', description: reasonOf(error) });
        else tellFailure("Couldn't start the film", reasonOf(error) ?? 'Please try again.');
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: filmKeys.of(projectId) }),
        refreshBalance(queryClient),
      ]);
      setStarting(false);
    },
    [queryClient, projectId],
  );
  return { isStarting, make };
}

const FAILED = { cancel: "Couldn't cancel the film", remove: "Couldn't delete the film" };

async function send(queryClient: QueryClient, film: Film, method: HttpMethod, step = ''): Promise<void> {
  const queryKey = filmKeys.of(film.projectId);
  await apiRequest(method, [...queryKey, film.id].join('/') + step, undefined, { schema: lazySchema('filmSchema') });
  await queryClient.invalidateQueries({ queryKey });
}

/** Cancels a film in progress and releases its held zaps. Never rejects. */
export async function cancelFilm(queryClient: QueryClient, film: Film): Promise<void> {
  try {
    await send(queryClient, film, 'POST', '/cancel');
    await refreshBalance(queryClient);
  } catch (error) {
    tellFailure(FAILED.cancel, reasonOf(error));
  }
}

/** Deletes a film and offers to undo it. Never rejects. */
export async function deleteFilm(queryClient: QueryClient, film: Film): Promise<void> {
  try {
    await send(queryClient, film, 'DELETE');
    toast({ title: 'Film deleted', undo: () => restoreFilm(queryClient, film) });
  } catch (error) {
    tellFailure(FAILED.remove, reasonOf(error));
  }
}

/** Removes a failed film's notice from the list. Never rejects. */
export async function dismissFailure(queryClient: QueryClient, film: Film): Promise<void> {
  await send(queryClient, film, 'DELETE').catch((error: unknown) => tellFailure(FAILED.remove, reasonOf(error)));
}

const restoreFilm = (queryClient: QueryClient, film: Film): Promise<void> =>
  tellRestored('the film', async () => {
    await send(queryClient, film, 'POST', '/restore');
    return { title: 'Film restored' };
  });

/** Milliseconds between refetches, since a film's progress may change faster than anybody can read. */
const READ_AGAIN_MS = 500;

const pacedReads = onePerWindow((queryClient) => ({
  read: throttleByKey(READ_AGAIN_MS, (projectId) =>
    queryClient.invalidateQueries({ queryKey: filmKeys.of(projectId) }),
  ),
}));

/** Refetches films whose progress changed. The project's final video arrives with projectsChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'filmsChanged') return;
  for (const projectId of new Set(message.jobs.map((job) => job.projectId))) pacedReads(queryClient).read(projectId);
}

export const QUALITY_WORDS: Record<FilmQuality, string> = {
  draft: 'Draft 360p',
  '720p': '720p',
  '1080p': '1080p',
};

/** Minimum progress at which the remaining time is estimated. */
const TELLING = 0.03;

/** Returns the milliseconds until a film is done, extrapolated from its progress; null while there is no estimate. */
export function timeLeft({ progress, startedAt }: Pick<Film, 'progress' | 'startedAt'>, now: number): number | null {
  if (startedAt === null || progress < TELLING) return null;
  const passed = Math.max(0, now - new Date(startedAt).getTime());
  return (passed / progress) * (1 - Math.min(1, progress));
}

/** Returns a file name such as 'The_keeper_720p.mp4'. */
export const filmFilename = (title: string, { quality }: Pick<Film, 'quality'>, extension = 'mp4'): string =>
  `${sanitizeTitle(title)}_${quality}.${extension}`;

/**
 * Returns the search parameters for posting a film. The composer finds the final video itself; any other film is named
 * by its id.
 */
export const postOf = ({ id, completedVideoUrl }: Pick<Project, 'id' | 'completedVideoUrl'>, film?: Film) => ({
  project: id,
  projectId: id,
  ...(film === undefined || film.files?.url === completedVideoUrl ? { video: 'final' as const } : { film: film.id }),
});

/** Returns the search parameters for posting one part of a film. `part`: number of the part, from 1. */
export const postOfPart = ({ id, projectId }: Film, part: number) => ({
  project: projectId,
  projectId,
  film: id,
  part,
});

/** Returns true when a file is stored here; the server does not read files from other sites. */
const isOurs = (url: string): boolean => url.startsWith('/api/media/');

/**
 * Returns the address of the film's music: the chosen included music, or else the film's own file, or else the Audio
 * tab's audio if the settings want it.
 */
export function musicOf(
  { filmMusicUrl, storyAudioUrl }: Project,
  { music, musicBed }: Pick<FilmSettings, 'music' | 'musicBed'>,
): string | null {
  if (musicBed) return `/api/music/${musicBed}`;
  const url = filmMusicUrl ?? (music ? storyAudioUrl : null);
  return url !== null && isOurs(url) ? url : null;
}

type SceneOfFilm = Parameters<typeof filmTimeline>[0][number];

/** Picks the fields of a scene that the film's timeline needs. */
export function sceneOfFilm(scene: Scene): SceneOfFilm {
  const { id, title, duration, imageUrl, imageUrls, asideUrls = [], videos, mainVideoId, speech, shotPins } = scene;
  const video = videos.find((item) => item.id === mainVideoId);
  const mainVideo = video ? { url: video.url, duration: video.duration } : null;
  return {
    id,
    title,
    duration,
    mainVideo,
    mainImageUrl: imageUrl,
    imageUrls: imageUrls.filter(isOurs),
    asideUrls,
    speech,
    shotPins,
  };
}
