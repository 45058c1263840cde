import { setTimeout as pause } from 'node:timers/promises';
import { ApiRefusal } from './api-client.mjs';

/** @typedef {import('./api-client.mjs').ApiClient} ApiClient */
/** @typedef {{ url: string, srtUrl: string, vttUrl: string, seconds: number, bytes: number }} FilmFiles */
/** @typedef {{ id: string, status: string, progress: number, quality: string, error: string | null, files: FilmFiles | null }} Film */
/** @typedef {{ id: string, displayOrder: number, speechStatus: string | null, speechError: string | null }} Scene */

/** Best first: the first one that the remaining zaps allow is taken. */
const QUALITIES = ['1080p', '720p', 'draft'];
const UNDER_WAY = new Set(['queued', 'processing']);

/** @param {unknown} error */
const isShortOfZaps = (error) => error instanceof ApiRefusal && error.status === 402;
/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Narrates every scene of a project and makes a film of it, with the browser's API calls. Problems are reported;
 * without narration or with fewer zaps there is a lesser film instead of none.
 * @param {ApiClient} client signed in
 * @param {{ projectId: string, report: (line: string) => void, pollMs?: number }} options
 * @returns {Promise<{ film: (Film & { files: FilmFiles }) | null, narrated: number, skipped: string[], failed: string[]
 * }>}
 */
export async function makeFilm(client, { projectId, report, pollMs = 500 }) {
  /** @type {{ skipped: string[], failed: string[] }} */
  const told = { skipped: [], failed: [] };
  const narrated = await narrate(client, { projectId, report, pollMs, ...told });
  const filmId = await order(client, { projectId, ...told });
  const film = filmId === null ? null : await finished(client, { projectId, filmId, report, pollMs, ...told });
  return { film, narrated, ...told };
}

/**
 * @param {ApiClient} client
 * @param {{ projectId: string, report: (line: string) => void, pollMs: number, skipped: string[], failed: string[] }}
 * work
 * @returns {Promise<number>} the number of narrated scenes
 */
async function narrate(client, { projectId, report, pollMs, skipped, failed }) {
  /** @returns {Promise<Scene[]>} */
  const scenes = () => client.json('GET', `/api/scenes?projectId=${projectId}`);
  const asked = new Set();
  for (const { id, displayOrder } of await scenes()) {
    try {
      await client.postOnce('/api/generate-speech', { sceneId: id });
      asked.add(id);
    } catch (error) {
      const why = isShortOfZaps(error) ? 'not enough zaps are left' : messageOf(error);
      (isShortOfZaps(error) ? skipped : failed).push(`scene ${displayOrder} has no narration: ${why}`);
    }
  }
  for (let told = -1; ; await pause(pollMs)) {
    const known = (await scenes()).filter(({ id }) => asked.has(id));
    const ended = known.filter(({ speechStatus }) => speechStatus === 'complete' || speechStatus === 'failed');
    if (ended.length > told && asked.size > 0) report(`Narration: ${ended.length}/${asked.size}`);
    told = Math.max(told, ended.length);
    if (ended.length < known.length) continue;
    const silent = known.filter(({ speechStatus }) => speechStatus === 'failed');
    for (const { displayOrder, speechError } of silent) {
      failed.push(`scene ${displayOrder} has no narration: ${speechError ?? 'unknown error'}`);
    }
    return known.length - silent.length;
  }
}

/**
 * @param {ApiClient} client
 * @param {{ projectId: string, skipped: string[], failed: string[] }} work
 * @returns {Promise<string | null>} the film's id; null if none could be ordered
 */
async function order(client, { projectId, skipped, failed }) {
  for (const quality of QUALITIES) {
    try {
      /** @type {{ filmId: string }} */
      const { filmId } = await client.postOnce(`/api/projects/${projectId}/films`, { quality });
      return filmId;
    } catch (error) {
      if (isShortOfZaps(error)) continue;
      failed.push(`There is no film: ${messageOf(error)}`);
      return null;
    }
  }
  skipped.push('There is no film: not enough zaps are left');
  return null;
}

/**
 * @param {ApiClient} client
 * @param {{ projectId: string, filmId: string, report: (line: string) => void, pollMs: number, failed: string[] }} work
 * @returns {Promise<(Film & { files: FilmFiles }) | null>}
 */
async function finished(client, { projectId, filmId, report, pollMs, failed }) {
  let isListed = false;
  for (let told = -1; ; await pause(pollMs)) {
    /** @type {Film[]} */
    const films = await client.json('GET', `/api/projects/${projectId}/films`);
    const film = films.find(({ id }) => id === filmId);
    // The list may lag behind the order.
    if (!film && !isListed) continue;
    isListed = true;
    const percent = Math.floor((film?.progress ?? 0) * 100);
    if (percent > told) report(`Film: ${percent}%`);
    told = Math.max(told, percent);
    if (film?.status === 'succeeded' && film.files) return { ...film, files: film.files };
    if (film && UNDER_WAY.has(film.status)) continue;
    failed.push(`There is no film: ${film?.error ?? 'it was deleted'}`);
    return null;
  }
}
