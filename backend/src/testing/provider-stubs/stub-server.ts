import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface StubRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A real server on a free port of the loopback; it keeps every request that it has read to the end. */
export class StubServer {
  readonly requests: StubRequest[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(
    answer: (request: StubRequest, response: ServerResponse) => void,
    /** Returns true when it handles a request itself, before the body is read. */
    takesOver: (incoming: IncomingMessage) => boolean = () => false,
  ) {
    this.server = createServer((incoming, response) => {
      if (takesOver(incoming)) return;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const request = {
          method: incoming.method ?? 'GET',
          path: incoming.url ?? '/',
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        };
        this.requests.push(request);
        answer(request, response);
      });
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this.origin;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Hands requests for another protocol, such as a websocket's, to this listener. */
  onUpgrade(listener: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.server.on('upgrade', listener);
  }

  count(method: string, path: RegExp): number {
    return this.requests.filter((request) => request.method === method && path.test(request.path)).length;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
