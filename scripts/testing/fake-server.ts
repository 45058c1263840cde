import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
  cookie: string;
  /** The idempotency key, empty when there is none. */
  key: string;
}
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string | string[]>;
}
/** First match wins. The pattern is matched against 'METHOD /path'; its groups are handed over. 'gone': no answer. */
export type Route = [pattern: RegExp, answer: (call: Call, ...groups: string[]) => Reply | 'gone'];

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** A server at the other end of the wire that answers what a test wants, and remembers what it was asked. */
export async function fakeServer(routes: Route[]) {
  const calls: Call[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const call = {
      method,
      path,
      body: await bodyOf(request),
      cookie: headers.cookie ?? '',
      key: String(headers['idempotency-key'] ?? ''),
    };
    calls.push(call);
    const route = routes.find(([pattern]) => pattern.test(`${method} ${path}`));
    const groups = route?.[0].exec(`${method} ${path}`)?.slice(1) ?? [];
    const reply = route?.[1](call, ...groups) ?? { status: 404, body: { message: 'Not found', code: 'not_found' } };
    if (reply === 'gone') return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
