import { BULK_IMAGES_PER_DAY } from '@storyreel/contracts';
import type {
  GenerateImageRequest,
  GenerateImageResponse,
  GenerateVideoRequest,
  GenerateVideoResponse,
  ImageJob,
  ImageQueue,
  Prediction,
  Scene,
  VideoItem,
  VideoMetadata,
  VideoModel,
} from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { idempotencyHeader } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { useInstallation } from '../account/api';
import { useModels } from '../account/models-api';
import { projectKeys, refreshProjectRow } from '../projects/api';
import { refreshScenes } from '../scenes/api';
import { refreshBalance } from '../zaps/api';

const schema = lazySchema('sceneSchema');

const keyed = (key?: string) => ({ schema, ...(key !== undefined && { headers: idempotencyHeader(key) }) });

/** Requests that change a scene's media; each resolves to the changed scene. An idempotency key prevents duplicates. */
export const addImage = (sceneId: string, imageUrl: string, insertAt?: number, key?: string): Promise<Scene> =>
  apiRequest('POST', `/api/scenes/${sceneId}/images`, { imageUrl, insertAt }, keyed(key));

export const deleteImageAt = (sceneId: string, index: number, key?: string): Promise<Scene> =>
  apiRequest('DELETE', `/api/scenes/${sceneId}/images/${index}`, undefined, keyed(key));

export const setMainImage = (sceneId: string, imageUrl: string): Promise<Scene> =>
  apiRequest('PATCH', `/api/scenes/${sceneId}/main-image`, { imageUrl }, { schema });

export const addVideo = (sceneId: string, video: VideoMetadata, key?: string): Promise<Scene> =>
  apiRequest('POST', `/api/scenes/${sceneId}/videos`, video, keyed(key));

export const deleteVideoById = (sceneId: string, videoId: string): Promise<Scene> =>
  apiRequest('DELETE', `/api/scenes/${sceneId}/videos/${encodeURIComponent(videoId)}`, undefined, { schema });

export const setMainVideo = (sceneId: string, videoId: string): Promise<Scene> =>
  apiRequest('PATCH', `/api/scenes/${sceneId}/main-video`, { videoId }, { schema });

/** Returns all fields of a deleted video, so that adding the video again restores it completely. */
export const videoMetadata = (video: VideoItem, insertAt: number): VideoMetadata => ({
  ...video,
  status: 'complete',
  insertAt,
});

/**
 * Refetches the scenes, the project's counts, thumbnail and costs, and the balance, after a paid job has started or
 * ended.
 */
export async function refreshMedia(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refreshScenes(queryClient, projectId),
    refreshProjectRow(queryClient, projectId),
    queryClient.invalidateQueries({ queryKey: projectKeys.costs(projectId), exact: true }),
    refreshBalance(queryClient),
  ]);
}

/** Says how many of the scenes whose images the plan includes are left today. */
export const scenesLeftToday = (remaining: number): string =>
  `${remaining} of today's ${BULK_IMAGES_PER_DAY} scenes left`;

const QUEUE_POLL_MS = 5_000;
/** Milliseconds between polls of the queue while changes are pushed. */
const QUEUE_LOOK_MS = 15_000;
const QUEUE_STALE_MS = 4_000;

export const imageJobKeys = {
  queue: ['/api/midjourney/queue'] as const,
  bulkQuote: ['/api/midjourney/bulk-quote'] as const,
};

export const readImageQueue = (): Promise<ImageQueue> =>
  apiRequest('GET', imageJobKeys.queue[0], undefined, { schema: lazySchema('imageQueueSchema') });

export const refreshImageQueue = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: imageJobKeys.queue });

export const readImageJob = (jobId: string): Promise<ImageJob> =>
  apiRequest('GET', `/api/midjourney/job/${jobId}`, undefined, { schema: lazySchema('imageJobSchema') });

/** Requests a job that generates four images. */
export const generateImage = (request: GenerateImageRequest): Promise<GenerateImageResponse> =>
  apiRequest('POST', '/api/midjourney/generate-image', request, { schema: lazySchema('generateImageResponseSchema') });

const hasWaitingJobs = (queue: ImageQueue | undefined): boolean =>
  queue?.jobs.some((job) => job.status === 'queued') ?? false;

/**
 * Reads the user's image jobs, queued and running. Pushes report changes of these jobs, but not a better position after
 * other users' jobs have ended. The queue is therefore polled while a job waits: slowly, or fast while the socket is
 * down.
 */
export function useImageQueue() {
  const pushed = useSocketConnected();
  return useQuery<ImageQueue>({
    queryKey: imageJobKeys.queue,
    queryFn: getQueryFn(lazySchema('imageQueueSchema')),
    staleTime: QUEUE_STALE_MS,
    refetchInterval: ({ state }) => (!pushed ? QUEUE_POLL_MS : hasWaitingJobs(state.data) && QUEUE_LOOK_MS),
  });
}

/**
 * Reads today's quote for a bulk run. Refetched whenever it is shown, because other runs use up the day's allowance.
 */
export const useBulkQuote = (enabled: boolean) =>
  useQuery({
    queryKey: imageJobKeys.bulkQuote,
    queryFn: getQueryFn(lazySchema('bulkQuoteSchema')),
    enabled,
    staleTime: 0,
  });

const videoKeys = {
  models: ['/api/replicate/models'] as const,
  modelSchema: (modelId: string | null) => ['/api/replicate/model-schema', encodeURIComponent(modelId ?? '')] as const,
};

const standIn = <Model extends { name: string }>(models: readonly Model[]): Model[] =>
  models.map((model) => ({ ...model, name: `${model.name} (stand-in)` }));

/** Returns the available video models. A model whose clips the sandbox makes is named as a stand-in. */
export function useVideoModels() {
  const { data: installation } = useInstallation();
  useModels();
  return useQuery({
    queryKey: videoKeys.models,
    queryFn: getQueryFn(lazyList('videoModelSchema')),
    ...(installation?.providers.video.sandbox === true && { select: standIn<VideoModel> }),
  });
}

/** Reads a model's settings by name; sends no request while no model is known. */
export const useModelSchema = (modelId: string | null) =>
  useQuery({
    queryKey: videoKeys.modelSchema(modelId),
    queryFn: getQueryFn(lazySchema('modelSchemaSchema')),
    enabled: modelId !== null,
  });

/**
 * Requests a clip. The model's id is any string, since only the server's list of models decides which ids are valid.
 */
export const generateVideo = (
  request: Omit<GenerateVideoRequest, 'modelId'> & { modelId: string },
): Promise<GenerateVideoResponse> =>
  apiRequest('POST', '/api/replicate/generate-video', request, { schema: lazySchema('generateVideoResponseSchema') });

export const readPrediction = (predictionId: string): Promise<Prediction> =>
  apiRequest('GET', `/api/replicate/prediction/${encodeURIComponent(predictionId)}`, undefined, {
    schema: lazySchema('predictionSchema'),
  });
