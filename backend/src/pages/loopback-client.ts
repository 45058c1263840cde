import { get, type Server } from 'node:http';
import { NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import { REQUEST_ID_HEADER } from '../infra/http/request-context';

export interface ApiAnswer {
  status: number;
  body: unknown;
}

export interface VisitorIdentity {
  /** Requests an API address as the visitor. Returns null for a response that is late, too large or broken. */
  (address: string, visitor: { cookie: string; requestId: string; signal: AbortSignal }): Promise<ApiAnswer | null>;
}

/** Maximum bytes of one response. */
const MAX_BYTES = 256 * 1_024;

/**
 * Calls the server over loopback as the visitor's browser would, so that the guards of a route also protect data
 * inlined in a page.
 * @param server must be listening when the first call is made
 */
export const loopbackClientOf =
  (server: Server): VisitorIdentity =>
  (address, { cookie, requestId, signal }) =>
    new Promise((resolve) => {
      const place = server.address();
      if (place === null || typeof place === 'string') return resolve(null);
      const host = place.family === 'IPv6' ? '::1' : '127.0.0.1';
      const headers = { cookie, [REQUEST_ID_HEADER]: requestId };
      // Without an agent, nothing keeps the connection open when the server stops.
      const request = get({ host, port: place.port, path: address, headers, agent: false, signal });
      request.once('error', () => resolve(null));
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if ((size += chunk.length) > MAX_BYTES) response.destroy();
        });
        response.once('error', () => resolve(null));
        response.once('close', () => {
          // A list with more pages is left to the browser, which fetches all of them itself.
          const isWhole = response.complete && response.headers[NEXT_CURSOR_HEADER] === undefined;
          resolve(isWhole ? answerOf(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')) : null);
        });
      });
    });

function answerOf(status: number, text: string): ApiAnswer | null {
  try {
    return { status, body: JSON.parse(text) };
  } catch {
    return null;
  }
}
