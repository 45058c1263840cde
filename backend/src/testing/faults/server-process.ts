import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '../../../dist/main.js');

/** The built server as a process of its own, which can be killed. */
export class ServerProcess {
  private child: ChildProcess | null = null;
  private output = '';
  url = '';

  constructor(private readonly environment: Record<string, string>) {
    if (!existsSync(MAIN)) throw new Error('backend/dist is missing: run npm run build:contracts and build:backend.');
  }

  /** Resolves when the server has said that it is ready. */
  async start(): Promise<void> {
    this.output = '';
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', PORT: '0', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.url = await new Promise<string>((ready, failed) => {
      const take = (chunk: Buffer): void => {
        this.output += chunk.toString();
        const address = /ready at (http\S+)/.exec(this.output)?.[1];
        if (address) ready(address);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
  }

  /** The whole of what it has printed since its start. */
  get printed(): string {
    return this.output;
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolveExit) => child.once('exit', resolveExit));
    child.kill(signal);
    await gone;
  }
}
