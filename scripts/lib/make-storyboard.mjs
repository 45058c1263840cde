import { setTimeout as pause } from 'node:timers/promises';
import { ApiRefusal } from './api-client.mjs';

/** @typedef {import('./api-client.mjs').ApiClient} ApiClient */
/** @typedef {{ id: string, title: string, displayOrder: number, imagePrompt: string, videoPrompt: string, imageUrl: string | null, imageUrls: string[], duration: number }} Scene */
/** @typedef {(line: string) => void} Report */
/** @typedef {{ scenes: number, pictures: number, clips: number, skipped: string[], failed: string[] }} Made */

/** The cheapest video model; the clip takes the image's format, 9:16. */
export const VIDEO = { model: 'hailuo-2.3', resolution: '768p', seconds: 6 };
const SHORT_TITLE = 60;

/** @param {Scene} scene */
const nameOf = (scene) => `scene ${scene.displayOrder} ('${scene.title.slice(0, SHORT_TITLE)}')`;
/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Makes a whole project from a story with the browser's API calls: scenes, continuity, descriptions, four images per
 * scene, and as many clips as the zaps pay for. A failed scene is listed in `failed` and does not stop the others.
 * @param {ApiClient} client signed in
 * @param {{ story: string, title: string, maxScenes?: number, maxClips?: number, report: Report,
 * pollMs?: number }} options
 * @returns {Promise<Made & { projectId: string }>}
 * @throws when a step fails on which the rest depends
 */
export async function makeStoryboard(client, options) {
  const { story, title, maxScenes, maxClips = Infinity, report, pollMs = 500 } = options;
  /** @type {string[]} */
  const failed = [];
  /** @type {string[]} */
  const skipped = [];
  /** @type {{ id: string }} */
  const { id: projectId } = await client.postOnce('/api/projects', { title });
  await client.json('PATCH', `/api/projects/${projectId}`, { story });
  /** @type {{ sceneCount: number }} */
  const { sceneCount } = await client.postOnce('/api/scenes/process-story', { projectId, maxScenes });
  report(`Scenes: ${sceneCount}`);
  await describe({ client, projectId, story, report, failed });
  const withPicture = await drawPictures({ client, projectId, report, failed, pollMs });
  const clips = await animate({ client, projectId, scenes: withPicture, maxClips, report, failed, skipped, pollMs });
  return { projectId, scenes: sceneCount, pictures: withPicture.length, clips, skipped, failed };
}

/** @param {ApiClient} client @param {string} projectId @returns {Promise<Scene[]>} */
const scenesOf = (client, projectId) => client.json('GET', `/api/scenes?projectId=${projectId}`);

/** @param {{ client: ApiClient, projectId: string, story: string, report: Report, failed: string[] }} work */
async function describe({ client, projectId, story, report, failed }) {
  /** @type {{ characters: string, environments: string, props: string }} */
  const found = await client.postOnce('/api/ai/generate/continuity', { story, projectId });
  const { characters, environments: environment, props } = found;
  await client.json('PATCH', `/api/projects/${projectId}`, { characters, environment, props });
  report('Continuity: characters, places and props are written down');
  const continuityDetails = `Characters:\n${characters}\n\nEnvironment:\n${environment}\n\nProps:\n${props}`;
  const scenes = await scenesOf(client, projectId);
  for (const [index, scene] of scenes.entries()) {
    try {
      await client.postOnce(`/api/ai/generate/scene-description/${scene.id}`, { continuityDetails });
      report(`Descriptions: ${index + 1}/${scenes.length}`);
    } catch (error) {
      failed.push(`${nameOf(scene)} has no description: ${messageOf(error)}`);
    }
  }
}

/**
 * @param {{ client: ApiClient, projectId: string, report: Report, failed: string[], pollMs: number }} work
 * @returns {Promise<Scene[]>} the scenes that have a main image now
 */
async function drawPictures({ client, projectId, report, failed, pollMs }) {
  const scenes = (await scenesOf(client, projectId)).filter((scene) => scene.imagePrompt.trim() !== '');
  /** @type {Map<string, Scene>} */
  const waiting = new Map();
  for (const scene of scenes) {
    try {
      // `bulk` counts the request towards the plan's daily allowance; without it, a request with a key is not part of a
      // bulk run.
      const body = { sceneId: scene.id, prompt: scene.imagePrompt, projectId, bulk: true };
      /** @type {{ jobId: string }} */
      const { jobId } = await client.postOnce('/api/midjourney/generate-image', body);
      waiting.set(jobId, scene);
    } catch (error) {
      failed.push(`${nameOf(scene)} has no images: ${messageOf(error)}`);
    }
  }
  const total = waiting.size;
  await untilDone(waiting, pollMs, async (jobId, scene) => {
    /** @type {{ status: string, error: string | null }} */
    const job = await client.json('GET', `/api/midjourney/job/${jobId}`);
    if (job.status !== 'completed' && job.status !== 'failed') return false;
    if (job.status === 'failed') failed.push(`${nameOf(scene)} has no images: ${job.error ?? 'unknown error'}`);
    report(`Images: ${total - waiting.size + 1}/${total}`);
    return true;
  });
  const chosen = [];
  for (const scene of await scenesOf(client, projectId)) {
    const imageUrl = scene.imageUrl ?? scene.imageUrls.find((url) => url !== '');
    if (!imageUrl) continue;
    chosen.push(await client.json('PATCH', `/api/scenes/${scene.id}/main-image`, { imageUrl }));
  }
  return chosen;
}

/**
 * @param {{ client: ApiClient, projectId: string, scenes: Scene[], maxClips: number, report: Report,
 * failed: string[], skipped: string[], pollMs: number }} work
 * @returns {Promise<number>} the number of clips made
 */
async function animate({ client, scenes, maxClips, report, failed, skipped, pollMs }) {
  /** @type {Map<string, Scene>} */
  const waiting = new Map();
  for (const scene of scenes) {
    if (waiting.size >= maxClips) {
      skipped.push(`${nameOf(scene)} has no clip: ${maxClips} were asked for`);
      continue;
    }
    try {
      const settings = {
        prompt: scene.videoPrompt || scene.imagePrompt,
        duration: VIDEO.seconds,
        resolution: VIDEO.resolution,
      };
      const body = { sceneId: scene.id, modelId: VIDEO.model, settings };
      /** @type {{ predictionId: string }} */
      const { predictionId } = await client.postOnce('/api/replicate/generate-video', body);
      waiting.set(predictionId, scene);
    } catch (error) {
      const short = error instanceof ApiRefusal && error.status === 402;
      const list = short ? skipped : failed;
      list.push(`${nameOf(scene)} has no clip: ${short ? 'not enough zaps are left' : messageOf(error)}`);
    }
  }
  const total = waiting.size;
  let made = 0;
  await untilDone(waiting, pollMs, async (predictionId, scene) => {
    /** @type {{ status: string, error: string | null }} */
    const prediction = await client.json('GET', `/api/replicate/prediction/${predictionId}`);
    if (!['succeeded', 'failed', 'canceled'].includes(prediction.status)) return false;
    if (prediction.status === 'succeeded') made += 1;
    else failed.push(`${nameOf(scene)} has no clip: ${prediction.error ?? prediction.status}`);
    report(`Clips: ${total - waiting.size + 1}/${total}`);
    return true;
  });
  return made;
}

/**
 * Polls the waiting entries in turn until all are done.
 * @template T
 * @param {Map<string, T>} waiting finished entries are deleted
 * @param {number} pollMs between two rounds
 * @param {(id: string, value: T) => Promise<boolean>} isDone
 */
async function untilDone(waiting, pollMs, isDone) {
  while (waiting.size > 0) {
    for (const [id, value] of waiting) {
      if (await isDone(id, value)) waiting.delete(id);
    }
    if (waiting.size > 0) await pause(pollMs);
  }
}
