import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '../../../dist/main.js');

/** The built server as a separate process, which can be killed. */
export class ServerProcess {
  private child: ChildProcess | null = null;
  private output = '';
  private errorOutput = '';
  private exitCode: Promise<number | null> = Promise.resolve(null);
  url = '';

  constructor(private readonly environment: Record<string, string>) {
    if (!existsSync(MAIN)) throw new Error('backend/dist is missing: run npm run build:contracts and build:backend.');
  }

  /** Resolves when the server has reported that it is ready. */
  async start(): Promise<void> {
    const child = this.launch();
    this.url = await new Promise<string>((ready, failed) => {
      const take = (): void => {
        const address = /ready at (http\S+)/.exec(this.output)?.[1];
        if (address) ready(address);
      };
      child.stdout?.on('data', take);
      child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
  }

  /** Starts the process without waiting for it to be ready. */
  launch(): ChildProcess {
    this.output = this.errorOutput = '';
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', PORT: '0', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.exitCode = new Promise((resolveExit) => child.once('close', resolveExit));
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
      this.errorOutput += chunk.toString();
    });
    return child;
  }

  /** The complete output since the start. */
  get printed(): string {
    return this.output;
  }

  /** The output printed as errors. */
  get complaints(): string {
    return this.errorOutput;
  }

  /** Resolves with the exit code once the process is gone; null when a signal ended it. */
  get exited(): Promise<number | null> {
    return this.exitCode;
  }

  /** Suspends the process: it keeps its connections, but does nothing until it is resumed. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** @returns the exit code; null when the process had ended before */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return null;
    child.kill(signal);
    return this.exited;
  }
}
