import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AppConfig } from '../infra/config/app-config';
import type { LogBuffer } from '../observability/log-lines/log-buffer';
import { StartError } from '../lib/keep-trying';
import { createApp } from './create-app';
import { createRuntime, type Log, type Runtime } from './runtime';

/** One run of the server. It can be ended at any moment, even during its start, and leaves nothing behind. */
export class ServerRun {
  private starting: Promise<string> | null = null;
  private runtime: Runtime | null = null;
  private app: NestExpressApplication | null = null;
  private isEnding = false;

  constructor(
    private readonly config: AppConfig,
    private readonly log: Log,
    private readonly logBuffer?: LogBuffer,
  ) {}

  /** @returns the address for browsers @throws the start's error, after everything started has been stopped */
  start(): Promise<string> {
    this.starting = this.begin().catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
    return this.starting;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    // An embedded Postgres can only be stopped once its start has finished.
    const comesUp = this.runtime === null && this.config.databaseUrl === undefined;
    if (comesUp) await this.starting?.catch(() => undefined);
    await this.close();
  }

  private async begin(): Promise<string> {
    this.runtime = await createRuntime(this.config, this.log, { logBuffer: this.logBuffer });
    this.goOnUnlessEnding();
    this.app = await createApp(this.runtime);
    this.goOnUnlessEnding();
    const { port } = this.config;
    await this.app.listen(port).catch((error: unknown) => {
      throw toListenError(error as NodeJS.ErrnoException, port);
    });
    const address = this.app.getHttpServer().address() as { port: number };
    return this.config.publicUrl ?? `http://localhost:${address.port}`;
  }

  private goOnUnlessEnding(): void {
    if (this.isEnding) throw new StartError('The start was interrupted.');
  }

  private async close(): Promise<void> {
    const { app, runtime } = this;
    this.app = this.runtime = null;
    await app?.close();
    await runtime?.close();
  }
}

function toListenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`PORT: another program listens on ${port} already.`);
  if (error.code === 'EACCES') return new StartError(`PORT: this user may not listen on ${port}.`);
  return error;
}
