import { readFileSync } from 'node:fs';
import { makeStoryboard } from '../lib/make-storyboard.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @typedef {import('../lib/api-client.mjs').ApiClient} ApiClient */
/** @typedef {{ title: string, description: string, imagePrompt: string, videoPrompt: string, imageUrls: string[] }} Scene */

const AT_ONCE = 8;
const DIFFERENT = 10;

/**
 * Makes a project for each count, by repeating ten scenes with texts and four sandbox images.
 * @param {ApiClient} api
 * @param {number[]} counts
 * @returns {Promise<string[]>} their ids
 */
export async function makeScreenProjects(api, counts) {
  const story = readFileSync(inRoot('examples/the-lighthouse-keeper.txt'), 'utf8').trim();
  const options = { story, title: 'Pattern', maxScenes: DIFFERENT, maxClips: 0, report: () => undefined };
  const { projectId, failed } = await makeStoryboard(api, options);
  if (failed.length > 0) throw new Error(failed.join('\n'));
  /** @type {Scene[]} */
  const pattern = await api.json('GET', `/api/scenes?projectId=${projectId}`);
  const ids = [];
  for (const count of counts) {
    /** @type {{ id: string }} */
    const { id } = await api.json('POST', '/api/projects', { title: `${count} scenes`, story });
    await fill(api, id, pattern, count);
    ids.push(id);
  }
  return ids;
}

/** @param {ApiClient} api @param {string} projectId @param {Scene[]} pattern @param {number} count */
async function fill(api, projectId, pattern, count) {
  let next = 0;
  const copyOn = async () => {
    while (next < count) {
      const scene = pattern[next++ % pattern.length];
      if (scene) await copyTo(api, projectId, scene);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyOn));
}

/** @param {ApiClient} api @param {string} projectId @param {Scene} scene */
async function copyTo(api, projectId, { title, description, imagePrompt, videoPrompt, imageUrls }) {
  const words = { title, description, imagePrompt, videoPrompt };
  /** @type {{ id: string }} */
  const { id } = await api.json('POST', '/api/scenes', { projectId, ...words });
  for (const imageUrl of imageUrls) await api.json('POST', `/api/scenes/${id}/images`, { imageUrl });
}
