import type { Server as HttpServer, IncomingMessage, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestHandler, Response } from 'express';

/** Grace for idle connections: their clients may be sending a request at this moment. */
const IDLE_MS = 250;
/** Time for running requests to end once the server stops; slower ones are cut off. */
const REQUESTS_MS = 5_000;
/**
 * Longer than the idle timeouts of common proxies, so that the server never closes a connection that a proxy is about
 * to reuse.
 */
const KEEP_ALIVE_MS = 75_000;
const POLL_MS = 10;

/** Drains HTTP at shutdown: requests in progress are answered, and every response closes its connection. */
@Injectable()
export class HttpDrain {
  private readonly sockets = new Set<Socket>();
  private readonly unanswered = new Set<Response>();
  private server: HttpServer | null = null;
  private stopping = false;

  /** True from the start of the shutdown, so that load balancers stop sending requests. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Tracks the server's connections; call before it listens. */
  attach(server: HttpServer): void {
    this.server = server;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    // A large file on a slow line takes long, so `enforceMinimumThroughput` ends stalled requests instead.
    server.requestTimeout = 0;
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Must be the first middleware. */
  readonly middleware: RequestHandler = (_request, response, next) => {
    this.unanswered.add(response);
    if (this.stopping) response.setHeader('connection', 'close');
    response.once('close', () => this.unanswered.delete(response));
    next();
  };

  /**
   * Marks the node as not ready, and lets each response close its connection. After the delay, in which load balancers
   * notice, the node accepts no new connections. Resolves when every request is answered or timed out.
   */
  async finish(delayMs: number): Promise<void> {
    this.stopping = true;
    for (const response of this.unanswered) if (!response.headersSent) response.setHeader('connection', 'close');
    if (delayMs > 0) await delay(delayMs);
    // `close` of an HTTP server would immediately cut idle connections on which a request may be arriving.
    if (this.server?.listening) NetServer.prototype.close.call(this.server);
    await Promise.all([
      this.until(() => this.sockets.size === 0, IDLE_MS),
      this.until(() => this.unanswered.size === 0, REQUESTS_MS),
    ]);
  }

  /** Destroys the remaining connections, including websockets. */
  cutOff(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async until(condition: () => boolean, limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (!condition() && performance.now() < deadline) await delay(POLL_MS);
  }
}

/** Minimum throughput of a request body: `bytes` in each interval. */
export interface LeastSpeed {
  bytes: number;
  /** Interval in milliseconds. */
  each: number;
}
/**
 * A minimum far below the throughput of any line that can upload a film, and far above that of a sender that only holds
 * the connection.
 */
const LEAST_SPEED: LeastSpeed = { bytes: 16 * 1_024, each: 60_000 };

/**
 * Cuts off requests whose bodies fall below the minimum throughput. Replaces a total time limit, which large files on
 * slow lines would exceed.
 */
export function enforceMinimumThroughput({ bytes, each }: LeastSpeed = LEAST_SPEED): RequestHandler {
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
/** Headers by which a client requests another protocol. */
const ASKING = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Answers requests that offer to switch to another protocol, such as HTTP/2 without TLS, as plain requests. Node passes
 * them only to 'upgrade' listeners, so they are parsed again without the upgrade headers.
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
  // latin1, as Node's parser decodes headers.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
