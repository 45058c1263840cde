import {
  BULK_IMAGES_PER_DAY,
  clipModels,
  clipUsage,
  type CreativeModel,
  editImageRequestSchema,
  type EstimateRequest,
  fieldsOf,
  findClipModel,
  generateImageRequestSchema,
  generateVideoRequestSchema,
  IMAGE_MODEL,
  type ImageWorkResponse,
  isRetired,
  knownModels,
  LIMITS,
  modelDuration,
  PLACEHOLDER_VIDEO,
  placeholderVideoId,
  type Prediction,
  upscaleImageRequestSchema,
  upscalers,
  type VideoModel,
} from '@storyreel/contracts';
import { type AccountData, imageJobOf, type KeptJob, type KeptScene } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { giveBack, hold, settle, zapsFor } from './money';
import { notFound, Refused } from './refused';
import { endSpeech } from './serve-speech';
import { slotsOf, withSlots, withVideos } from './scene-rows';

const bare = { body: nothing, query: nothing };
/** Maximum number of concurrent generations. */
const AT_ONCE = 3;
const IMAGES = {
  provider: 'replicate',
  model: 'flux-dev',
  operation: 'generate_image',
  usage: { images: LIMITS.imagesPerGeneration },
};
const isOpen = ({ status }: KeptJob): boolean => status === 'queued' || status === 'processing';
const waiting = (data: AccountData): KeptJob[] => data.jobs.filter((job) => job.kind === 'image' && isOpen(job));
const positionOf = (data: AccountData, job: KeptJob): number => Math.max(0, waiting(data).indexOf(job) + 1 - AT_ONCE);

/** @throws Refused not_found */
function jobOf(data: AccountData, kind: KeptJob['kind'], id: string | undefined): KeptJob {
  const job = data.jobs.find((candidate) => candidate.kind === kind && candidate.id === id);
  if (!job) throw notFound();
  return job;
}

/** Fails a running job and releases its zaps. */
export function endJob(data: AccountData, id: string | null, error: string): void {
  const job = data.jobs.find((candidate) => candidate.id === id && isOpen(candidate));
  if (!job) return;
  job.status = 'failed';
  job.error = error;
  giveBack(data, job.held, job.projectId);
}

/** The sandbox fails for a prompt that contains this text. */
const FAILS = '[sandbox:fail]';

/** Acts as the workers: finishes every pending job. */
export function doWork(data: AccountData): void {
  for (const job of data.jobs.filter(isOpen)) {
    const failed = job.prompt.includes(FAILS);
    if (failed) endJob(data, job.id, 'The provider could not do it.');
    else {
      job.status = 'succeeded';
      const category = job.kind;
      settle(data, job.held, 0, { ...job.work, provider: 'replicate', category, projectId: job.projectId });
    }
    const kept = data.scenes.find(({ row, deleted }) => row.id === job.sceneId && !deleted);
    if (!kept) continue;
    if (job.kind === 'speech') {
      endSpeech(data, kept, job);
      continue;
    }
    if (job.kind === 'image') {
      const slots = slotsOf(kept.row).map((slot) => {
        if (slot.jobId !== job.id || slot.status !== 'processing') return slot;
        if (failed) return { ...slot, status: 'failed' as const };
        const url = `/api/media/${slot.id}.png`;
        job.imageUrls.push(url);
        return { ...slot, url, status: 'complete' as const };
      });
      data.setScene(kept, withSlots(kept.row, slots));
      continue;
    }
    const id = placeholderVideoId(job.id);
    const made = {
      url: `/api/media/${job.id}.mp4`,
      filename: `${job.id}.mp4`,
      size: 1234,
      thumbnail: `/api/media/${job.id}.jpg`,
      status: 'complete' as const,
    };
    const videos = kept.row.videos.flatMap((video) => {
      if (video.id !== id) return [video];
      return failed ? [] : [{ ...video, ...made, id: job.id }];
    });
    data.setScene(kept, withVideos(kept.row, videos));
  }
}

/** @throws Refused already_in_progress, limit_reached, insufficient_zaps, budget_reached */
export function queueImages(
  data: AccountData,
  kept: KeptScene,
  { prompt, model, bulk }: { prompt: string; model: string; bulk: boolean },
): KeptJob {
  const { id: sceneId, projectId } = kept.row;
  const slots = slotsOf(kept.row);
  checkImages(data, kept);
  const covered = bulk && data.bulkUsed < BULK_IMAGES_PER_DAY;
  const held = covered ? 0 : zapsFor(IMAGES).zaps;
  hold(data, held, projectId);
  if (covered) data.bulkUsed += 1;
  const work = {
    model,
    operation: IMAGES.operation,
    description: `${LIMITS.imagesPerGeneration} images for a scene`,
  };
  const asked = { sceneId, projectId, wanted: prompt, prompt, seconds: 0, held, work };
  const job: KeptJob = { kind: 'image', id: data.nextId(), ...asked, status: 'queued', error: null, imageUrls: [] };
  data.jobs.push(job);
  const added = Array.from({ length: LIMITS.imagesPerGeneration }, () => ({
    id: data.nextId(),
    url: '',
    status: 'processing' as const,
    jobId: job.id,
  }));
  data.setScene(kept, withSlots(kept.row, [...slots, ...added]));
  return job;
}

interface VersionAsked extends Pick<EstimateRequest, 'model' | 'operation' | 'usage'> {
  prompt: string;
  description: string;
}

/**
 * Queues another version of an image, which is put beside it.
 * @throws Refused bad_request, limit_reached, insufficient_zaps
 */
function queueVersion(
  data: AccountData,
  kept: KeptScene,
  imageUrl: string,
  { prompt, model, operation, description, usage }: VersionAsked,
): ImageWorkResponse {
  const { id: sceneId, projectId } = kept.row;
  const slots = slotsOf(kept.row);
  const at = slots.findIndex(({ url, status }) => url === imageUrl && status === 'complete');
  if (at < 0) throw new Refused('bad_request', 'This image is no longer in the scene.');
  if (slots.length >= LIMITS.assetsPerScene) throw new Refused('limit_reached');
  const held = zapsFor({ model, operation, usage }).zaps;
  hold(data, held, projectId);
  const work = { model, operation, description };
  const asked = { sceneId, projectId, wanted: prompt, prompt, seconds: 0, held, work };
  const job: KeptJob = { kind: 'image', id: data.nextId(), ...asked, status: 'queued', error: null, imageUrls: [] };
  data.jobs.push(job);
  const added = { id: data.nextId(), url: '', status: 'processing' as const, jobId: job.id };
  data.setScene(kept, withSlots(kept.row, slots.toSpliced(at + 1, 0, added)));
  return { jobId: job.id, imageId: added.id };
}

/** @throws Refused already_in_progress, limit_reached */
export function checkImages(data: AccountData, { row }: KeptScene): void {
  if (waiting(data).some((job) => job.sceneId === row.id)) throw new Refused('already_in_progress');
  if (slotsOf(row).length + LIMITS.imagesPerGeneration > LIMITS.assetsPerScene) throw new Refused('limit_reached');
}

export function serveImageJobs(server: FakeStoryreel): void {
  const { data } = server;
  const options = { body: generateImageRequestSchema, query: nothing };
  server.serve('POST /api/midjourney/generate-image', options, ({ body, keyed }) => {
    const { sceneId, prompt, model, bulk = !keyed } = body;
    const job = queueImages(data, data.keptScene(sceneId), { prompt, model, bulk });
    const queueStats = { activeJobs: 0, queuedJobs: waiting(data).length };
    return { json: { jobId: job.id, queuePosition: positionOf(data, job), queueStats } };
  });
  server.serve('POST /api/images/edit', { body: editImageRequestSchema, query: nothing }, ({ body }) => {
    const { sceneId, imageUrl, instruction: prompt, model } = body;
    const asked = { prompt, model, operation: 'edit_image', description: 'An edited image', usage: {} };
    return { json: queueVersion(data, data.keptScene(sceneId), imageUrl, asked) };
  });
  server.serve('POST /api/images/upscale', { body: upscaleImageRequestSchema, query: nothing }, ({ body }) => {
    const { sceneId, imageUrl, model, factor } = body;
    const description = `An image enlarged ${factor} times`;
    // The fake stores no files, so all images have the size of the sandbox's images.
    const usage = { pixels: 768 * 1365 * factor ** 2 };
    const asked = { prompt: '', model, operation: 'upscale_image', description, usage };
    return { json: queueVersion(data, data.keptScene(sceneId), imageUrl, asked) };
  });
  server.serve('GET /api/midjourney/queue', bare, () => {
    const jobs = waiting(data).map((job) => imageJobOf(job, positionOf(data, job)));
    return { json: { jobs, activeJobs: 0, queuedJobs: jobs.length } };
  });
  server.serve('GET /api/midjourney/job/:jobId', bare, ({ params }) => {
    const job = jobOf(data, 'image', params[0]);
    return { json: imageJobOf(job, positionOf(data, job)) };
  });
  server.serve('GET /api/midjourney/bulk-quote', bare, () => ({
    json: { remainingToday: Math.max(0, BULK_IMAGES_PER_DAY - data.bulkUsed), zapsPerScene: zapsFor(IMAGES).zaps },
  }));
}

interface ClipAsked {
  modelId: string;
  settings: Record<string, unknown>;
}
const named = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the price of a scene's clip. @throws Refused bad_request, already_in_progress, limit_reached */
export function priceOfClip(data: AccountData, { row }: KeptScene, { modelId, settings }: ClipAsked) {
  if (row.imageUrl === null) {
    throw new Refused('bad_request', 'Please generate or upload an image for this scene first.');
  }
  const wanted = JSON.stringify([modelId, settings]);
  const same = data.jobs.some((job) => isOpen(job) && job.sceneId === row.id && job.wanted === wanted);
  if (same) throw new Refused('already_in_progress');
  if (row.videos.length >= LIMITS.assetsPerScene) throw new Refused('limit_reached');
  const asked = typeof settings.duration === 'number' ? settings.duration : row.duration;
  if (asked < LIMITS.durationMin || asked > LIMITS.durationMax) throw new Refused('bad_request');
  const seconds = modelDuration(modelId, asked);
  const model = findClipModel(modelId);
  if (model && isRetired(model, new Date())) throw new Refused('bad_request');
  const usage = clipUsage(modelId, seconds, settings);
  return { wanted, seconds, zaps: zapsFor({ model: modelId, operation: 'generate_video', usage }).zaps };
}

/** @throws Refused as priceOfClip does, and insufficient_zaps, budget_reached */
export function queueClip(data: AccountData, kept: KeptScene, asked: ClipAsked): KeptJob {
  const { row } = kept;
  const { wanted, seconds, zaps } = priceOfClip(data, kept, asked);
  hold(data, zaps, row.projectId);
  const job: KeptJob = {
    kind: 'video',
    id: data.nextId(),
    sceneId: row.id,
    projectId: row.projectId,
    wanted,
    prompt: named(asked.settings.prompt) ?? row.videoPrompt,
    seconds,
    status: 'queued',
    error: null,
    imageUrls: [],
    held: zaps,
    work: { model: asked.modelId, operation: 'generate_video', description: `A video of ${seconds} s for a scene` },
  };
  data.jobs.push(job);
  const id = placeholderVideoId(job.id);
  const place = { ...PLACEHOLDER_VIDEO, id, duration: seconds, thumbnail: null, status: 'processing' as const };
  data.setScene(kept, withVideos(row, [...row.videos, place]));
  return job;
}

const offeredClipModels = (): VideoModel[] =>
  clipModels().map(({ id, name, retiresOn }) => ({
    id,
    name,
    ...(retiresOn !== undefined && { retiresOn, isRetired: isRetired({ retiresOn }, new Date()) }),
  }));

/** Like the sandbox, gives the default model an input for references. */
const withReferences = (): CreativeModel[] =>
  knownModels().map((model) =>
    model.id === IMAGE_MODEL
      ? {
          ...model,
          references: { input: 'references', most: 8, besidesFirstFrame: true },
          edits: { mask: 'mask' },
        }
      : model,
  );

const offeredIds = (): string[] => [...clipModels(), ...upscalers()].map(({ id }) => id).concat(IMAGE_MODEL);

export function serveVideoJobs(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/models', bare, () => ({
    json: { models: withReferences(), offered: offeredIds(), notices: [] },
  }));
  server.serve('GET /api/replicate/models', bare, () => ({ json: offeredClipModels() }));
  server.serve('GET /api/replicate/model-schema/:modelId', bare, ({ params }) => {
    const model = findClipModel(params[0] ?? '');
    if (!model) throw notFound();
    return { json: fieldsOf(model) };
  });
  const options = { body: generateVideoRequestSchema, query: nothing };
  server.serve('POST /api/replicate/generate-video', options, ({ body: { sceneId, modelId, settings } }) => {
    const job = queueClip(data, data.keptScene(sceneId), { modelId, settings });
    return { json: { predictionId: job.id, costInfo: { creditsUsed: job.held, costUsd: 0 } } };
  });
  server.serve('GET /api/replicate/prediction/:predictionId', bare, ({ params }) => {
    const { id, sceneId, projectId, status, error } = jobOf(data, 'video', params[0]);
    const json: Prediction = { id, sceneId, projectId, status, progress: status === 'succeeded' ? 1 : null, error };
    return { json };
  });
}
