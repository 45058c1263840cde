import {
  BULK_IMAGES_PER_DAY,
  fieldsOf,
  findVideoModel,
  generateImageRequestSchema,
  generateVideoRequestSchema,
  LIMITS,
  modelDuration,
  PLACEHOLDER_VIDEO,
  placeholderVideoId,
  type Prediction,
  VIDEO_MODELS,
} from '@storyreel/contracts';
import { type AccountData, imageJobOf, type KeptJob } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { hold, settle, zapsFor } from './money';
import { notFound, Refused } from './refused';
import { slotsOf, withSlots, withVideos } from './scene-rows';

const bare = { body: nothing, query: nothing };
/** Generations that are made at once. */
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

/** What still runs has failed, and its zaps come back. */
export function endJob(data: AccountData, id: string | null, error: string): void {
  const job = data.jobs.find((candidate) => candidate.id === id && isOpen(candidate));
  if (!job) return;
  job.status = 'failed';
  job.error = error;
  data.balance += job.held;
}

/** The sandbox fails at prompts with this in them. */
const FAILS = '[sandbox:fail]';

/** What the workers do: every job that waits is done. */
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

export function serveImageJobs(server: FakeStoryreel): void {
  const { data } = server;
  const options = { body: generateImageRequestSchema, query: nothing };
  server.serve('POST /api/midjourney/generate-image', options, ({ body, keyed }) => {
    const { sceneId, prompt, model, bulk = !keyed } = body;
    const kept = data.keptScene(sceneId);
    const slots = slotsOf(kept.row);
    if (waiting(data).some((job) => job.sceneId === sceneId)) throw new Refused('already_in_progress');
    if (slots.length + LIMITS.imagesPerGeneration > LIMITS.assetsPerScene) throw new Refused('limit_reached');
    const covered = bulk && data.bulkUsed < BULK_IMAGES_PER_DAY;
    const held = covered ? 0 : zapsFor(IMAGES).zaps;
    hold(data, held);
    if (covered) data.bulkUsed += 1;
    const job: KeptJob = {
      kind: 'image',
      id: data.nextId(),
      sceneId,
      projectId: kept.row.projectId,
      wanted: prompt,
      prompt,
      seconds: 0,
      status: 'queued',
      error: null,
      imageUrls: [],
      held,
      work: {
        model,
        operation: IMAGES.operation,
        description: `${LIMITS.imagesPerGeneration} images for a scene`,
      },
    };
    data.jobs.push(job);
    const added = Array.from({ length: LIMITS.imagesPerGeneration }, () => ({
      id: data.nextId(),
      url: '',
      status: 'processing' as const,
      jobId: job.id,
    }));
    data.setScene(kept, withSlots(kept.row, [...slots, ...added]));
    const queueStats = { activeJobs: 0, queuedJobs: waiting(data).length };
    return { json: { jobId: job.id, queuePosition: positionOf(data, job), queueStats } };
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

export function serveVideoJobs(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/replicate/models', bare, () => ({ json: VIDEO_MODELS.map(({ id, name }) => ({ id, name })) }));
  server.serve('GET /api/replicate/model-schema/:modelId', bare, ({ params }) => {
    const model = findVideoModel(params[0] ?? '');
    if (!model) throw notFound();
    return { json: fieldsOf(model) };
  });
  const options = { body: generateVideoRequestSchema, query: nothing };
  server.serve('POST /api/replicate/generate-video', options, ({ body: { sceneId, modelId, settings } }) => {
    const kept = data.keptScene(sceneId);
    const { row } = kept;
    if (row.imageUrl === null) {
      throw new Refused('bad_request', 'Please generate or upload an image for this scene first.');
    }
    const wanted = JSON.stringify([modelId, settings]);
    const same = data.jobs.some((job) => isOpen(job) && job.sceneId === sceneId && job.wanted === wanted);
    if (same) throw new Refused('already_in_progress');
    if (row.videos.length >= LIMITS.assetsPerScene) throw new Refused('limit_reached');
    const asked = typeof settings.duration === 'number' ? settings.duration : row.duration;
    if (asked < LIMITS.durationMin || asked > LIMITS.durationMax) throw new Refused('bad_request');
    const seconds = modelDuration(modelId, asked);
    const named = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    const usage = { seconds, resolution: named(settings.resolution), mode: named(settings.mode) };
    const price = zapsFor({ model: modelId, operation: 'generate_video', usage });
    hold(data, price.zaps);
    const job: KeptJob = {
      kind: 'video',
      id: data.nextId(),
      sceneId,
      projectId: row.projectId,
      wanted,
      prompt: named(settings.prompt) ?? row.videoPrompt,
      seconds,
      status: 'queued',
      error: null,
      imageUrls: [],
      held: price.zaps,
      work: { model: modelId, operation: 'generate_video', description: `A video of ${seconds} s for a scene` },
    };
    data.jobs.push(job);
    const id = placeholderVideoId(job.id);
    const place = { ...PLACEHOLDER_VIDEO, id, duration: seconds, thumbnail: null, status: 'processing' as const };
    data.setScene(kept, withVideos(row, [...row.videos, place]));
    return { json: { predictionId: job.id, costInfo: { creditsUsed: price.zaps, costUsd: 0 } } };
  });
  server.serve('GET /api/replicate/prediction/:predictionId', bare, ({ params }) => {
    const { id, sceneId, projectId, status, error } = jobOf(data, 'video', params[0]);
    const json: Prediction = { id, sceneId, projectId, status, progress: status === 'succeeded' ? 1 : null, error };
    return { json };
  });
}
