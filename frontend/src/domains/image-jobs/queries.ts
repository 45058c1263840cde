import type { GenerateImageRequest, GenerateImageResponse, ImageJob, ImageQueue } from '@storyreel/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { useSocketConnected } from '../../platform/socket';

const QUEUE_POLL_MS = 5_000;
/** While changes are pushed. */
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

/** Queues a generation of four images. */
export const generateImage = (request: GenerateImageRequest): Promise<GenerateImageResponse> =>
  apiRequest('POST', '/api/midjourney/generate-image', request, { schema: lazySchema('generateImageResponseSchema') });

const hasWaitingJobs = (queue: ImageQueue | undefined): boolean =>
  queue?.jobs.some((job) => job.status === 'queued') ?? false;

/**
 * The user's jobs that are queued or being made. Push tells when they change; what it does not tell is that other
 * people's jobs made ours move up, so it is looked at now and then while one of ours waits. While the socket is down it
 * is polled always.
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

/** What a bulk run costs today; other runs of the day use the allowance up, so it is asked for at each opening. */
export const useBulkQuote = (enabled: boolean) =>
  useQuery({
    queryKey: imageJobKeys.bulkQuote,
    queryFn: getQueryFn(lazySchema('bulkQuoteSchema')),
    enabled,
    staleTime: 0,
  });
