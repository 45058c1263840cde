import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Type } from '@nestjs/common';
import request from 'supertest';
import { createApp } from '../bootstrap/create-app';
import { Engine } from '../bootstrap/engine';
import { createRuntime, type Runtime } from '../bootstrap/runtime';
import type { Clock } from '../platform/clock';
import { type AppConfig, readConfig } from '../platform/config/app-config';
import { type RecordedEvent, toRecorded } from '../platform/domain/domain-event';
import { createTestDatabase } from './test-database';

export type Agent = ReturnType<typeof request.agent>;
export interface TestUser {
  id: string;
  email: string;
  password: string;
  agent: Agent;
}

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

const SILENT = { info: () => undefined, error: () => undefined };

/** The real application on a fresh database and data folder, with sandbox providers that do not dawdle. */
export async function startTestApp(
  options: { config?: Partial<AppConfig>; clock?: Clock; log?: Runtime['log'] } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const home = mkdtempSync(join(tmpdir(), 'storyreel-'));
  const environment = { STORYREEL_HOME: home, DATABASE_URL: database.url, SANDBOX_DELAY_MS: '0', LOG_LEVEL: 'silent' };
  const config: AppConfig = {
    ...readConfig(environment, home, () => 'a-secret-that-only-tests-use-0123456789'),
    authAttemptsPerMinute: 1_000_000,
    ...options.config,
  };
  const runtime = await createRuntime(config, options.log ?? SILENT, { clock: options.clock });
  const app: NestExpressApplication = await createApp(runtime);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}`;
  const engine = app.get(Engine);

  return {
    url,
    home,
    runtime,
    anonymous: () => request.agent(url),
    async newUser() {
      const agent = request.agent(url);
      const email = `${randomUUID()}@example.com`;
      const password = 'correct horse battery';
      const registered = await agent.post('/api/register').send({ email, password, firstName: 'Ada' }).expect(201);
      return { id: (registered.body as { id: string }).id, email, password, agent };
    },
    get: (token) => app.get(token),
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
    async idle() {
      const deadline = Date.now() + 25_000;
      while (!(await engine.isIdle())) {
        if (Date.now() > deadline) throw new Error('The application did not come to rest.');
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async close() {
      await app.close();
      await runtime.close();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
