import type { HttpMethod } from '../platform/api-client';

/** What components call by themselves, beside what goes through the API client. */
type FakeMethod = HttpMethod | 'HEAD';

export interface FakeCall {
  method: FakeMethod;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}
export interface FakeAnswer {
  status?: number;
  json?: unknown;
  text?: string;
  blob?: Blob;
  headers?: Record<string, string>;
}
type Handler = (call: FakeCall & { params: string[] }) => FakeAnswer | Promise<FakeAnswer>;
interface Route {
  method: FakeMethod;
  pattern: RegExp;
  handle: Handler;
}

/** A raw upload that the test lets go on, end or fail. */
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

/** The network's edge in a test: answers fetch and takes raw uploads as the API does. The last matching route counts. */
export class FakeServer {
  readonly calls: FakeCall[] = [];
  readonly puts: FakePut[] = [];
  /** Uploads wait for the test to finish them. */
  holdUploads = false;
  private readonly routes: Route[] = [];

  /** path: '/api/scenes/:id/images'. */
  on(method: FakeMethod, path: string, handle: Handler): this {
    const pattern = new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '([^/]+)')}$`);
    this.routes.unshift({ method, pattern, handle });
    return this;
  }

  /** Answers with an error as the API does, from now on. */
  fail(method: HttpMethod, path: string, status: number, message = 'It went wrong.', code = 'internal'): this {
    return this.on(method, path, () => ({ status, json: { message, code } }));
  }

  /** The network is gone for this address. */
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
    globalThis.fetch = (input, init) =>
      this.answer(typeof input === 'string' ? input : 'url' in input ? input.url : input.href, init);
    globalThis.XMLHttpRequest = fakeXhr(this) as unknown as typeof XMLHttpRequest;
  }

  private async answer(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, 'http://localhost');
    const method = (init.method ?? 'GET') as FakeMethod;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call: FakeCall = { method, path: url.pathname, query: url.searchParams, body };
    this.calls.push(call);
    for (const route of this.routes) {
      const match = route.method === method ? route.pattern.exec(url.pathname) : null;
      if (!match) continue;
      const answered = await route.handle({ ...call, params: match.slice(1).map(decodeURIComponent) });
      return responseOf(answered);
    }
    return responseOf({ status: 404, json: { message: 'Not found', code: 'not_found' } });
  }
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
    private contentType: string | null = null;
    private sent: FakePut | null = null;

    open(_method: string, url: string): void {
      this.url = url;
    }

    setRequestHeader(name: string, value: string): void {
      if (name.toLowerCase() === 'content-type') this.contentType = value;
    }

    abort(): void {
      if (this.sent) this.sent.aborted = true;
      this.onabort?.();
    }

    send(file: File): void {
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
      server.puts.push(this.sent);
      if (!server.holdUploads) this.sent.finish();
    }
  };
