import { get, type Server } from 'node:http';
import { NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import { REQUEST_ID_HEADER } from '../infra/http/request-context';

export interface ApiAnswer {
  status: number;
  body: unknown;
}

export interface Asker {
  /** Asks an address of the API in a visitor's name. Null for what does not come in time, or is too much. */
  (address: string, visitor: { cookie: string; requestId: string; signal: AbortSignal }): Promise<ApiAnswer | null>;
}

/** Of one answer. */
const MAX_BYTES = 256 * 1_024;

/**
 * Asks the server itself, as the visitor's browser would: whatever guards a route guards what is put into a page.
 * @param server which listens by the time somebody asks
 */
export const loopbackClientOf =
  (server: Server): Asker =>
  (address, { cookie, requestId, signal }) =>
    new Promise((resolve) => {
      const place = server.address();
      if (place === null || typeof place === 'string') return resolve(null);
      const host = place.family === 'IPv6' ? '::1' : '127.0.0.1';
      const headers = { cookie, [REQUEST_ID_HEADER]: requestId };
      // A connection of its own, which nothing keeps open when the server stops.
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
          // The browser pages on from a list's first page by itself.
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
