import {
  generateImageResponseSchema,
  imageJobSchema,
  imageQueueSchema,
  type GenerateImageRequest,
  type GenerateImageResponse,
  type ImageJob,
  type ImageQueue,
} from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { useSocketConnected } from '../../platform/socket';

const QUEUE_POLL_MS = 5_000;
const QUEUE_STALE_MS = 4_000;
export const imageQueueKey = ['/api/midjourney/queue'] as const;

export const readImageQueue = (signal?: AbortSignal): Promise<ImageQueue> =>
  apiRequest('GET', imageQueueKey[0], undefined, { signal, schema: imageQueueSchema });

export const readImageJob = (jobId: string): Promise<ImageJob> =>
  apiRequest('GET', `/api/midjourney/job/${jobId}`, undefined, { schema: imageJobSchema });

/** Queues a generation of four images. Without an idempotency key it is a bulk request. */
export const generateImage = (request: GenerateImageRequest): Promise<GenerateImageResponse> =>
  apiRequest('POST', '/api/midjourney/generate-image', request, { schema: generateImageResponseSchema });

const hasWaitingJobs = (queue: ImageQueue | undefined): boolean =>
  queue?.jobs.some((job) => job.status === 'queued') ?? false;

/**
 * The user's jobs that are queued or being made. Push tells when they change; what it does not tell is that other
 * people's jobs made ours move up, so polling goes on while one of ours waits, and always while the socket is down.
 */
export function useImageQueue() {
  const pushed = useSocketConnected();
  return useQuery({
    queryKey: imageQueueKey,
    queryFn: ({ signal }) => readImageQueue(signal),
    staleTime: QUEUE_STALE_MS,
    refetchInterval: (query) => (pushed && !hasWaitingJobs(query.state.data) ? false : QUEUE_POLL_MS),
  });
}
