import { ERROR_CODES, NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { ErrorCode } from '@storyreel/contracts';
import type { ZodType } from 'zod';
import { dropFirstAnswers, takeFirstAnswer } from '../prerender/prerender';
import { session, SessionEnded } from '../session/session';
import { createStore } from '../store';

export interface Refusal {
  code: ErrorCode | undefined;
  /** An address of the application. */
  link: string;
}

/** The newest refusal that something can be done about, until it is seen to. What was refused tells of it in its own way. */
export const refusal = createStore<Refusal | null>(null);

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A non-OK answer. message: '{status}: {body, or the status text when the body is empty}'. */
export class ApiError extends Error {
  readonly code: ErrorCode | undefined;
  /** The answer's own words for people, when it is one of our error bodies. */
  readonly serverMessage: string | undefined;
  /** Where in the application something can be done about it. */
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
    // A proxy's HTML page, say: the status and the raw body are all there is to tell.
    return undefined;
  }
}

/** What an answer is read with; a function fetches a schema that the first load leaves out. */
export type AnswerSchema<T> = ZodType<T> | (() => Promise<ZodType<T>>);

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the request outlive the page (leaving in the middle of a save). At most 64 KB. */
  keepalive?: boolean;
}

/**
 * One call to the server, with the session's cookie. Without a schema nobody reads the answer.
 * @throws ApiError for a non-OK answer, SessionEnded when it waited for a sign-in and the user left instead
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
  // A command whose answer could not be read is not sent, or it would be done and called failed. What may outlive the
  // page does not wait, and can be repeated.
  if (method !== 'GET' && !options.keepalive) await reader;
  const { text } = await exchange(method, path, body, options);
  if (reader) return (await reader).parse(JSON.parse(text));
}

/** Fetched while the answer is on its way; that it did not come is told to whoever waits for it. */
function loaded<T>(schema: AnswerSchema<T>): Promise<ZodType<T>> {
  const reader = typeof schema === 'function' ? schema() : Promise.resolve(schema);
  reader.catch(() => undefined);
  return reader;
}

export interface ListPage<T> {
  items: T[];
  /** Null on the last page. */
  next: string | null;
}

interface ListOptions<T> {
  /** Of one entry. */
  schema: AnswerSchema<T>;
  signal?: AbortSignal;
}

interface PageOptions<T> extends ListOptions<T> {
  cursor?: string | null;
  limit?: number;
}

/** One page of a list. The path may have a query of its own. */
export async function apiPage<T>(
  path: string,
  { schema, signal, cursor, limit }: PageOptions<T>,
): Promise<ListPage<T>> {
  const list = async () => (await loaded(schema)).array();
  const { answer, next } = await apiAnswerPage(path, { schema: list, signal, cursor, limit });
  return { items: answer, next };
}

/** The same of an answer that is more than a list; the schema is that of the whole. */
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

/** A whole list, however many pages it takes. */
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

/** Calls that find out who is signed in; a 401 is their answer. */
const ABOUT_SESSIONS: ReadonlySet<string> = new Set(['/api/auth/user', '/api/login', '/api/register']);

/** An expired session interrupts and loses nothing: the same call goes out again once the user is back. */
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
  // A file goes as it is, under its own type.
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

/** Whether a call was answered, with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);

/** Whether a call failed because nobody is signed in: no later one will do better. */
export const isSessionOver = (error: unknown): boolean => error instanceof SessionEnded || hasStatus(error, 401);

/** Whether a request ended because we cancelled it; such an end is silent. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Browsers refuse keepalive bodies that come to more than 64 KB together. */
const KEEPALIVE_BYTES = 60_000;

/** Whether a request with this JSON body may outlive its page. */
export const fitsKeepalive = (body: unknown): boolean => new Blob([JSON.stringify(body)]).size <= KEEPALIVE_BYTES;
