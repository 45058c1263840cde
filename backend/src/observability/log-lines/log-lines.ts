import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RunLogLine } from '@storyreel/contracts';
import { Clock, daysBefore, withTimeout } from '../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { Metrics } from '../metrics';
import { LogBuffer } from './log-buffer';
import { LogLineStore, readLine } from './log-line-store';

const FLUSH_MS = 500;
const PRUNE_MS = 60_000;
/** A hanging database must not delay the server's shutdown. */
const LAST_FLUSH_MS = 1_000;
/** After this many failed attempts, lines are dropped so that later ones get through. */
const TRIES = 20;
const SHOWN = 500;

type Config = Pick<AppConfig, 'logLinesDays' | 'logLinesMb'>;

/**
 * Moves lines from the buffer to the store in batches, and keeps the store within its limits. Logs nothing itself,
 * since those lines would end up in the buffer again.
 */
@Injectable()
export class LogLines implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private flushing: Promise<void> | null = null;
  private tries = 0;
  private lost = 0;

  constructor(
    private readonly buffer: LogBuffer,
    private readonly store: LogLineStore,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Config,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'setLostLogLines'>,
  ) {}

  onApplicationBootstrap(): void {
    const every = (ms: number, work: () => Promise<unknown>) => {
      this.timers.push(setInterval(() => void work().catch(() => undefined), ms).unref());
    };
    every(FLUSH_MS, () => this.flush());
    every(PRUNE_MS, () => this.prune());
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await withTimeout(
      LAST_FLUSH_MS,
      this.flush(),
      () => new Error('The last log lines were not stored in time.'),
    ).catch(() => undefined);
  }

  /** Returns the log lines, from all nodes, of a request and of the work that it caused. */
  of(correlationId: string): Promise<RunLogLine[]> {
    return this.store.of(correlationId, SHOWN);
  }

  /** Stores the buffered lines. Never fails: lines that could not be stored are retried with the next call. */
  flush(): Promise<void> {
    this.flushing ??= this.write().finally(() => {
      this.flushing = null;
      this.metrics.setLostLogLines(this.lost + this.buffer.dropped);
    });
    return this.flushing;
  }

  prune(): Promise<number> {
    const { logLinesDays, logLinesMb } = this.config;
    const before = daysBefore(this.clock.now(), logLinesDays);
    return this.store.prune({ before, maxBytes: logLinesMb * 1_048_576 });
  }

  private async write(): Promise<void> {
    for (let batch = this.buffer.batch(); batch.length > 0; batch = this.buffer.batch()) {
      const isKept = this.config.logLinesDays > 0;
      const lines = isKept ? batch.flatMap((line) => readLine(line) ?? []) : [];
      try {
        if (lines.length > 0) await this.store.append(lines);
      } catch {
        if (++this.tries < TRIES) return;
        this.lost += lines.length;
      }
      this.tries = 0;
      this.buffer.remove(batch.length);
    }
  }
}
