import { AsyncLocalStorage } from 'node:async_hooks';

/** One HTTP request and its answer, as sent over the wire: secrets are not removed yet. */
export interface HttpExchange {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Time of the monotonic clock. */
  startedAt: number;
  /** Milliseconds until the head of the answer, or until the failure. */
  ms: number;
  /** Null without an answer. */
  status: number | null;
  requestId: string | null;
  /** The part of a text answer that has been read so far; null for an answer of any other type. */
  body: string | null;
  cut: boolean;
  error: unknown;
}

/**
 * Maximum bytes kept of an answer: enough for any error page or JSON answer. The larger media that a provider makes are
 * stored elsewhere.
 */
const MAX_BODY = 16 * 1024;
const READABLE = /^(application\/([\w.+-]+\+)?json|text\/(?!event-stream))/i;
/** Headers in which providers send the request id that their support asks for. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'replicate-request-id', 'x-amzn-requestid', 'cf-ray'];

const listeners = new AsyncLocalStorage<(exchange: HttpExchange) => void>();

/**
 * Runs work and reports each HTTP exchange of its fetches when the exchange begins; the reported object is filled in
 * until the answer has been read.
 */
export const withExchanges = <T>(listen: (exchange: HttpExchange) => void, work: () => T): T =>
  listeners.run(listen, work);

/** Reports the beginning of an exchange; returns null when nobody listens. */
export function beginExchange(input: Parameters<typeof fetch>[0], init?: RequestInit): HttpExchange | null {
  const listen = listeners.getStore();
  if (!listen) return null;
  const asked = input instanceof Request ? input : null;
  const exchange: HttpExchange = {
    method: (init?.method ?? asked?.method ?? 'GET').toUpperCase(),
    url: input instanceof Request ? input.url : input.toString(),
    headers: Object.fromEntries(new Headers(init?.headers ?? asked?.headers)),
    startedAt: performance.now(),
    ms: 0,
    status: null,
    requestId: null,
    body: null,
    cut: false,
    error: null,
  };
  listen(exchange);
  return exchange;
}

export function exchangeFailed(exchange: HttpExchange | null, error: unknown): void {
  if (exchange) Object.assign(exchange, { error, ms: Math.round(performance.now() - exchange.startedAt) });
}

/** Notes an answer's head; returns a function that receives the chunks of its body. */
export function exchangeAnswered(
  exchange: HttpExchange | null,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): (chunk: Uint8Array) => void {
  if (!exchange) return () => undefined;
  const requestId = REQUEST_IDS.map((name) => headers.get(name)).find((id) => id !== null) ?? null;
  const isReadable = READABLE.test(headers.get('content-type') ?? '');
  Object.assign(exchange, {
    status,
    requestId,
    ms: Math.round(performance.now() - exchange.startedAt),
    body: isReadable ? '' : null,
  });
  const decoder = new TextDecoder();
  let left = MAX_BODY;
  return (chunk) => {
    if (exchange.body === null) return;
    exchange.cut ||= chunk.length > left;
    exchange.body += decoder.decode(chunk.subarray(0, left), { stream: true });
    left = Math.max(0, left - chunk.length);
  };
}
