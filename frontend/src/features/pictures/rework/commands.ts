import type { EditImageRequest, ImageWork, ImageWorkResponse, Scene, UpscaleImageRequest } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../../platform/http/api-client';
import { reasonOf } from '../../../platform/http/failures';
import { idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { tellError, tellFailure, toast } from '../../../ui';
import { setSceneInCache } from '../../scenes/api';
import { refreshImageQueue, refreshMedia } from '../api';
import { imageJobTracker } from '../images/image-job-tracker';

const schema = lazySchema('imageWorkResponseSchema');

type Request = Omit<EditImageRequest, 'idempotencyKey'> | Omit<UpscaleImageRequest, 'idempotencyKey'>;
interface Work {
  work: Exclude<ImageWork, 'image'>;
  path: string;
  started: string;
  request: Request;
}

export const editWork = (request: Omit<EditImageRequest, 'idempotencyKey'>): Work => ({
  work: 'imageEdit',
  path: '/api/images/edit',
  started: 'Editing the image',
  request,
});

export const upscaleWork = (request: Omit<UpscaleImageRequest, 'idempotencyKey'>): Work => ({
  work: 'upscale',
  path: '/api/images/upscale',
  started: 'Upscaling the image',
  request,
});

/** Starts work on an image. Resolves to false after showing why the work could not be started. */
export async function startRework(queryClient: QueryClient, scene: Scene, work: Work): Promise<boolean> {
  const { id: sceneId, projectId } = scene;
  try {
    const { jobId } = await idempotencyKeys.once(`${work.work}/${sceneId}`, work.request, (idempotencyKey) =>
      apiRequest<ImageWorkResponse>('POST', work.path, { ...work.request, idempotencyKey }, { schema }),
    );
    const again = (): void => void startRework(queryClient, scene, work);
    imageJobTracker(queryClient).jobs.track(jobId, { sceneId, projectId, work: work.work, again });
    toast({ title: work.started, description: 'The new version appears beside it.' });
    return true;
  } catch (error) {
    tellFailure('The work on the image could not be started', reasonOf(error));
    return false;
  } finally {
    await Promise.all([refreshMedia(queryClient, projectId), refreshImageQueue(queryClient)]);
  }
}

/** Cancels an image job: removes its unfinished slots and releases its zaps. */
export async function cancelImageJob(queryClient: QueryClient, scene: Scene, jobId: string): Promise<void> {
  const stays = scene.imageJobIds.map((id, at) => id !== jobId || scene.imageStatuses[at] !== 'processing');
  const kept = <Item>(list: readonly Item[]): Item[] => list.filter((_, at) => stays[at] ?? true);
  const lists = {
    imageUrls: kept(scene.imageUrls),
    imageStatuses: kept(scene.imageStatuses),
    imageJobIds: kept(scene.imageJobIds),
  };
  try {
    imageJobTracker(queryClient).jobs.stop(jobId);
    const changed = await apiRequest<Scene>('PATCH', `/api/scenes/${scene.id}`, lists, {
      schema: lazySchema('sceneSchema'),
    });
    setSceneInCache(queryClient, changed);
    toast({ title: 'Cancelled', description: 'Nothing was charged.' });
  } catch (error) {
    tellError('Could not cancel', error, 'The image may be ready by now.');
  }
  await Promise.all([refreshMedia(queryClient, scene.projectId), refreshImageQueue(queryClient)]);
}
