import type { Server as HttpServer, IncomingMessage, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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

/** What has to arrive of a body, and in which time. */
export interface LeastSpeed {
  bytes: number;
  /** Milliseconds. */
  each: number;
}
/** Far below any line that a film can be sent over, far above a sender that only holds the connection. */
const LEAST_SPEED: LeastSpeed = { bytes: 16 * 1_024, each: 60_000 };

/**
 * Cuts off requests whose bodies hardly come or come no more. It takes the place of one limit of time for all of them,
 * which large files on slow lines would never meet.
 */
export function steadyBodies({ bytes, each }: LeastSpeed = LEAST_SPEED): RequestHandler {
  return (request, _response, next) => {
    let before = request.socket.bytesRead;
    const watch = setInterval(() => {
      const now = request.socket.bytesRead;
      if (request.complete) clearInterval(watch);
      else if (now - before < bytes) request.destroy();
      before = now;
    }, each).unref();
    request.once('close', () => clearInterval(watch));
    next();
  };
}

const OURS = /^\/socket\.io(?:[/?]|$)/;
/** Headers by which a client asks for another protocol. */
const ASKING = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Answers requests as usual whose clients would rather speak another protocol, such as HTTP/2 without TLS. Node hands
 * them to whoever listens for upgrades, and to nobody else: they are read once more, without the wish.
 */
export function answerOtherUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (OURS.test(request.url ?? '')) return;
    socket.unshift(Buffer.concat([headOf(request), head]));
    server.emit('connection', socket);
  });
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ASKING.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  // As the parser has read them.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
