import type { Abstract } from '@nestjs/common';
import { type CreativeModel, knownModels, learnModels } from '@storyreel/contracts';
import type { Clock } from '../lib/time';
import type { AppConfig } from '../infra/config/app-config';
import { type RecordedEvent, toRecorded } from '../eventsourcing/domain/domain-event';
import { type Position, StreamNotFound } from '../eventsourcing/event-store/event-store';
import type { Runtime } from '../app/runtime';
import { atEndOfTests } from './end-of-tests';
import { type Agent, NodeStage, type StagedNode, type TestUser } from './node-stage';

export type { Agent, TestUser };

export interface TestApp {
  url: string;
  home: string;
  runtime: Runtime;
  /** Returns a client without a session. */
  anonymous(): Agent;
  /** Registers a new user, signed in. */
  newUser(): Promise<TestUser>;
  get<T>(token: Abstract<T> | symbol): T;
  /** Returns every route that Nest has registered under /api, as 'METHOD /path/:param'. */
  routes(): string[];
  /** Returns the events of one stream, or all since this test file started the application, in order. */
  events(streamId?: string): Promise<RecordedEvent[]>;
  /** Waits until views, reactors and jobs are idle. */
  idle(): Promise<void>;
  /** Stops the application, or leaves a shared one idle for the next file. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /**
   * Requires an application of its own: for tests that change or count shared state, such as tables, queues or metrics.
   */
  alone?: boolean;
  /** Each of these options also starts an application of its own. */
  config?: Partial<AppConfig>;
  clock?: Clock;
  log?: Runtime['log'];
}

interface Shared {
  stage: NodeStage;
  node: StagedNode;
  models: readonly CreativeModel[];
}

/** The node shared by this worker's test files, which run one after the other. */
let shared: Promise<Shared> | null = null;

/**
 * Starts the real application on a database and a data directory: by default on those that all files of the worker
 * share, with separate users for each test; on fresh ones when the options require it.
 */
export async function startTestApp({ alone = false, ...changes }: TestAppOptions = {}): Promise<TestApp> {
  if (alone || Object.keys(changes).length > 0) {
    const { stage, node } = await start(changes);
    return testApp(stage, node, 'start', () => stage.close());
  }
  shared ??= startShared();
  const { stage, node, models } = await shared;
  // Another application that ran in this process may have replaced the models.
  learnModels(models);
  return testApp(stage, node, (await node.runtime.events.head()) ?? 'start', () => leaveAtRest(node));
}

/** @throws Error when the file left a view stopped: later files would wait for that view in vain */
async function leaveAtRest(node: StagedNode): Promise<void> {
  await node.idle();
  const { rows } = await node.runtime.pool.query<{ reason: string }>(
    `select name || ': ' || stopped_reason as reason from platform.view_checkpoints where stopped_since is not null`,
  );
  if (rows.length > 0) throw new Error(`The shared application is left with a stopped view. ${rows[0]?.reason}`);
}

async function startShared(): Promise<Shared> {
  try {
    const started = await start();
    atEndOfTests(() => started.stage.close());
    return { ...started, models: knownModels() };
  } catch (error) {
    shared = null;
    throw error;
  }
}

async function start(options: Omit<TestAppOptions, 'alone'> = {}): Promise<{ stage: NodeStage; node: StagedNode }> {
  const stage = await NodeStage.open();
  return { stage, node: await stage.node('node', options) };
}

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

function testApp(stage: NodeStage, node: StagedNode, from: Position | 'start', close: () => Promise<void>): TestApp {
  const { app, runtime, url } = node;
  return {
    url,
    home: stage.home,
    runtime,
    anonymous: () => node.anonymous(),
    newUser: () => node.newUser(),
    get: (token) => node.get(token),
    routes() {
      const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
      return router.stack
        .flatMap(({ route }) =>
          route ? Object.keys(route.methods).map((m) => `${m.toUpperCase()} ${route.path}`) : [],
        )
        .filter((route) => route.includes(' /api/'));
    },
    async events(streamId) {
      const found: RecordedEvent[] = [];
      const log = streamId === undefined ? runtime.events.readAll({ from }) : runtime.events.readStream(streamId);
      try {
        for await (const event of log) found.push(toRecorded(event));
      } catch (error) {
        if (!(error instanceof StreamNotFound)) throw error;
      }
      return found;
    },
    idle: () => node.idle(),
    close,
  };
}
