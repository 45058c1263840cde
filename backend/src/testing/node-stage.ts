import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Abstract } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { createApp } from '../app/create-app';
import { Engine } from '../app/engine';
import { createRuntime, type Runtime } from '../app/runtime';
import type { Clock } from '../lib/time';
import { type AppConfig, readConfig } from '../infra/config/app-config';
import { eventually } from './eventually';
import { createTestDatabase, TEST_FOLDER, TEST_SECRET, type TestDatabase } from './test-database';

export type Agent = ReturnType<typeof request.agent>;

export interface TestUser {
  id: string;
  email: string;
  password: string;
  agent: Agent;
}

export interface NodeOptions {
  config?: Partial<AppConfig>;
  clock?: Clock;
  /** Data directory of the node; by default a separate one in the stage's folder, with shared media. */
  home?: string;
  log?: Runtime['log'];
}

const PASSWORD = 'correct horse battery';
/** Cheap password hashing: the real cost took two fifths of the processor time of tests that each need a user. */
const PASSWORD_COST = { N: 2 ** 4, r: 8, p: 1 };

/** A database and media on which several nodes of the application run, at once or one after the other. */
export class NodeStage {
  /** Errors logged by the nodes, as 'node: message: reason'. */
  readonly errors: string[] = [];
  private readonly nodes: StagedNode[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly home: string,
  ) {}

  static async open(): Promise<NodeStage> {
    return new NodeStage(
      await createTestDatabase(),
      mkdtempSync(join(process.env[TEST_FOLDER] ?? tmpdir(), 'storyreel-')),
    );
  }

  /** Starts the real application, listening, with sandbox providers that answer at once. @throws errors of the start */
  async node(name: string, options: NodeOptions = {}): Promise<StagedNode> {
    const home = options.home ?? this.homeOf(name);
    const environment = {
      STORYREEL_HOME: home,
      DATABASE_URL: this.database.url,
      SANDBOX_DELAY_MS: '0',
      LOG_LEVEL: 'silent',
    };
    const config: AppConfig = {
      ...readConfig(environment, home, () => TEST_SECRET),
      authAttemptsPerMinute: 1_000_000,
      passwordCost: PASSWORD_COST,
      sandboxSketches: true,
      ...options.config,
    };
    const log = options.log ?? {
      info: () => undefined,
      warn: () => undefined,
      error: (error: unknown, message: string) => {
        this.errors.push(`${name}: ${message}: ${error instanceof Error ? error.message : String(error)}`);
      },
    };
    const runtime = await createRuntime(config, log, { clock: options.clock });
    const app = await createApp(runtime);
    const node = new StagedNode(app, runtime);
    this.nodes.push(node);
    await app.listen(0, '127.0.0.1');
    return node;
  }

  /** Two servers cannot share a data directory. Nodes share their media, as on S3 in production. */
  private homeOf(name: string): string {
    const home = join(this.home, 'nodes', name);
    mkdirSync(home, { recursive: true });
    for (const shared of ['media', 'sandbox']) {
      mkdirSync(join(this.home, shared), { recursive: true });
      if (!existsSync(join(home, shared))) symlinkSync(join(this.home, shared), join(home, shared));
    }
    return home;
  }

  /** Stops every running node, and deletes the database and the folder. */
  async close(): Promise<void> {
    for (const node of this.nodes) await node.close();
    await this.database.drop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** One running node of the application. */
export class StagedNode {
  private closed: Promise<void> | null = null;

  constructor(
    readonly app: NestExpressApplication,
    readonly runtime: Runtime,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${(this.app.getHttpServer().address() as { port: number }).port}`;
  }

  get<T>(token: Abstract<T> | symbol): T {
    return this.app.get(token);
  }

  /** Returns a client without a session. */
  anonymous(): Agent {
    return request.agent(this.url);
  }

  /** Registers a new user, signed in at this node. */
  async newUser(): Promise<TestUser> {
    const agent = this.anonymous();
    const email = `${randomUUID()}@example.com`;
    const registered = await agent
      .post('/api/register')
      .send({ email, password: PASSWORD, firstName: 'Ada' })
      .expect(201);
    return { id: (registered.body as { id: string }).id, email, password: PASSWORD, agent };
  }

  /** Opens a session at this node for a user who registered at another one. */
  async signIn({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<Agent> {
    const agent = this.anonymous();
    await agent.post('/api/login').send({ email, password }).expect(200);
    return agent;
  }

  /** Waits until views, reactors and jobs are idle. */
  async idle(): Promise<void> {
    await eventually('The application at rest', async () => ((await this.get(Engine).isIdle()) ? true : null), 60_000);
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    await this.app.close();
    await this.runtime.close();
  }
}
