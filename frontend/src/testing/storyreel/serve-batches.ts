import {
  type Batch,
  type BatchOrder,
  batchQuoteRequestSchema,
  type BatchSceneStatus,
  BULK_IMAGES_PER_DAY,
  IMAGE_MODEL,
  isBlank,
  startBatchRequestSchema,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import type { AccountData, KeptBatch, KeptScene } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { charge, TEXT, zapsFor } from './money';
import { notFound, Refused } from './refused';
import { checkImages, doWork, priceOfClip, queueClip, queueImages } from './serve-generation';
import { priceOfSpeech, queueSpeech } from './serve-speech';

const NOW = projectWith().createdAt;
const AT_ONCE = { images: 3, descriptions: 3, clips: 2, speech: 3, film: 1, refresh: 1 };
const IMAGES = { provider: 'replicate', model: 'flux-dev', operation: 'generate_image', usage: { images: 4 } };
const TEXT_WORK = { ...TEXT, operation: 'scene_description' };

type Order = Pick<BatchOrder, 'kind' | 'sceneIds' | 'clips'>;

function check(data: AccountData, { kind, clips }: Order, kept: KeptScene): number {
  if (kind === 'descriptions') return zapsFor(TEXT_WORK).zaps;
  if (kind === 'speech') return priceOfSpeech(data, kept);
  if (kind === 'clips' && clips) return priceOfClip(data, kept, clips).zaps;
  checkImages(data, kept);
  if (isBlank(kept.row.imagePrompt)) throw new Refused('bad_request', 'This scene has no image prompt.');
  return zapsFor(IMAGES).zaps;
}

function quote(data: AccountData, order: Order & { projectId: string }) {
  data.keptProject(order.projectId);
  const included = order.kind === 'images' ? Math.max(0, BULK_IMAGES_PER_DAY - data.bulkUsed) : 0;
  const quoted = { zaps: 0, sceneIds: [] as string[], leftOut: [] as { sceneId: string; message: string }[] };
  for (const sceneId of new Set(order.sceneIds)) {
    const known = data.scenes.find(({ row }) => row.id === sceneId && row.projectId === order.projectId);
    if (!known) throw notFound();
    try {
      const zaps = check(data, order, data.keptScene(sceneId));
      quoted.zaps += quoted.sceneIds.length < included ? 0 : zaps;
      quoted.sceneIds.push(sceneId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      quoted.leftOut.push({ sceneId, message: error.message });
    }
  }
  return { ...quoted, includedScenes: Math.min(included, quoted.sceneIds.length) };
}

/** Derives the batch's counts from its scenes. */
function counted({ row }: KeptBatch): void {
  const count = (status: BatchSceneStatus): number => row.scenes.filter((scene) => scene.status === status).length;
  for (const status of ['waiting', 'running', 'made', 'failed', 'skipped', 'cancelled'] as const) {
    row[status] = count(status);
  }
  row.sceneMs = row.made + row.failed > 0 ? 2_000 : null;
  row.problems = row.scenes.flatMap(({ sceneId, status, message }) =>
    message !== null && (status === 'failed' || status === 'skipped') ? [{ sceneId, message }] : [],
  );
}

/** Starts waiting scenes and ends the batch after the last one. */
function advance(data: AccountData, batch: KeptBatch): void {
  const { row } = batch;
  for (const scene of row.scenes) {
    const running = row.scenes.filter(({ status }) => status === 'running').length;
    if (row.status !== 'running' || running >= row.atOnce) break;
    if (scene.status !== 'waiting') continue;
    try {
      const kept = data.keptScene(scene.sceneId);
      if (row.kind === 'images') {
        const asked = { prompt: kept.row.imagePrompt, model: IMAGE_MODEL, bulk: true };
        batch.jobs.set(scene.sceneId, queueImages(data, kept, asked));
      } else if (row.kind === 'speech') batch.jobs.set(scene.sceneId, queueSpeech(data, kept));
      else if (batch.clips) batch.jobs.set(scene.sceneId, queueClip(data, kept, batch.clips));
      scene.status = 'running';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message } = error;
      if (code === 'insufficient_zaps' || code === 'budget_reached') {
        row.status = 'paused';
        row.pause = { code, message, zaps: null };
      } else Object.assign(scene, { status: 'skipped', message });
    }
  }
  if (!row.scenes.some(({ status }) => status === 'waiting' || status === 'running')) {
    row.isOver = true;
    row.endedAt = NOW;
    row.pause = null;
    if (row.status !== 'cancelled') row.status = 'ended';
  }
  counted(batch);
}

function endScenes(data: AccountData, batch: KeptBatch): void {
  for (const scene of batch.row.scenes.filter(({ status }) => status === 'running')) {
    const job = batch.jobs.get(scene.sceneId);
    if (job?.status === 'queued' || job?.status === 'processing') continue;
    const kept = data.scenes.find(({ row, deleted }) => row.id === scene.sceneId && !deleted);
    if (!kept) Object.assign(scene, { status: 'skipped', message: 'This scene was deleted.' });
    else if (job?.status === 'failed') Object.assign(scene, { status: 'failed', message: job.error });
    else {
      scene.status = 'made';
      if (job) batch.row.spentZaps += job.held;
      else describe(data, batch, kept, scene);
    }
  }
  advance(data, batch);
}

function describe(data: AccountData, { row }: KeptBatch, kept: KeptScene, scene: { status: BatchSceneStatus }): void {
  try {
    charge(data, { ...TEXT_WORK, projectId: row.projectId });
    row.spentZaps += zapsFor(TEXT_WORK).zaps;
    const written = { description: 'Described.', imagePrompt: 'Painted.', videoPrompt: 'Moved.', textsEdited: false };
    data.setScene(kept, { ...kept.row, ...written });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    scene.status = 'waiting';
    row.status = 'paused';
    row.pause = { code: 'insufficient_zaps', message: error.message, zaps: null };
  }
}

/** Acts as the workers: ends every running batch, or pauses it for its owner. */
export function doBatches(data: AccountData): void {
  for (const batch of data.batches) {
    while (batch.row.scenes.some(({ status }) => status === 'running')) {
      doWork(data);
      endScenes(data, batch);
    }
  }
}

const shown = ({ row: { scenes: _, ...batch } }: KeptBatch): Batch => batch;

export function serveBatches(server: FakeStoryreel): void {
  const { data } = server;
  const bare = { body: nothing, query: nothing };
  const batchOf = (id: string | undefined): KeptBatch => {
    const found = data.batches.find(({ row }) => row.id === id);
    if (!found) throw notFound();
    return found;
  };
  server.serve('GET /api/batches', bare, () => ({ json: data.batches.map(shown) }));
  server.serve('GET /api/batches/:id', bare, ({ params }) => ({ json: batchOf(params[0]).row }));
  server.serve('GET /api/projects/:projectId/refresh', bare, ({ params }) => {
    data.keptProject(params[0] ?? '');
    const includedImages = Math.max(0, BULK_IMAGES_PER_DAY - data.bulkUsed);
    return { json: { items: [], includedImages } };
  });
  server.serve('POST /api/batches/quote', { body: batchQuoteRequestSchema, query: nothing }, ({ body }) => {
    const { sceneIds, ...quoted } = quote(data, body);
    return { json: { ...quoted, scenes: sceneIds.length } };
  });
  server.serve('POST /api/batches', { body: startBatchRequestSchema, query: nothing }, ({ body }) => {
    const { projectId, kind, clips, zaps } = body;
    if (kind === 'refresh') throw new Refused('bad_request', 'Everything is up to date.');
    const quoted = quote(data, body);
    if (quoted.sceneIds.length === 0) throw new Refused('bad_request', quoted.leftOut[0]?.message);
    if (data.batches.some(({ row }) => row.projectId === projectId && row.kind === kind && !row.isOver)) {
      throw new Refused('already_in_progress');
    }
    if (quoted.zaps > zaps) throw new Refused('conflict', `The price is now ${quoted.zaps} zaps.`);
    if (quoted.zaps > data.balance) throw new Refused('insufficient_zaps', 'Insufficient zaps.');
    const counts = { waiting: 0, running: 0, made: 0, failed: 0, skipped: 0, cancelled: 0 };
    const batch: KeptBatch = {
      row: {
        id: data.nextId(),
        projectId,
        projectTitle: data.keptProject(projectId).row.title,
        kind,
        modelId: clips?.modelId ?? null,
        status: 'running',
        isOver: false,
        ...counts,
        atOnce: AT_ONCE[kind],
        sceneMs: null,
        zaps,
        spentZaps: 0,
        pause: null,
        problems: [],
        startedAt: NOW,
        endedAt: null,
        scenes: [
          ...quoted.sceneIds.map((sceneId) => ({ sceneId, status: 'waiting' as const, message: null })),
          ...quoted.leftOut.map((left) => ({ ...left, status: 'skipped' as const })),
        ],
      },
      clips: clips ?? null,
      jobs: new Map(),
    };
    data.batches.unshift(batch);
    advance(data, batch);
    return { json: shown(batch) };
  });
  const step = (name: string, change: (batch: KeptBatch) => void) =>
    server.serve(`POST /api/batches/:id/${name}`, bare, ({ params }) => {
      const batch = batchOf(params[0]);
      change(batch);
      advance(data, batch);
      return { json: shown(batch) };
    });
  step('pause', ({ row }) => {
    if (row.status !== 'running' || row.isOver) return;
    row.status = 'paused';
    row.pause = { code: null, message: null, zaps: null };
  });
  step('resume', ({ row }) => {
    if (row.status === 'paused') Object.assign(row, { status: 'running', pause: null });
  });
  step('cancel', ({ row }) => {
    if (row.isOver) return;
    Object.assign(row, { status: 'cancelled', pause: null });
    for (const scene of row.scenes) if (scene.status === 'waiting') scene.status = 'cancelled';
  });
  step('retry', ({ row }) => {
    if (row.failed === 0) return;
    Object.assign(row, { status: 'running', isOver: false, endedAt: null, pause: null });
    for (const scene of row.scenes) {
      if (scene.status === 'failed') Object.assign(scene, { status: 'waiting', message: null });
    }
  });
}
