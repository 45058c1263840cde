import { batchFinished, batchSecondsLeft, batchTotal } from '@storyreel/contracts';
import type {
  Batch,
  BatchKind,
  BatchOrder,
  ChangeBatchRequest,
  FilmStep,
  Project,
  StartBatchRequest,
} from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { idempotencyKeys, postOnce } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { leftWords } from '../../platform/time/elapsed';
import { tellFailure, useCommand } from '../../ui';
import { formatZaps } from '../zaps/format';

export const batchKeys = {
  list: ['/api/batches'] as const,
  refresh: (projectId: string) => [`/api/projects/${projectId}/refresh`] as const,
};

const readBatches = getQueryFn(lazyList('batchSchema'));

/**
 * Reads the active batches and the most recent finished ones. Pushes update the list; while the socket is down,
 * BatchWatch polls.
 */
export const useBatches = () => useQuery({ queryKey: batchKeys.list, queryFn: readBatches });

/** Returns the project's active batch of that kind. */
export function useActiveBatch(projectId: string, kind: BatchKind): Batch | null {
  const { data } = useBatches();
  return data?.find((batch) => batch.projectId === projectId && batch.kind === kind && !batch.isOver) ?? null;
}

export const cachedBatches = (queryClient: QueryClient): readonly Batch[] =>
  queryClient.getQueryData<Batch[]>(batchKeys.list) ?? [];

/** Refetches the list, even when no component shows it. */
export const fetchBatches = (queryClient: QueryClient): Promise<Batch[]> =>
  queryClient.fetchQuery({ queryKey: batchKeys.list, queryFn: readBatches, staleTime: 0 });

/** Stores a batch's latest state in the cache. */
export function keepBatch(queryClient: QueryClient, batch: Batch): void {
  queryClient.setQueryData<Batch[]>(batchKeys.list, (list = []) =>
    list.some(({ id }) => id === batch.id)
      ? list.map((known) => (known.id === batch.id ? batch : known))
      : [batch, ...list],
  );
}

export const startBatch = (order: Omit<StartBatchRequest, 'idempotencyKey'>): Promise<Batch> =>
  idempotencyKeys.once(`batch/${order.kind}/${order.projectId}`, order, (idempotencyKey) =>
    apiRequest('POST', '/api/batches', { ...order, idempotencyKey }, { schema: lazySchema('batchSchema') }),
  );

export type BatchStep = 'pause' | 'resume' | 'cancel' | 'retry';

const answersBatch = { schema: lazySchema('batchSchema') };

/**
 * Returns the part of a batch's state that identifies a request: pressing the button again after some progress is a new
 * request.
 */
const stateOf = ({ made, failed, spentZaps }: Batch) => ({ made, failed, spentZaps });

export function controlBatch(batch: Batch, step: BatchStep): Promise<Batch> {
  const path = `/api/batches/${batch.id}/${step}`;
  if (step === 'pause' || step === 'cancel') return apiRequest('POST', path, undefined, answersBatch);
  return postOnce(`${step}/${batch.id}`, path, undefined, { ...answersBatch, content: stateOf(batch) });
}

/** Changes a film that has not begun yet. */
export const changeFilm = ({ id }: Batch, change: ChangeBatchRequest): Promise<Batch> =>
  apiRequest('POST', `/api/batches/${id}/change`, change, answersBatch);

const FAILED: Record<BatchStep, string> = {
  pause: "Couldn't pause the batch",
  resume: "Couldn't resume the batch",
  cancel: "Couldn't cancel the batch",
  retry: "Couldn't retry the batch",
};

/** Pauses, resumes, cancels or retries a batch. */
export const useControlBatch = (batch: Batch, onSteered: (batch: Batch) => void) =>
  useCommand({
    run: (step: BatchStep) => controlBatch(batch, step),
    onDone: (queryClient, next) => {
      keepBatch(queryClient, next);
      onSteered(next);
    },
    failure: (error, step) => tellFailure(FAILED[step], reasonOf(error)),
  });

const readBill = getQueryFn(lazySchema('refreshBillSchema'));

/** Reads the stale items of a project with their prices. Not requested while the project has no results. */
export const useRefreshBill = ({ id, sceneCounts: { withAnyMedia, narrated } }: Project) =>
  useQuery({ queryKey: batchKeys.refresh(id), queryFn: readBill, enabled: withAnyMedia + narrated > 0 });

/** Requests the current price of a batch, with the scenes that would be skipped. */
export const quoteBatch = (order: BatchOrder) =>
  apiRequest('POST', '/api/batches/quote', order, { schema: lazySchema('batchQuoteSchema') });

export const KIND_WORDS: Record<BatchKind, string> = {
  images: 'Images',
  descriptions: 'Descriptions',
  clips: 'Clips',
  speech: 'Narration',
  film: 'Film',
  refresh: 'Refresh',
};

export const STEP_WORDS: Record<FilmStep, string> = {
  scenes: 'Scenes',
  continuity: 'Characters and places',
  descriptions: 'Descriptions',
  speech: 'Narration',
  images: 'Images',
  clips: 'Clips',
  film: 'Film',
};

/** Returns true when a batch that makes a film from a story has made its film. */
export const isFilmMade = ({ steps = [] }: Batch): boolean =>
  steps.some(({ step, made }) => step === 'film' && made > 0);

/** Returns the number of waiting scenes in active batches of a kind. */
export function useWaitingScenes(kind: BatchKind): number {
  const { data = [] } = useBatches();
  return data.reduce((sum, batch) => sum + (batch.kind === kind && !batch.isOver ? batch.waiting : 0), 0);
}

export const countOfScenes = (count: number): string => (count === 1 ? '1 scene' : `${count} scenes`);

/** Describes a batch's progress. */
export function progressWords(batch: Batch): string {
  const [finished, total] = [batchFinished(batch), batchTotal(batch)];
  if (batch.kind === 'film') {
    const now =
      batch.steps?.find(({ running }) => running) ?? batch.steps?.find((one) => one.made + one.missing < one.total);
    return `Making your film: ${finished} of ${total} steps done${now ? `, now ${STEP_WORDS[now.step].toLowerCase()}` : ''}`;
  }
  if (batch.kind === 'refresh') return `Refreshing: ${finished} of ${total} done`;
  if (batch.kind === 'descriptions') return `Generating ${finished}/${total} descriptions...`;
  return `${finished} of ${total} ${batch.kind === 'clips' ? 'clips' : 'scenes'} done`;
}

/** Describes the remaining time; null while there is no estimate. */
export function timeLeftWords(batch: Batch): string | null {
  const seconds = batchSecondsLeft(batch);
  return seconds === null ? null : leftWords(seconds);
}

/** Describes a paused, cancelled or finished batch; null while it runs. */
export function stateWords(batch: Batch): string | null {
  if (batch.isOver && batch.kind === 'film') {
    if (!isFilmMade(batch))
      return batch.status === 'cancelled' ? 'Cancelled. Finished results are kept.' : 'The film is not made yet.';
    return batch.failed + batch.skipped > 0 ? 'Your film is made, but something is missing.' : 'Your film is ready.';
  }
  if (batch.isOver) {
    const parts = [`${batch.made} made`];
    if (batch.failed > 0) parts.push(`${batch.failed} failed`);
    if (batch.skipped > 0) parts.push(`${batch.skipped} skipped`);
    if (batch.cancelled > 0) parts.push(`${batch.cancelled} cancelled`);
    return parts.join(', ');
  }
  if (batch.status === 'cancelled') return 'Cancelled. Finishing what has already started.';
  if (batch.status !== 'paused') return null;
  return batch.pause?.message ? `Paused: ${batch.pause.message}` : 'Paused';
}

export const retryWords = (failed: number): string => `Retry ${failed} Failed`;

/**
 * Returns the label of the resume button. After a price rise it contains the new price, since pressing it accepts that
 * price.
 */
export function resumeWords({ pause }: Batch): string {
  const zaps = pause?.zaps ?? null;
  return zaps === null ? 'Resume' : `Resume (${formatZaps(zaps)} zaps)`;
}
