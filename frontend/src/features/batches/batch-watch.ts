import { batchFinished } from '@storyreel/contracts';
import type { Batch, PushMessage } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserTimers } from '../../platform/autosave/autosave-types';
import type { Timers } from '../../platform/autosave/autosave-types';
import { onePerWindow } from '../../platform/cache/query-client';
import { isSessionOver } from '../../platform/http/api-client';
import { logError } from '../../platform/log';
import { isSocketConnected } from '../../platform/realtime/socket-status';
import { session } from '../../platform/session/session';
import { tellError, tellFailure, toast } from '../../ui';
import { refreshMedia } from '../pictures/api';
import { textWriters } from '../scenes/useSceneAutosave';
import type { TextWriter } from '../scenes/useSceneAutosave';
import {
  batchKeys,
  cachedBatches,
  countOfScenes,
  fetchBatches,
  keepBatch,
  isFilmMade,
  KIND_WORDS,
  retryWords,
  stateWords,
  controlBatch,
  useBatches,
} from './api';

/** Announces that a batch has started and continues in the background. */
export function announceStarted({ waiting, running, skipped, atOnce, problems }: Batch): void {
  const queued = waiting + running;
  if (skipped > 0) {
    const reason = problems[0] ? ` ${problems[0].message}` : '';
    return tellFailure('Batch partially queued', `${queued} queued, ${skipped} failed.${reason}`);
  }
  const first = Math.min(queued, atOnce);
  toast({ title: 'Generation started', description: `${countOfScenes(queued)}: the first ${first} start at once.` });
}

function announceDescriptions({ made, waiting, running, failed, skipped, cancelled, status }: Batch): void {
  const share = `${made}/${made + waiting + running + failed + skipped + cancelled} descriptions generated.`;
  const wasCancelled = status === 'cancelled';
  const variant = wasCancelled ? 'default' : 'destructive';
  if (failed + skipped + cancelled === 0) toast({ title: 'All Descriptions Generated!', description: share });
  else if (made > 0) toast({ title: 'Partial Success', description: share, variant });
  else if (!wasCancelled) toast({ title: 'Generation Failed', description: share, variant });
}

function announceFilm(batch: Batch, retry: () => void): void {
  const { failed, problems } = batch;
  const description = problems.map(({ message }) => message)[0] ?? 'It is on the Create tab.';
  const action = failed > 0 ? { label: retryWords(failed), onClick: retry } : undefined;
  toast({
    title: stateWords(batch) ?? 'Your film is ready.',
    description: isFilmMade(batch) || problems.length > 0 ? description : 'Finished results are kept.',
    action,
    variant: isFilmMade(batch) || batch.status === 'cancelled' ? 'default' : 'destructive',
  });
}

function announceRefresh(batch: Batch, retry: () => void): void {
  const { failed, made, problems, status } = batch;
  toast({
    title: status === 'cancelled' ? 'Refresh cancelled' : failed > 0 ? 'Not everything was refreshed' : 'Refreshed',
    description: problems[0]?.message ?? `${made} made again. Earlier versions are kept.`,
    action: failed > 0 ? { label: retryWords(failed), onClick: retry } : undefined,
    variant: failed > 0 ? 'destructive' : 'default',
  });
}

/** Announces a batch's outcome. */
function announceEnd(batch: Batch, retry: () => void): void {
  if (batch.kind === 'descriptions') return announceDescriptions(batch);
  if (batch.kind === 'film') return announceFilm(batch, retry);
  if (batch.kind === 'refresh') return announceRefresh(batch, retry);
  const { made, failed, skipped, status } = batch;
  const things = KIND_WORDS[batch.kind];
  // 'Narration' is the only kind with a singular name.
  const [are, were] = batch.kind === 'speech' ? ['is', 'was'] : ['are', 'were'];
  if (status === 'cancelled') {
    toast({ title: 'Batch cancelled', description: `${things} for ${countOfScenes(made)} ${were} made.` });
  } else {
    const parts = [`${things} for ${countOfScenes(made)} ${are} done`];
    if (failed > 0) parts.push(`${failed} failed`);
    if (skipped > 0) parts.push(`${skipped} skipped`);
    // Skipped scenes would be skipped again, so only failed ones can be retried.
    const action = failed > 0 ? { label: retryWords(failed), onClick: retry } : undefined;
    toast({ title: 'Batch complete', description: `${parts.join(', ')}.`, action });
  }
}

/** Milliseconds for which a push about a text may arrive after its batch has ended. */
const LATE_MS = 60_000;

const isNow = ({ endedAt }: Batch, now: number): boolean => endedAt === null || now - Date.parse(endedAt) < LATE_MS;

const batchesWrite: TextWriter = (queryClient, projectId, now) =>
  cachedBatches(queryClient).some(
    (batch) => batch.projectId === projectId && batch.kind === 'descriptions' && isNow(batch, now),
  );

textWriters.add(batchesWrite);

const FIRST_POLL_MS = 3_000;
const POLL_MS = 5_000;
/** Number of the poll, after 20 minutes, at which a toast says that the batch takes long. */
const LONG_BATCH_POLL = 240;

interface Watched {
  finished: number;
  /** The pause message that was announced last. */
  toldPause: string | null;
  timer: unknown;
}

/**
 * Watches active batches and announces each outcome once per window. Pushes report progress; while the socket is down,
 * polls do.
 */
export class BatchWatch {
  private readonly watched = new Map<string, Watched>();

  constructor(
    private readonly queryClient: QueryClient,
    private readonly timers: Timers = browserTimers,
    private readonly isPushed: () => boolean = isSocketConnected,
  ) {
    session.onLeave(() => [...this.watched.keys()].forEach((id) => this.forget(id)));
  }

  watch(batch: Batch): void {
    if (batch.isOver || this.watched.has(batch.id)) return;
    const timer = this.timers.setTimeout(() => void this.poll(batch.id, 1), FIRST_POLL_MS);
    this.watched.set(batch.id, { finished: batchFinished(batch), toldPause: null, timer });
    this.look(batch.id);
  }

  /** Handles the cached state of a batch after a push or a poll. */
  look(id: string): void {
    const watched = this.watched.get(id);
    const batch = cachedBatches(this.queryClient).find((known) => known.id === id);
    if (!watched || !batch) return;
    this.tellPause(watched, batch);
    if (!batch.isOver) return;
    this.forget(id);
    announceEnd(batch, () => void this.retry(batch));
    void refreshMedia(this.queryClient, batch.projectId);
  }

  private async poll(id: string, count: number): Promise<void> {
    if (!this.watched.has(id)) return;
    if (!this.isPushed()) await this.ask(id);
    this.look(id);
    const watched = this.watched.get(id);
    if (!watched) return;
    if (count === LONG_BATCH_POLL) {
      toast({ title: 'Large batch in progress', description: 'Generation continues in the background.' });
    }
    watched.timer = this.timers.setTimeout(() => void this.poll(id, count + 1), POLL_MS);
  }

  private forget(id: string): void {
    this.timers.clearTimeout(this.watched.get(id)?.timer);
    this.watched.delete(id);
  }

  private async ask(id: string): Promise<void> {
    try {
      const batch = (await fetchBatches(this.queryClient)).find((known) => known.id === id);
      const watched = this.watched.get(id);
      if (!watched || !batch || batchFinished(batch) === watched.finished) return;
      watched.finished = batchFinished(batch);
      if (!batch.isOver) await refreshMedia(this.queryClient, batch.projectId);
    } catch (error) {
      if (isSessionOver(error)) return this.forget(id);
      // The failure is not announced, since the next poll may succeed.
      logError('A batch could not be fetched', error);
    }
  }

  private tellPause(watched: Watched, { pause }: Batch): void {
    const message = pause?.message ?? null;
    if (message !== null && message !== watched.toldPause) tellFailure('Batch paused', message);
    watched.toldPause = message;
  }

  private async retry(batch: Batch): Promise<void> {
    try {
      const next = await controlBatch(batch, 'retry');
      keepBatch(this.queryClient, next);
      this.watch(next);
    } catch (error) {
      tellError("Couldn't retry the batch", error);
    }
  }
}

export const batchWatch = onePerWindow((queryClient: QueryClient) => new BatchWatch(queryClient));

/** Watches every active batch, including those started in another window or before a reload. */
export function useBatchWatch(): void {
  const queryClient = useQueryClient();
  const { data } = useBatches();
  useEffect(() => {
    for (const batch of data ?? []) batchWatch(queryClient).watch(batch);
  }, [data, queryClient]);
}

/** Messages after which results may have become stale, or may match the project again. */
const MAKES_STALE: readonly PushMessage['type'][] = [
  'projectsChanged',
  'scenesChanged',
  'stylesChanged',
  'filmsChanged',
  'batchesChanged',
];
const isBill = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && path.startsWith('/api/projects/') && path.endsWith('/refresh');

/**
 * Applies a push. The message contains the progress, so the list is refetched only when more than the progress has
 * changed.
 */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (MAKES_STALE.includes(message.type)) void queryClient.invalidateQueries({ predicate: isBill });
  if (message.type !== 'batchesChanged') return;
  const known = new Map(cachedBatches(queryClient).map((batch) => [batch.id, batch]));
  const told = new Map(message.batches.map(({ id, progress }) => [id, progress]));
  queryClient.setQueryData<Batch[]>(batchKeys.list, (list) =>
    list?.map((batch) => ({ ...batch, ...told.get(batch.id) })),
  );
  const hasMore = message.batches.some(({ id, progress }) => {
    const before = known.get(id);
    return before?.status !== progress.status || before.isOver !== progress.isOver || before.failed !== progress.failed;
  });
  const look = () => message.batches.forEach(({ id }) => batchWatch(queryClient).look(id));
  if (hasMore) void queryClient.invalidateQueries({ queryKey: batchKeys.list }).then(look);
  else look();
}
