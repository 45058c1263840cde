import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const HTTP = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** What this node measures, in Prometheus' form. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly appends = new Histogram({
    name: 'storyreel_append_seconds',
    help: 'Time of an append to the event store.',
    labelNames: ['outcome'],
    buckets: FAST,
    registers: this.registers,
  });
  private readonly http = new Histogram({
    name: 'storyreel_http_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: HTTP,
    registers: this.registers,
  });
  private readonly jobs = new Histogram({
    name: 'storyreel_job_seconds',
    help: 'Time of one attempt at a job, by its outcome.',
    labelNames: ['queue', 'outcome'],
    buckets: JOB,
    registers: this.registers,
  });
  private readonly jobOutcomes = new Counter({
    name: 'storyreel_jobs_total',
    help: 'Attempts at jobs, by their outcome: done, retry or dead.',
    labelNames: ['queue', 'outcome'],
    registers: this.registers,
  });
  private readonly lagEvents = new Gauge({
    name: 'storyreel_view_lag_events',
    help: 'Events that a view has not folded yet.',
    labelNames: ['view'],
    registers: this.registers,
  });
  private readonly lagSeconds = new Gauge({
    name: 'storyreel_view_lag_seconds',
    help: 'Age of the oldest event that a view has not folded yet.',
    labelNames: ['view'],
    registers: this.registers,
  });
  private readonly queueDepth = new Gauge({
    name: 'storyreel_queue_depth',
    help: 'Jobs of a queue, by their state: queued or running.',
    labelNames: ['queue', 'state'],
    registers: this.registers,
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  observeAppend(seconds: number, outcome: 'appended' | 'refused'): void {
    this.appends.observe({ outcome }, seconds);
  }

  /** @param route the pattern, never the address: labels must be few */
  observeHttp(method: string, route: string, status: number, seconds: number): void {
    this.http.observe({ method, route, status: String(status) }, seconds);
  }

  observeJob(queue: string, outcome: 'done' | 'retry' | 'dead', seconds: number): void {
    this.jobs.observe({ queue, outcome }, seconds);
    this.jobOutcomes.inc({ queue, outcome });
  }

  setViewLag(view: string, events: number, seconds: number): void {
    this.lagEvents.set({ view }, events);
    this.lagSeconds.set({ view }, seconds);
  }

  setQueueDepths(depths: { queue: string; state: string; jobs: number }[]): void {
    this.queueDepth.reset();
    for (const { queue, state, jobs } of depths) this.queueDepth.set({ queue, state }, jobs);
  }
}
