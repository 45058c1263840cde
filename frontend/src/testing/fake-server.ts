import { codeOfStatus, type ErrorCode } from '@storyreel/contracts';
import { answerProblems, findRoute, type FoundRoute, requestProblems } from '@storyreel/contracts/testing';
import type { HttpMethod } from '../platform/http/api-client';
import { reportLie } from './lies';

/** HTTP methods, including one that components use without the API client. */
export type FakeMethod = HttpMethod | 'HEAD';

export interface FakeCall {
  method: FakeMethod;
  /** Path without the query string. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  /** Signal that is aborted when the caller gives up. */
  signal: AbortSignal | null;
}
export interface FakeAnswer {
  status?: number;
  json?: unknown;
  text?: string;
  blob?: Blob;
  headers?: Record<string, string>;
}
export type Handler = (call: FakeCall & { params: string[] }) => FakeAnswer | Promise<FakeAnswer>;
interface Route {
  method: FakeMethod;
  pattern: RegExp;
  handle: Handler;
  /** True when the route's responses violate the contracts on purpose. */
  broken: boolean;
}

/** Matches every path of a method. */
const ANYWHERE = '*';

/** A raw upload whose progress, end or failure the test controls. */
export interface FakePut {
  url: string;
  file: File;
  contentType: string | null;
  aborted: boolean;
  progress(fraction: number): void;
  finish(status?: number): void;
}

function responseOf({ status = 200, json, text, blob, headers = {} }: FakeAnswer): Response {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = {
    ok: status < 400,
    status,
    statusText: `Status ${status}`,
    headers: { get: (name: string) => known.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(text ?? (json === undefined ? '' : JSON.stringify(json))),
    blob: () => Promise.resolve(blob ?? new Blob([])),
  };
  return answer as unknown as Response;
}

/**
 * Replaces the network in a test: answers fetch calls, and receives raw uploads like the API. If several routes match,
 * the last one is used. Requests and responses are checked against the contracts, and a violation fails the test.
 */
export class FakeServer {
  readonly calls: FakeCall[] = [];
  readonly puts: FakePut[] = [];
  /** True to hold uploads until the test finishes them. */
  holdUploads = false;
  private readonly routes: Route[] = [];

  /**
   * Adds a route. The path is '/api/scenes/:id/images', or '*' for all paths of a method. Its responses must fit the
   * contracts.
   */
  on(method: FakeMethod, path: string, handle: Handler): this {
    return this.route(method, path, handle, false);
  }

  /** Adds a route whose responses may violate the contracts, such as a proxy's page or one with a missing field. */
  breaks(method: FakeMethod, path: string, handle: Handler): this {
    return this.route(method, path, handle, true);
  }

  private route(method: FakeMethod, path: string, handle: Handler, broken: boolean): this {
    if (path !== ANYWHERE && !contractOf(method, path)) {
      throw new Error(`The contracts know no route ${method} ${path}`);
    }
    const pattern = path === ANYWHERE ? /./ : new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '([^/]+)')}$`);
    this.routes.unshift({ method, pattern, handle, broken });
    return this;
  }

  /** Makes the route answer with the API's error body from now on. */
  fail(
    method: HttpMethod,
    path: string,
    status: number,
    message = 'It went wrong.',
    code: ErrorCode = codeOfStatus(status),
  ): this {
    return this.on(method, path, () => ({ status, json: { message, code } }));
  }

  /** Makes requests to the route fail as if there were no network. */
  disconnect(method: HttpMethod, path: string): this {
    return this.on(method, path, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  sent(method: HttpMethod, path: string | RegExp): FakeCall[] {
    return this.calls.filter((call) => {
      const matches = typeof path === 'string' ? call.path === path : path.test(call.path);
      return call.method === method && matches;
    });
  }

  install(): void {
    globalThis.fetch = (input, init) => {
      const address = typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
      // As with a browser's fetch, an aborted request rejects at once, whatever the server does.
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        this.answer(address, init).then(resolve, reject);
      });
    };
    globalThis.XMLHttpRequest = fakeXhr(this) as unknown as typeof XMLHttpRequest;
  }

  private async answer(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, 'http://localhost');
    const method = (init.method ?? 'GET') as FakeMethod;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call: FakeCall = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
      signal: init.signal ?? null,
    };
    this.calls.push(call);
    const contract = contractOf(method, url.pathname);
    if (!contract) {
      reportLie(`${method} ${url.pathname}`, ['The contracts know no such route']);
      return responseOf(NOT_FOUND);
    }
    this.checkRequest(contract, call);
    if (init.credentials !== 'include') reportLie(`${contract.name} was sent`, [NO_SESSION]);
    for (const route of this.routes) {
      // Like a real server, answers HEAD by the GET route.
      const isMeant = route.method === method || (method === 'HEAD' && route.method === 'GET');
      const match = isMeant ? route.pattern.exec(url.pathname) : null;
      if (!match) continue;
      const answered = await route.handle({ ...call, params: match.slice(1).map(decodeURIComponent) });
      if (!route.broken && method !== 'HEAD') checkAnswer(contract, answered);
      return responseOf(method === 'HEAD' ? { status: answered.status, headers: answered.headers } : answered);
    }
    reportLie(contract.name, ['The fake does not serve this route']);
    return responseOf(NOT_FOUND);
  }

  protected checkRequest(contract: FoundRoute, { query, body }: FakeCall): void {
    reportLie(`${contract.name} was sent`, requestProblems(contract, { query: Object.fromEntries(query), body }));
  }
}

const NO_SESSION = 'the call carries no session';
const NOT_FOUND: FakeAnswer = { status: 404, json: { message: 'Not found', code: 'not_found' } };

const contractOf = (method: FakeMethod, path: string): FoundRoute | null =>
  findRoute(method === 'HEAD' ? 'GET' : method, path);

function checkAnswer(contract: FoundRoute, { status = 200, json, text, blob }: FakeAnswer): void {
  const problems = answerProblems(contract, { status, body: text === undefined ? json : text });
  const extra = blob && contract.answer !== 'file' ? ['a file: should be JSON'] : [];
  reportLie(`${contract.name} answered`, [...problems, ...extra]);
}

const fakeXhr = (server: FakeServer) =>
  class {
    readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    withCredentials = false;
    status = 0;
    statusText = '';
    responseText = '';
    private url = '';
    private method = 'PUT';
    private readonly headers: Record<string, string> = {};
    private contentType: string | null = null;
    private sent: FakePut | null = null;

    open(method: string, url: string): void {
      this.method = method;
      this.url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
      if (name.toLowerCase() === 'content-type') this.contentType = value;
    }

    abort(): void {
      if (this.sent) this.sent.aborted = true;
      this.onabort?.();
    }

    /** Answers a file that is sent by another method than PUT like any other request. */
    private async call(body: Blob): Promise<void> {
      const credentials = this.withCredentials ? 'include' : 'omit';
      const answer = await fetch(this.url, { method: this.method, headers: this.headers, body, credentials });
      this.status = answer.status;
      this.responseText = await answer.text();
      this.onload?.();
    }

    send(file: File): void {
      if (this.method !== 'PUT') return void this.call(file).catch(() => this.onerror?.());
      this.sent = {
        url: this.url,
        file,
        contentType: this.contentType,
        aborted: false,
        progress: (fraction) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: fraction * 100, total: 100 }),
        finish: (status = 200) => {
          this.status = status;
          this.onload?.();
        },
      };
      const { pathname, origin } = new URL(this.url, 'http://localhost');
      if (!contractOf('PUT', pathname)) reportLie(`PUT ${pathname}`, ['The contracts know no such route']);
      if (origin === location.origin && !this.withCredentials) reportLie(`PUT ${pathname} was sent`, [NO_SESSION]);
      server.puts.push(this.sent);
      if (!server.holdUploads) this.sent.finish();
    }
  };
