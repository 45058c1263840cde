import { ERROR_CODES, NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { ErrorCode } from '@storyreel/contracts';
import type { ZodType } from 'zod';
import { dropFirstAnswers, takeFirstAnswer } from '../prerender/prerender';
import { session, SessionEnded } from '../session/session';
import { createStore } from '../store';

export interface Refusal {
  code: ErrorCode | undefined;
  /** Path of the screen where the user can resolve the refusal. */
  link: string;
}

/**
 * The newest refusal that the user can resolve elsewhere, until it is dismissed. The refused action shows its error
 * separately.
 */
export const refusal = createStore<Refusal | null>(null);

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A response with an error status. Its message is '{status}: {body, or the status text when the body is empty}'. */
export class ApiError extends Error {
  readonly code: ErrorCode | undefined;
  /** The message for the user, if the body has the API's error format. */
  readonly serverMessage: string | undefined;
  /** Path of the screen where the user can resolve the error. */
  readonly link: string | undefined;

  constructor(
    readonly status: number,
    readonly body: string,
    readonly statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const parsed = parseErrorBody(body);
    this.code = parsed?.code;
    this.serverMessage = parsed?.message;
    this.link = parsed?.link;
  }
}

function parseErrorBody(body: string): { code: ErrorCode; message: string; link?: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed) || !('message' in parsed))
      return undefined;
    const code = ERROR_CODES.find((known) => known === parsed.code);
    if (!code || typeof parsed.message !== 'string') return undefined;
    const link = 'link' in parsed && typeof parsed.link === 'string' ? parsed.link : undefined;
    return { code, message: parsed.message, link };
  } catch {
    // The body does not have the API's error format, such as a proxy's HTML page, so only the status and the raw body
    // are available.
    return undefined;
  }
}

/** Schema of a response, or a function that loads a schema which is not part of the first page load. */
export type AnswerSchema<T> = ZodType<T> | (() => Promise<ZodType<T>>);

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the request outlive the page, for a save while leaving it. At most 64 KB. */
  keepalive?: boolean;
}

/**
 * Sends one request with the session's cookie. Without a schema, the response is not parsed.
 * @throws ApiError for a response with an error status; SessionEnded when the request waited for a new sign-in and the
 * user left instead
 */
export async function apiRequest<T>(
  method: HttpMethod,
  path: string,
  body: unknown,
  options: RequestOptions & { schema: AnswerSchema<T> },
): Promise<T>;
export async function apiRequest(
  method: HttpMethod,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<void>;
export async function apiRequest<T>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  { schema, ...options }: RequestOptions & { schema?: AnswerSchema<T> } = {},
): Promise<T | void> {
  const early = method === 'GET' ? takeFirstAnswer(path) : undefined;
  if (early !== undefined) return early as T;
  const reader = schema && loaded(schema);
  // A command waits for its schema before it is sent: otherwise it could take effect and still be reported as failed.
  // Keepalive requests do not wait, since they can be repeated.
  if (method !== 'GET' && !options.keepalive) await reader;
  const { text } = await exchange(method, path, body, options);
  if (reader) return (await reader).parse(JSON.parse(text));
}

/** Loads the schema while the request is in flight; a failure is only reported to the caller that awaits the schema. */
function loaded<T>(schema: AnswerSchema<T>): Promise<ZodType<T>> {
  const reader = typeof schema === 'function' ? schema() : Promise.resolve(schema);
  reader.catch(() => undefined);
  return reader;
}

export interface ListPage<T> {
  items: T[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

interface ListOptions<T> {
  /** Schema of one item. */
  schema: AnswerSchema<T>;
  signal?: AbortSignal;
}

interface PageOptions<T> extends ListOptions<T> {
  cursor?: string | null;
  limit?: number;
}

/** Reads one page of a list. The path may already contain a query string. */
export async function apiPage<T>(
  path: string,
  { schema, signal, cursor, limit }: PageOptions<T>,
): Promise<ListPage<T>> {
  const list = async () => (await loaded(schema)).array();
  const { answer, next } = await apiAnswerPage(path, { schema: list, signal, cursor, limit });
  return { items: answer, next };
}

/** Reads one page of a response that contains more than a list; the schema describes the whole response. */
export async function apiAnswerPage<T>(
  path: string,
  { schema, signal, cursor, limit }: PageOptions<T>,
): Promise<{ answer: T; next: string | null }> {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  const address = query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
  const early = takeFirstAnswer(address);
  if (early !== undefined) return { answer: early as T, next: null };
  const reader = loaded(schema);
  const { text, response } = await exchange('GET', address, undefined, { signal });
  const answer = (await reader).parse(JSON.parse(text));
  return { answer, next: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** Reads all pages of a list. */
export async function apiList<T>(path: string, options: ListOptions<T>): Promise<T[]> {
  let page = await apiPage(path, options);
  const items = page.items;
  while (page.next !== null) {
    page = await apiPage(path, { ...options, cursor: page.next });
    items.push(...page.items);
  }
  return items;
}

async function exchange(
  method: HttpMethod,
  path: string,
  body: unknown,
  options: RequestOptions,
): Promise<{ text: string; response: Response }> {
  if (method !== 'GET') dropFirstAnswers();
  const call = (): Promise<Response> => send(method, path, body, options);
  const response = await (ABOUT_SESSIONS.has(path) ? call() : withSession(call, options.signal));
  const text = await response.text();
  if (!response.ok) {
    const error = new ApiError(response.status, text, response.statusText);
    if (error.link !== undefined) refusal.set({ code: error.code, link: error.link });
    throw error;
  }
  return { text, response };
}

/** Routes that determine the user. For them, a 401 is a normal response and does not interrupt the session. */
const ABOUT_SESSIONS: ReadonlySet<string> = new Set(['/api/auth/user', '/api/login', '/api/register']);

/** Runs the call, and repeats it after the user has signed in again, so that an expired session loses nothing. */
export async function withSession<Answer extends { status: number }>(
  call: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const asked = session.getState();
    const answer = await call();
    if (answer.status !== 401 || !(await session.renewed(signal, asked))) return answer;
  }
}

function send(
  method: HttpMethod,
  path: string,
  body: unknown,
  { signal, headers, keepalive }: RequestOptions,
): Promise<Response> {
  const hasBody = body !== undefined;
  // A file is sent as it is, with its own content type.
  const isFile = body instanceof Blob;
  const contentType = isFile ? body.type : 'application/json';
  return fetch(path, {
    method,
    credentials: 'include',
    headers: hasBody ? { 'content-type': contentType, ...headers } : { ...headers },
    ...(hasBody && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
}

/** True if the server answered with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);

/** True if a call failed because there is no session, so that a retry cannot succeed. */
export const isSessionOver = (error: unknown): boolean => error instanceof SessionEnded || hasStatus(error, 401);

/** True if the front end cancelled the request itself; such errors are not reported. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Maximum size of a keepalive body, below the browsers' limit of 64 KB for all keepalive bodies together. */
const KEEPALIVE_BYTES = 60_000;

/** Returns true if a request with this JSON body can outlive its page. */
export const fitsKeepalive = (body: unknown): boolean => new Blob([JSON.stringify(body)]).size <= KEEPALIVE_BYTES;
