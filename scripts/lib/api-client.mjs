import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A refusal that the server gave: its HTTP status, its stable code, and its text for people. */
export class ApiRefusal extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string} what */
  constructor(status, code, message, what) {
    super(`${what}: ${status} ${message}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
  }
}

/** The server could not be reached, or broke off. */
export class NoAnswer extends Error {}

/** What a server, or a proxy before it, says while it restarts or has lost its stores for a moment. */
const AWAY = new Set([502, 503, 504]);
/** Of the refusals with these numbers, those that no waiting mends. */
const LASTING = new Set(['provider_failed', 'not_available']);
const IS_KEY = /^idempotency-key$/i;
const PATIENCE_MS = 30_000;
/** A server that was killed at its work counts that work as lost after this at the latest; a repeat waits for it. */
const LOST_WORK_MS = 6 * 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/** Writes that set values do the same when they are made again. */
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

/** One signed-in caller of a Storyreel server: speaks JSON and keeps the session's cookie. */
export class ApiClient {
  /** @type {Map<string, string>} */
  #cookies = new Map();

  /**
   * @param {string} baseUrl such as http://localhost:3000
   * @param {{ patienceMs?: number }} [options] for how long a call is repeated while the server is away
   */
  constructor(baseUrl, { patienceMs = PATIENCE_MS } = {}) {
    this.patienceMs = patienceMs;
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  get cookieHeader() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The cookies of this caller, for a browser that shall be signed in as the same user. */
  get cookies() {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.baseUrl }));
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} [options]
   * @returns {Promise<Response>} an answer below 400
   * @throws {ApiRefusal} for any other answer
   */
  async send(method, path, options = {}) {
    const isKeyed = Object.keys(options.headers ?? {}).some((name) => IS_KEY.test(name));
    const isRepeatable = isKeyed || method === 'GET' || SETS_VALUES.has(method) || options.repeatable;
    /** When an answer failed to come for the first time. @type {number | undefined} */
    let awaySince;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await this.#sendOnce(method, path, options);
      } catch (error) {
        // What is in progress after that is the first try of the same call.
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
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(this.baseUrl + path, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.#cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
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
   * The parsed body of an answer, of the type that the caller expects; the contracts say which.
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
   * As `json`, for a POST to a route that takes a key: it happens once, however often it has to be sent.
   * @template T
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<T>}
   */
  postOnce(path, body) {
    return this.json('POST', path, body, { 'idempotency-key': randomUUID() });
  }

  /** Saves an answer's body as a file, which has its name once it is whole. @param {string} path @param {string} file */
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
    // A server clears a cookie by sending it empty.
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
    // Not one of our error bodies: a proxy's page, say. Its text is all there is to tell.
    return new ApiRefusal(answer.status, 'unknown', text.slice(0, 200), what);
  }
}
