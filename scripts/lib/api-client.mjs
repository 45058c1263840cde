import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A refusal by the server: its HTTP status, its stable code, and its message for users. */
export class ApiRefusal extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string} what */
  constructor(status, code, message, what) {
    super(`${what}: ${status} ${message}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
  }
}

/** The server could not be reached, or the connection broke. */
export class NoAnswer extends Error {}

/** Statuses of a server, or a proxy in front of it, that restarts or has briefly lost its databases. */
const AWAY = new Set([502, 503, 504]);
/** Codes of refusals that are permanent although they have one of these statuses. */
const LASTING = new Set(['provider_failed', 'not_available']);
const IS_KEY = /^idempotency-key$/i;
const PATIENCE_MS = 30_000;
/**
 * Time after which the work of a killed server counts as lost at the latest; a retry waits until then.
 */
const LOST_WORK_MS = 6 * 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/** Methods that set values, so that repeating them changes nothing more. */
const SETS_VALUES = new Set(['PATCH', 'PUT']);

/** @param {unknown} error */
const isInProgress = (error) => error instanceof ApiRefusal && error.code === 'already_in_progress';
/** @param {unknown} error */
const isAway = (error) =>
  error instanceof NoAnswer || (error instanceof ApiRefusal && AWAY.has(error.status) && !LASTING.has(error.code));

/**
 * @typedef {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal, repeatable?: boolean }} RequestOptions
 *   `repeatable`: the caller knows that the call does no harm when it is made again
 */

/** One user's client of a Storyreel server: sends JSON and keeps the session's cookie. */
export class ApiClient {
  /** @type {Map<string, string>} */
  #cookies = new Map();

  /**
   * @param {string} baseUrl such as http://localhost:3000
   * @param {{ patienceMs?: number }} [options] how long a call is repeated while the server is away
   */
  constructor(baseUrl, { patienceMs = PATIENCE_MS } = {}) {
    this.patienceMs = patienceMs;
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  get cookieHeader() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** This client's cookies, for signing a browser in as the same user. */
  get cookies() {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.baseUrl }));
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<Response>} a response below 400
   * @throws {ApiRefusal} for any other response, {NoAnswer} when none came
   */
  async send(method, path, options = {}) {
    const isKeyed = Object.keys(options.headers ?? {}).some((name) => IS_KEY.test(name));
    const isRepeatable = isKeyed || method === 'GET' || SETS_VALUES.has(method) || options.repeatable;
    /** Time of the first failed attempt. @type {number | undefined} */
    let awaySince;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await this.#sendOnce(method, path, options);
      } catch (error) {
        // After a failed attempt, work in progress under this key was started by that attempt.
        const isOurs = awaySince !== undefined && isKeyed && isInProgress(error);
        if (!isOurs && !(isAway(error) && isRepeatable)) throw error;
        awaySince ??= Date.now();
        const end = awaySince + (isOurs ? LOST_WORK_MS : this.patienceMs);
        if (options.signal?.aborted || Date.now() + wait > end) throw error;
      }
      await pause(wait);
    }
  }

  /** @param {string} method @param {string} path @param {RequestOptions} options */
  async #sendOnce(method, path, { body, headers = {}, signal }) {
    const what = `${method} ${path}`;
    const isFile = body instanceof Uint8Array;
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(this.baseUrl + path, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
          ...(this.#cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
          ...headers,
        },
        body: body === undefined ? undefined : isFile ? Buffer.from(body) : JSON.stringify(body),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new NoAnswer(`${what}: no answer from ${this.baseUrl} (${cause})`, { cause: error });
    }
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    if (answer.status >= 400) throw await refusal(answer, what);
    return answer;
  }

  /**
   * Returns the parsed body, typed as the caller expects; the contracts define the type.
   * @template T
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers]
   * @returns {Promise<T>}
   */
  async json(method, path, body, headers) {
    const answer = await this.send(method, path, { body, headers });
    return /** @type {T} */ (await answer.json());
  }

  /**
   * Like `json`, for a POST to a route with an idempotency key: executed once, however often it is sent.
   * @template T
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<T>}
   */
  postOnce(path, body) {
    return this.json('POST', path, body, { 'idempotency-key': randomUUID() });
  }

  /** Saves a response's body; the file gets its name once it is complete. @param {string} path @param {string} file */
  async download(path, file) {
    const answer = await this.send('GET', path, { headers: { accept: '*/*' } });
    if (!answer.body) throw new Error(`GET ${path}: the answer is empty`);
    const part = `${file}.part`;
    try {
      await pipeline(
        Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (answer.body)),
        createWriteStream(part),
      );
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
      throw new Error(`There is no space left for ${file}. Make room, then begin again.`, { cause: error });
    }
  }

  /** @param {string} line */
  #keep(line) {
    const pair = line.split(';', 1)[0] ?? '';
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    // A server deletes a cookie by an empty value.
    if (value === '') this.#cookies.delete(name.trim());
    else this.#cookies.set(name.trim(), value);
  }
}

/** @param {Response} answer @param {string} what */
async function refusal(answer, what) {
  const text = await answer.text();
  try {
    const { message, code } = JSON.parse(text);
    return new ApiRefusal(answer.status, code, message, what);
  } catch {
    // Not our error body, such as a proxy's page: only its text is available.
    return new ApiRefusal(answer.status, 'unknown', text.slice(0, 200), what);
  }
}
