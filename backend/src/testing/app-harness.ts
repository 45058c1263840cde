import type { Type } from '@nestjs/common';
import type { Clock } from '../platform/clock';
import type { AppConfig } from '../platform/config/app-config';
import { type RecordedEvent, toRecorded } from '../platform/domain/domain-event';
import type { Runtime } from '../bootstrap/runtime';
import { type Agent, NodeStage, type TestUser } from './node-stage';

export type { Agent, TestUser };

export interface TestApp {
  url: string;
  home: string;
  runtime: Runtime;
  /** Without a session. */
  anonymous(): Agent;
  /** A newly registered user, signed in. */
  newUser(): Promise<TestUser>;
  get<T>(token: Type<T> | symbol): T;
  /** Every route that Nest has registered under /api, as 'METHOD /path/:param'. */
  routes(): string[];
  /** Everything in the log, or in one stream, in order. */
  events(streamId?: string): Promise<RecordedEvent[]>;
  /** Waits until views, processes and jobs have nothing left to do. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** One node of the real application on a fresh database and data folder. */
export async function startTestApp(
  options: { config?: Partial<AppConfig>; clock?: Clock; log?: Runtime['log'] } = {},
): Promise<TestApp> {
  const stage = await NodeStage.open();
  const node = await stage.node('node', options);
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
      for await (const event of runtime.events.readAll()) {
        if (streamId === undefined || event.streamId === streamId) found.push(toRecorded(event));
      }
      return found;
    },
    idle: () => node.idle(),
    close: () => stage.close(),
  };
}
