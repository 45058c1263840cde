import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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

/** @typedef {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal }} RequestOptions */

/** One signed-in caller of a Storyreel server: speaks JSON and keeps the session's cookie. */
export class ApiClient {
  /** @type {Map<string, string>} */
  #cookies = new Map();

  /** @param {string} baseUrl such as http://localhost:3000 */
  constructor(baseUrl) {
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
  async send(method, path, { body, headers = {}, signal } = {}) {
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
      throw new Error(`${what}: no answer from ${this.baseUrl} (${cause})`, { cause: error });
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
   * @returns {Promise<T>}
   */
  async json(method, path, body) {
    const answer = await this.send(method, path, { body });
    return /** @type {T} */ (await answer.json());
  }

  /** Saves an answer's body as a file. @param {string} path @param {string} file */
  async download(path, file) {
    const answer = await this.send('GET', path, { headers: { accept: '*/*' } });
    if (!answer.body) throw new Error(`GET ${path}: the answer is empty`);
    await pipeline(
      Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (answer.body)),
      createWriteStream(file),
    );
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
