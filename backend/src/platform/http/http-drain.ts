import type { Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestHandler, Response } from 'express';

/** How long a connection without a request is left open: its client may be sending one at this very moment. */
const IDLE_MS = 250;
/** How long requests may take to end once the server stops; whoever is slower is cut off. */
const REQUESTS_MS = 5_000;
/** Longer than the idle limits of common proxies, so that it is not we who close a connection that they use again. */
const KEEP_ALIVE_MS = 75_000;
const POLL_MS = 10;

/** Ends the serving of HTTP in good order: what was begun is answered, and every answer tells the client to let go. */
@Injectable()
export class HttpDrain {
  private readonly sockets = new Set<Socket>();
  private readonly unanswered = new Set<Response>();
  private server: HttpServer | null = null;
  private stopping = false;

  /** True from the first moment of stopping: load balancers should send nothing more. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Watches the server's connections; before it listens. */
  attach(server: HttpServer): void {
    this.server = server;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    // A large file on a slow line takes its time: `steadyBodies` ends those that come to a halt.
    server.requestTimeout = 0;
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** First of all middleware. */
  readonly middleware: RequestHandler = (_request, response, next) => {
    this.unanswered.add(response);
    if (this.stopping) response.setHeader('connection', 'close');
    response.once('close', () => this.unanswered.delete(response));
    next();
  };

  /**
   * From here on the node counts as not ready, and each answer closes its connection. After the delay, which gives load
   * balancers time to notice, it takes no new connections. Resolves when every request is answered, or has had its time.
   */
  async finish(delayMs: number): Promise<void> {
    this.stopping = true;
    for (const response of this.unanswered) if (!response.headersSent) response.setHeader('connection', 'close');
    if (delayMs > 0) await delay(delayMs);
    // The close of `http` would cut idle connections at once, and with them requests that are on their way.
    if (this.server?.listening) NetServer.prototype.close.call(this.server);
    await Promise.all([
      this.until(() => this.sockets.size === 0, IDLE_MS),
      this.until(() => this.unanswered.size === 0, REQUESTS_MS),
    ]);
  }

  /** Destroys the connections that are left, sockets too. */
  cutOff(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async until(condition: () => boolean, limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (!condition() && performance.now() < deadline) await delay(POLL_MS);
  }
}
