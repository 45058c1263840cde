import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
  cookie: string;
  /** The idempotency key, or an empty string. */
  key: string;
}
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string | string[]>;
}
/**
 * The first match wins. The pattern is matched against 'METHOD /path', and its groups are passed on. 'gone' breaks the
 * connection without an answer.
 */
export type Route = [pattern: RegExp, answer: (call: Call, ...groups: string[]) => Reply | 'gone'];

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Starts an HTTP server that answers by the test's routes and records the requests. */
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
