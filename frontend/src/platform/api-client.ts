import { ERROR_CODES, type ErrorCode } from '@storyreel/contracts';
import type { ZodType } from 'zod';

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

/** One call to the server, with the session's cookie. Throws ApiError for a non-OK answer. */
export async function apiRequest<T>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  { signal, headers, schema, keepalive }: RequestOptions<T> = {},
): Promise<T> {
  const hasBody = body !== undefined;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: hasBody ? { 'content-type': 'application/json', ...headers } : { ...headers },
    ...(hasBody && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  return schema ? schema.parse(answer) : (answer as T);
}

/** Whether a request ended because we cancelled it; such an end is silent. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
