import type { Batch, BatchKind, BatchOrder, StartBatchRequest } from '@storyreel/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazyList, lazySchema } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';

export const batchKeys = { list: ['/api/batches'] as const };

const readBatches = getQueryFn(lazyList('batchSchema'));

/** Those that go on, and the newest that are over. Pushes keep it new; while the socket is down the watch asks. */
export const useBatches = () => useQuery({ queryKey: batchKeys.list, queryFn: readBatches });

/** The batch of that kind that is under way in a project. */
export function useActiveBatch(projectId: string, kind: BatchKind): Batch | null {
  const { data } = useBatches();
  return data?.find((batch) => batch.projectId === projectId && batch.kind === kind && !batch.isOver) ?? null;
}

export const cachedBatches = (queryClient: QueryClient): readonly Batch[] =>
  queryClient.getQueryData<Batch[]>(batchKeys.list) ?? [];

/** Reads the list anew, whoever shows it. */
export const fetchBatches = (queryClient: QueryClient): Promise<Batch[]> =>
  queryClient.fetchQuery({ queryKey: batchKeys.list, queryFn: readBatches, staleTime: 0 });

/** The newest state of a batch, wherever it came from. */
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

/** Told apart by how far the batch is: after it has gone on, the same button means another thing. */
const stateOf = ({ made, failed, spentZaps }: Batch) => ({ made, failed, spentZaps });

const resumeBatch = (batch: Batch): Promise<Batch> =>
  idempotencyKeys.once(`resume/${batch.id}`, stateOf(batch), (key) =>
    apiRequest('POST', `/api/batches/${batch.id}/resume`, undefined, { ...answersBatch, headers: idempotencyHeader(key) }),
  );

const retryBatch = (batch: Batch): Promise<Batch> =>
  idempotencyKeys.once(`retry/${batch.id}`, stateOf(batch), (key) =>
    apiRequest('POST', `/api/batches/${batch.id}/retry`, undefined, { ...answersBatch, headers: idempotencyHeader(key) }),
  );

export function steerBatch(batch: Batch, step: BatchStep): Promise<Batch> {
  if (step === 'resume') return resumeBatch(batch);
  if (step === 'retry') return retryBatch(batch);
  return apiRequest('POST', `/api/batches/${batch.id}/${step}`, undefined, answersBatch);
}

const FAILED: Record<BatchStep, string> = {
  pause: "Couldn't pause the batch",
  resume: "Couldn't resume the batch",
  cancel: "Couldn't cancel the batch",
  retry: "Couldn't retry the batch",
};

/** Pauses, resumes, cancels or retries. */
export function useSteerBatch(batch: Batch, onSteered: (batch: Batch) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (step: BatchStep) => steerBatch(batch, step),
    onSuccess(next) {
      keepBatch(queryClient, next);
      onSteered(next);
    },
    onError: (error, step) => tellFailure(FAILED[step], reasonOf(error)),
  });
}

/** What a batch would cost now, and of which scenes nothing could be made. */
export const quoteBatch = (order: BatchOrder) =>
  apiRequest('POST', '/api/batches/quote', order, { schema: lazySchema('batchQuoteSchema') });
