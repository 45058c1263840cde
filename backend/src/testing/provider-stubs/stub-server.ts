import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}
export type Answer = (request: StubRequest, response: ServerResponse) => void;

/** How a call can go wrong. 'drop' cuts the connection after the request was taken. */
export type Fault = { status: number; headers?: Record<string, string>; body?: string } | 'drop' | 'malformed';

/** A server that speaks a provider's wire protocol, notes every call, and fails when told to. */
export class StubServer {
  readonly calls: StubRequest[] = [];
  private readonly faults: Fault[] = [];
  private readonly server: Server;

  constructor(private readonly answer: Answer) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next call fails like this; several queue up. */
  failNext(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const call: StubRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    this.calls.push(call);
    const fault = this.faults.shift();
    if (fault === undefined) return this.answer(call, response);
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'malformed')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":');
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    response.end(fault.body ?? '{"detail":"stub"}');
  }
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
