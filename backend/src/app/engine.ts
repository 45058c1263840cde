import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { allReactors } from './composition';
import type { Position } from '../eventsourcing/event-store/event-store';
import { HttpDrain } from '../infra/http/connections';
import { Metrics } from '../observability';
import { JobRunner } from '../eventsourcing/reactors/job-runner';
import { countUnfinished } from '../eventsourcing/reactors/job-table';
import { JobWorker } from '../eventsourcing/reactors/reactor';
import type { JobHandler } from '../eventsourcing/reactors/reactor';
import { ReactorRunner } from '../eventsourcing/reactors/reactor-runner';
import { PushGateway } from '../eventsourcing/push/push.gateway';
import { PushHub } from '../eventsourcing/push/push-hub';
import { DeadLetterWatch } from '../eventsourcing/dead-letters/dead-letter-watch';
import { ViewRunner } from '../eventsourcing/views/view-runner';
import { RUNTIME } from './runtime';
import type { Runtime } from './runtime';

/** Starts and stops the background work in order: views, reactors, jobs and push. */
@Injectable()
export class Engine implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private processes: ReactorRunner;
  private jobs: JobRunner;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly views: ViewRunner,
    private readonly push: PushHub,
    private readonly stuck: DeadLetterWatch,
    private readonly sockets: PushGateway,
    private readonly http: HttpDrain,
    private readonly discovery: DiscoveryService,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { pool, events, node, ids, log } = this.runtime;
    await this.views.start();
    const handlers = this.handlers();
    this.metrics.expectQueues(handlers.map(({ queue }) => queue));
    const jobs = new JobRunner({
      pool,
      handlers,
      worker: { node, start: ids.next() },
      mostDeaths: this.runtime.config.nodeDeaths,
      onOutcome: (job, outcome, seconds) => this.metrics.observeJob(job.queue, outcome, seconds),
      log,
    });
    this.jobs = jobs;
    this.processes = new ReactorRunner({ pool, events, processes: allReactors, onJobs: () => jobs.wake(), log });
    await this.processes.start();
    await jobs.start();
    this.push.start();
    this.stuck.start();
  }

  /** Ends the requests first, since they need all other parts; their changes are still pushed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.http.finish(this.runtime.config.stopDelayMs);
    await this.push.stop();
    await this.stuck.stop();
    this.sockets.close();
    this.http.cutOff();
    await this.jobs?.stop();
    await this.processes?.stop();
    await this.views.stop();
  }

  /** True when nothing is left to do: views and reactors have passed the log's head and no job is due or running. */
  async isIdle(): Promise<boolean> {
    const { events, pool } = this.runtime;
    const before = await events.head();
    const passed = async (position: Position) =>
      (await this.views.waitFor(position, 5_000)) && (await this.processes.waitFor(position, 5_000));
    if (before !== null && !(await passed(before))) return false;
    return (await countUnfinished(pool)) === 0 && (await events.head()) === before;
  }

  private handlers(): JobHandler[] {
    return this.discovery
      .getProviders()
      .filter((wrapper) => this.discovery.getMetadataByDecorator(JobWorker, wrapper) !== undefined)
      .map((wrapper) => wrapper.instance as JobHandler);
  }
}
