import { ERROR_CODES, type ErrorCode, NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { ZodType } from 'zod';
import { session } from './session';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A non-OK answer. message: '{status}: {body, or the status text when the body is empty}'. */
export class ApiError extends Error {
  readonly code: ErrorCode | undefined;
  /** The answer's own words for people, when it is one of our error bodies. */
  readonly serverMessage: string | undefined;

  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const parsed = parseErrorBody(body);
    this.code = parsed?.code;
    this.serverMessage = parsed?.message;
  }
}

function parseErrorBody(body: string): { code: ErrorCode; message: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed) || !('message' in parsed))
      return undefined;
    const code = ERROR_CODES.find((known) => known === parsed.code);
    return code && typeof parsed.message === 'string' ? { code, message: parsed.message } : undefined;
  } catch {
    // A proxy's HTML page, say: the status and the raw body are all there is to tell.
    return undefined;
  }
}

export interface RequestOptions<T> {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Checks the answer; without it our server, which is tested against the contracts, vouches for T. */
  schema?: ZodType<T>;
  /** Lets the request outlive the page (leaving in the middle of a save). At most 64 KB. */
  keepalive?: boolean;
}

/**
 * One call to the server, with the session's cookie.
 * @throws ApiError for a non-OK answer, SessionEnded when it waited for a sign-in and the user left instead
 */
export async function apiRequest<T>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  options: RequestOptions<T> = {},
): Promise<T> {
  return (await exchange(method, path, body, options)).answer;
}

export interface ListPage<T> {
  items: T[];
  /** Null on the last page. */
  next: string | null;
}

/** One page of a list. The path may have a query of its own. */
export async function apiPage<T>(
  path: string,
  { cursor, limit, signal }: { cursor?: string | null; limit?: number; signal?: AbortSignal } = {},
): Promise<ListPage<T>> {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  const address = query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
  const { answer, response } = await exchange<T[]>('GET', address, undefined, { signal });
  return { items: answer, next: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** A whole list, however many pages it takes. */
export async function apiList<T>(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<T[]> {
  let page = await apiPage<T>(path, { signal });
  const items = page.items;
  while (page.next !== null) {
    page = await apiPage<T>(path, { signal, cursor: page.next });
    items.push(...page.items);
  }
  return items;
}

async function exchange<T>(
  method: HttpMethod,
  path: string,
  body: unknown,
  { signal, headers, schema, keepalive }: RequestOptions<T>,
): Promise<{ answer: T; response: Response }> {
  const call = (): Promise<Response> => send(method, path, body, { signal, headers, keepalive });
  const response = await (ABOUT_SESSIONS.has(path) ? call() : withSession(call, signal));
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  return { answer: schema ? schema.parse(answer) : (answer as T), response };
}

/** Calls that find out who is signed in; a 401 is their answer. */
const ABOUT_SESSIONS: ReadonlySet<string> = new Set(['/api/auth/user', '/api/login', '/api/register']);

/** An expired session interrupts and loses nothing: the same call goes out again once the user is back. */
export async function withSession<Answer extends { status: number }>(
  call: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 401 || !(await session.renewed(signal))) return answer;
  }
}

function send(
  method: HttpMethod,
  path: string,
  body: unknown,
  { signal, headers, keepalive }: Omit<RequestOptions<unknown>, 'schema'>,
): Promise<Response> {
  const hasBody = body !== undefined;
  return fetch(path, {
    method,
    credentials: 'include',
    headers: hasBody ? { 'content-type': 'application/json', ...headers } : { ...headers },
    ...(hasBody && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
}

/** Whether a request ended because we cancelled it; such an end is silent. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
