import { type Batch, batchFinished } from '@storyreel/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserTimers, type Timers } from '../../platform/autosave-types';
import { isSessionOver } from '../../platform/api-client';
import { logError } from '../../platform/log';
import { onePerWindow } from '../../platform/query-client';
import { session } from '../../platform/session';
import { isSocketConnected } from '../../platform/socket';
import { tellError, tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { announceEnd } from './announce';
import { cachedBatches, fetchBatches, keepBatch, steerBatch, useBatches } from './queries';
import './written-texts';

const FIRST_POLL_MS = 3_000;
const POLL_MS = 5_000;
/** At this poll (20 minutes) the user is told that it takes long. */
const LONG_BATCH_POLL = 240;

interface Watched {
  finished: number;
  /** The pause that its owner was told of. */
  toldPause: string | null;
  timer: unknown;
}

/**
 * Looks after the batches that go on: says what became of each, once a window. Pushes tell how far they are; while the
 * socket is down they are asked for.
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

  /** Something was told of it. */
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
      // The next poll may reach the server.
      logError('A batch could not be looked at', error);
    }
  }

  private tellPause(watched: Watched, { pause }: Batch): void {
    const message = pause?.message ?? null;
    if (message !== null && message !== watched.toldPause) tellFailure('Batch paused', message);
    watched.toldPause = message;
  }

  private async retry(batch: Batch): Promise<void> {
    try {
      const next = await steerBatch(batch, 'retry');
      keepBatch(this.queryClient, next);
      this.watch(next);
    } catch (error) {
      tellError("Couldn't retry the batch", error);
    }
  }
}

export const batchWatch = onePerWindow((queryClient: QueryClient) => new BatchWatch(queryClient));

/** Looks after every batch that goes on, also those that another window, or this one before a reload, has started. */
export function useBatchWatch(): void {
  const queryClient = useQueryClient();
  const { data } = useBatches();
  useEffect(() => {
    for (const batch of data ?? []) batchWatch(queryClient).watch(batch);
  }, [data, queryClient]);
}
