import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EventStore } from '../eventsourcing/event-store/event-store';
import type { ConsumerStatus } from './consumers-status';
import { JOB_STATES } from './stores-status';
import type { QueueStatus } from './stores-status';
import { WRITTEN_STORES } from './write-probes';
import type { WrittenStore } from './write-probes';

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const HTTP = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

let ofProcess: Registry | undefined;

/**
 * Returns Node's own metrics: memory, garbage collection, the event loop's delay. They are collected once per process,
 * because their observers cannot be ended.
 */
function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** This node's metrics, in Prometheus' format. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly appends = this.histogram(
    'storyreel_append_seconds',
    'Time of an append to the event store.',
    ['outcome'],
    FAST,
  );
  private readonly http = this.histogram(
    'storyreel_http_request_seconds',
    'Time from a request to the end of its answer.',
    ['method', 'route', 'status'],
    HTTP,
  );
  private readonly jobs = this.histogram(
    'storyreel_job_seconds',
    'Time of one attempt at a job, by its outcome.',
    ['queue', 'outcome'],
    JOB,
  );
  private readonly jobOutcomes = new Counter({
    name: 'storyreel_jobs_total',
    help: 'Attempts at jobs, by their outcome: done, retry or dead.',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });
  private readonly lagSeconds = this.gauge(
    'storyreel_view_lag_seconds',
    'Age of the oldest event that a view has not folded yet.',
    ['view'],
  );
  private readonly processLagSeconds = this.gauge(
    'storyreel_process_lag_seconds',
    'Age of the oldest event that a reactor has not processed yet.',
    ['process'],
  );
  private readonly stopped = this.gauge(
    'storyreel_stopped',
    '1 for a view that has stopped at an event which it cannot take and must not skip.',
    ['kind', 'name'],
  );
  private readonly parked = this.gauge(
    'storyreel_parked',
    'Rows of a view, or events of a reactor, that are parked because an event could not be processed.',
    ['kind', 'name'],
  );
  private readonly queueDepth = this.gauge(
    'storyreel_queue_depth',
    'Jobs of a queue, by their state: queued (could run now), running, scheduled, retrying or dead.',
    ['queue', 'state'],
  );
  private readonly oldestQueued = this.gauge(
    'storyreel_queue_oldest_seconds',
    'Waiting time of the oldest queued job that could run now.',
    ['queue'],
  );
  private readonly struggling = this.gauge(
    'storyreel_queue_stuck',
    'Unfinished jobs of a queue that are at their fifth attempt or later.',
    ['queue'],
  );
  private readonly writable = this.gauge(
    'storyreel_store_writable',
    '1 for a store that takes what is written to it, 0 for one that does not, such as a disk that is full.',
    ['store'],
  );
  private readonly lostLogLines = this.gauge(
    'storyreel_log_lines_lost',
    'Log lines of requests that could not be stored for the runs screen since the start; the log itself has them.',
    [],
  );
  private queues: readonly string[] = [];

  /** Returns all metrics as text: this node's and its process's. */
  text(): Promise<string> {
    return Registry.merge([processRegistry(), this.registry]).metrics();
  }

  observeAppend(seconds: number, outcome: 'appended' | 'refused'): void {
    this.appends.observe({ outcome }, seconds);
  }

  /** @param route the route's pattern, never the address, because a label must have few values */
  observeHttp(method: string, route: string, status: number, seconds: number): void {
    this.http.observe({ method, route, status: String(status) }, seconds);
  }

  observeJob(queue: string, outcome: 'done' | 'retry' | 'dead', seconds: number): void {
    this.jobs.observe({ queue, outcome }, seconds);
    this.jobOutcomes.inc({ queue, outcome });
  }

  setConsumers(consumers: readonly ConsumerStatus[]): void {
    for (const { kind, name, lagSeconds, stopped, parked } of consumers) {
      if (kind === 'view') this.lagSeconds.set({ view: name }, lagSeconds);
      else this.processLagSeconds.set({ process: name }, lagSeconds);
      this.stopped.set({ kind, name }, stopped ? 1 : 0);
      this.parked.set({ kind, name }, parked);
    }
  }

  /**
   * Creates all series at zero, because Prometheus would miss the increase of a series that only appears with its first
   * event.
   */
  expectQueues(queues: readonly string[]): void {
    this.queues = queues;
    for (const queue of queues) {
      for (const outcome of ['done', 'retry', 'dead']) this.jobOutcomes.inc({ queue, outcome }, 0);
    }
  }

  setQueues(statuses: readonly QueueStatus[]): void {
    for (const queue of this.queues) {
      for (const state of JOB_STATES) this.queueDepth.set({ queue, state }, 0);
      this.oldestQueued.set({ queue }, 0);
      this.struggling.set({ queue }, 0);
    }
    const struggling = new Map<string, number>();
    for (const { queue, state, jobs, stuck, oldestSeconds } of statuses) {
      struggling.set(queue, (struggling.get(queue) ?? 0) + stuck);
      this.queueDepth.set({ queue, state }, jobs);
      if (state === 'queued') this.oldestQueued.set({ queue }, Math.max(0, oldestSeconds));
    }
    for (const [queue, jobs] of struggling) this.struggling.set({ queue }, jobs);
  }

  setWritable(failing: ReadonlySet<WrittenStore>): void {
    for (const store of WRITTEN_STORES) this.writable.set({ store }, failing.has(store) ? 0 : 1);
  }

  setLostLogLines(lines: number): void {
    this.lostLogLines.set(lines);
  }

  private histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  private gauge<Label extends string>(name: string, help: string, labelNames: Label[]) {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

/** Wraps a store to measure the time of each append. */
export function timedEventStore(events: EventStore, metrics: Pick<Metrics, 'observeAppend'>): EventStore {
  const append: EventStore['append'] = async (...call) => {
    const started = process.hrtime.bigint();
    const seconds = () => Number(process.hrtime.bigint() - started) / 1e9;
    try {
      const result = await events.append(...call);
      metrics.observeAppend(seconds(), 'appended');
      return result;
    } catch (error) {
      metrics.observeAppend(seconds(), 'refused');
      throw error;
    }
  };
  return new Proxy(events, {
    get(target, property) {
      if (property === 'append') return append;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
