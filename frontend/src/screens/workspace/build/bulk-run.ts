import { IMAGE_MODEL, LIMITS, type Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { generateImage } from '../../../domains/image-jobs/queries';
import { refreshMedia } from '../../../domains/media/refresh-media';
import { hasStatus } from '../../../platform/api-client';
import { browserTimers, type AutosaveTimers } from '../../../platform/autosave-types';
import { intentions } from '../../../platform/intentions';
import { logError } from '../../../platform/log';
import { createKeyedStore } from '../../../platform/store';
import { fetchScenes } from '../../../domains/scenes/queries';
import { cachedScenes, changeCachedScenes, changeScene, sceneChanges } from '../../../domains/scenes/scene-cache';
import { NotSaved, reasonOf } from '../../../platform/reasons';
import { flushAllScenes } from '../../../domains/scenes/useSceneAutosave';
import { tellFailure, toast } from '../../../ui';

export const FIRST_POLL_MS = 3_000;
export const POLL_MS = 5_000;
/** At this poll (20 minutes) the user is told that it takes long. */
export const LONG_BATCH_POLL = 240;

export interface BulkProgress {
  phase: 'queueing' | 'generating';
  total: number;
  queued: number;
  failed: number;
  /** Scenes whose images have come or failed. */
  finished: number;
}

interface Run {
  projectId: string;
  total: number;
  queuedIds: string[];
  failed: number;
  /** Why the first scene was refused, in the server's words. */
  firstReason: string | undefined;
}

export const withImagePrompt = (scenes: readonly Scene[]): Scene[] =>
  scenes.filter(({ imagePrompt }) => imagePrompt.trim() !== '');

/** The scene as it looks while four images are being made for it. */
export function withPlaceholders(scene: Scene): Scene {
  const four = Array.from({ length: LIMITS.imagesPerGeneration }, (_, at) => at);
  return {
    ...scene,
    imageUrls: [...scene.imageUrls, ...four.map(() => '')],
    imageStatuses: [...scene.imageStatuses, ...four.map(() => 'processing' as const)],
    imageJobIds: [...scene.imageJobIds, ...four.map(() => null)],
    imageIds: [...scene.imageIds, ...four.map((at) => `placeholder-${scene.id}-${at}`)],
    imageStatus: 'processing',
  };
}

/** Bulk image generations by project. A run lives as long as the window: leaving the Build tab does not end it. */
export class BulkRuns {
  private readonly progress = createKeyedStore<BulkProgress>();

  constructor(private readonly timers: AutosaveTimers = browserTimers) {}

  progressOf = (projectId: string): BulkProgress | null => this.progress.get(projectId) ?? null;

  subscribe = this.progress.subscribe;

  /** Queues the scenes one by one and watches until none of them is processing any more. Never rejects. */
  async start(queryClient: QueryClient, projectId: string): Promise<void> {
    if (this.progress.get(projectId)) return;
    const run: Run = { projectId, total: 0, queuedIds: [], failed: 0, firstReason: undefined };
    this.show(run, 'queueing');
    if (!(await flushAllScenes())) {
      tellFailure('Batch not started', new NotSaved().message);
      return this.end(projectId);
    }
    const scenes = withImagePrompt(cachedScenes(queryClient, projectId));
    run.total = scenes.length;
    for (const scene of scenes) {
      this.show(run, 'queueing');
      const goesOn = await queueScene(queryClient, run, scene);
      if (!goesOn) break;
    }
    run.failed = run.total - run.queuedIds.length;
    announceQueued(run);
    await refreshMedia(queryClient, projectId);
    if (run.queuedIds.length === 0) return this.end(projectId);
    this.show(run, 'generating');
    this.timers.setTimeout(() => void this.poll(queryClient, run, 1), FIRST_POLL_MS);
  }

  private async poll(queryClient: QueryClient, run: Run, count: number): Promise<void> {
    const unfinished = await this.countUnfinished(queryClient, run);
    if (unfinished === 0) {
      this.end(run.projectId);
      toast({ title: 'Batch complete', description: `Images for ${countOf(run.queuedIds.length)} are done.` });
      await refreshMedia(queryClient, run.projectId);
      return;
    }
    this.show(run, 'generating', run.queuedIds.length - unfinished);
    if (count === LONG_BATCH_POLL) {
      toast({ title: 'Large batch in progress', description: 'This goes on while you work on something else.' });
    }
    this.timers.setTimeout(() => void this.poll(queryClient, run, count + 1), POLL_MS);
  }

  private async countUnfinished(queryClient: QueryClient, run: Run): Promise<number> {
    const queued = new Set(run.queuedIds);
    try {
      const scenes = await fetchScenes(queryClient, run.projectId);
      return scenes.filter(({ id, imageStatus }) => queued.has(id) && imageStatus === 'processing').length;
    } catch (error) {
      // The next poll may reach the server.
      logError('A bulk run could not be looked at', error);
      return queued.size;
    }
  }

  private show(run: Run, phase: BulkProgress['phase'], finished = 0): void {
    const { projectId, total, queuedIds, failed } = run;
    this.progress.set(projectId, { phase, total, queued: queuedIds.length, failed, finished });
  }

  private end(projectId: string): void {
    this.progress.set(projectId, undefined);
  }
}

/** False when asking for further scenes is pointless. */
async function queueScene(queryClient: QueryClient, run: Run, scene: Scene): Promise<boolean> {
  const { id: sceneId, imagePrompt: prompt, projectId } = scene;
  const queued = changeScene(sceneId, withPlaceholders);
  try {
    const order = { sceneId, prompt, model: IMAGE_MODEL, projectId, bulk: true };
    await sceneChanges.make(queryClient, {
      apply: queued,
      // Not the intention of the scene's own button, which is paid for in another way.
      save: () =>
        intentions.once(`bulk-image/${sceneId}`, order, (idempotencyKey) =>
          generateImage({ ...order, idempotencyKey }),
        ),
      settle: () => changeCachedScenes(queryClient, projectId, queued),
    });
    run.queuedIds.push(sceneId);
    return true;
  } catch (error) {
    run.failed += 1;
    run.firstReason ??= reasonOf(error);
    logError('Queueing the images of a scene failed', error);
    return !hasStatus(error, 402);
  }
}

const countOf = (count: number): string => (count === 1 ? '1 scene' : `${count} scenes`);

function announceQueued({ queuedIds, failed, firstReason }: Run): void {
  const reason = firstReason ? ` ${firstReason}` : '';
  if (queuedIds.length === 0) {
    tellFailure('Batch failed', `No scene could be queued.${reason}`);
  } else if (failed > 0) {
    tellFailure('Batch partially queued', `${queuedIds.length} queued, ${failed} failed.${reason}`);
  } else {
    toast({ title: 'Jobs queued', description: `${countOf(queuedIds.length)}: the first 3 start at once.` });
  }
}

export const bulkRuns = new BulkRuns();
