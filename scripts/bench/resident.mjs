// Resident memory of a server after it has generated images, clips and films with its sandbox: right after the work and
// some time later. Linux only.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../lib/server.mjs';
import { newUserWithScene } from './bench-user.mjs';

/** @typedef {import('./measure.mjs').BenchRow} BenchRow */
/**
 * @typedef {{ tales: number, scenes: number, clips: number, restMs: number }} Load per tale: `scenes` with four images
 * each
 */

/** Each tale is made by its own account, three in parallel. @type {Record<'short' | 'full', Load>} */
const LOADS = {
  short: { tales: 2, scenes: 6, clips: 3, restMs: 30_000 },
  // 200 images, 40 clips and five films.
  full: { tales: 5, scenes: 10, clips: 8, restMs: 600_000 },
};
const SIDE_BY_SIDE = 3;
const ALLOWED_MB = 500;
const WAIT_MS = 1_000;
const LONGEST_MS = 1_800_000;

/**
 * @param {{ home: string, env: Record<string, string | undefined> }} place
 * @param {{ full: boolean }} options
 * @returns {Promise<BenchRow[]>}
 */
export async function benchResident({ home, env }, { full }) {
  if (!existsSync('/proc/self/status')) return [];
  const load = LOADS[full ? 'full' : 'short'];
  const server = await startServer({ home, env: { ...env, SANDBOX_DELAY_MS: '0' } });
  try {
    const tales = Array.from({ length: load.tales }, (_, n) => n);
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (let tale = tales.shift(); tale !== undefined; tale = tales.shift()) await makeTale(server.url, tale, load);
      }),
    );
    const work = `${load.tales * load.scenes * 4} pictures, ${load.tales * load.clips} clips and ${load.tales} films`;
    const after = residentMb(server.pid);
    await pause(load.restMs);
    return [
      row(`resident memory after ${work}`, after),
      row(`the same ${load.restMs / 1_000} s later`, residentMb(server.pid)),
    ];
  } catch (error) {
    const state = server.hasEnded() ? 'The server has ended' : 'The server still runs';
    throw new Error(`${state}. Its last lines:\n${server.log()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** @param {string} name @param {number} value in MB @returns {BenchRow} */
const row = (name, value) => ({ name, value, unit: 'MB', baseline: ALLOWED_MB, ratio: ALLOWED_MB / value, aim: 1 });

/** @param {string} url @param {number} tale @param {Load} load */
async function makeTale(url, tale, { scenes, clips }) {
  const { api, projectId, sceneId } = await newUserWithScene(url);
  const ids = [sceneId];
  while (ids.length < scenes) {
    /** @type {{ id: string }} */
    const { id } = await api.json('POST', '/api/scenes', { projectId });
    ids.push(id);
  }
  for (const [n, id] of ids.entries()) {
    const prompt = `tale ${tale}, scene ${n}: a lighthouse on a cliff, a boat in the storm, a keeper with a lamp`;
    await api.postOnce('/api/midjourney/generate-image', { sceneId: id, prompt });
  }
  /** @typedef {{ imageStatus: string, videoStatuses: string[] }} Scene */
  const states = async () =>
    /** @type {Promise<Scene[]>} */ (Promise.all(ids.map((id) => api.json('GET', `/api/scenes/${id}`))));
  await until('The pictures', async () => (await states()).every((scene) => ended(scene.imageStatus)));
  const moving = ids.slice(0, clips);
  for (const id of moving) {
    const settings = { prompt: 'a slow push in', duration: 6, resolution: '512p' };
    await api.postOnce('/api/replicate/generate-video', { sceneId: id, modelId: 'hailuo-02', settings });
  }
  await until('The clips', async () =>
    (await states()).slice(0, clips).every(({ videoStatuses }) => videoStatuses.some(ended)),
  );
  await api.postOnce(`/api/projects/${projectId}/films`, { quality: 'draft' });
  await until('The film', async () => {
    /** @type {{ status: string, error: string | null }[]} */
    const [film] = await api.json('GET', `/api/projects/${projectId}/films`);
    if (film?.status === 'failed') throw new Error(`The film failed: ${film.error}`);
    return film?.status === 'succeeded';
  });
}

/** @param {string} status @throws Error when it failed */
function ended(status) {
  if (status === 'failed') throw new Error('A picture or a clip failed.');
  return status === 'complete';
}

/** @param {string} what @param {() => Promise<boolean>} isThere */
async function until(what, isThere) {
  for (const end = Date.now() + LONGEST_MS; !(await isThere());) {
    if (Date.now() > end) throw new Error(`${what} did not come within half an hour.`);
    await pause(WAIT_MS);
  }
}

/** @param {number} pid */
const residentMb = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);
