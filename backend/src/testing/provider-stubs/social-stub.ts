import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, type StubRequest, StubServer } from './stub-server';

export interface StubAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Faults on the wire. `answer`: refused without acting. `drop`, `half`, `endless` and `nul`: the stub acts, and its
 * response is lost, truncated, endless, or full of characters that cannot be stored. `cut` reads this many bytes of the
 * body and closes the connection; `stall` reads none, and never answers. `pass`: no fault.
 */
export type SocialFault =
  | ({ kind: 'answer' } & StubAnswer)
  | { kind: 'pass' | 'drop' | 'half' | 'endless' | 'nul' | 'stall' }
  | { kind: 'cut'; bytes: number };

export interface Routed {
  operation: string;
  /** True for a route that needs no access token. */
  isOpen?: true;
  act: () => StubAnswer;
}

/** The parts shared by all platforms' stubs: tokens and faults. */
export abstract class SocialStub {
  static readonly clientId = 'stub-client';
  static readonly clientSecret = 'stub-client-secret';
  /** The currently valid access token. */
  access = 'access-1';
  /** The currently valid refresh token; null when none is accepted any more. */
  refresh: string | null = 'refresh-1';
  /** True when a refresh also returns a new refresh token. */
  sendsRefresh = true;
  refreshes = 0;
  /** The secret that the platform expects. */
  secret: string = SocialStub.clientSecret;
  /** Scopes that the account's owner has granted; null when the platform lists none. */
  scopes: string | null = null;
  /** Forms that withdrew a token. */
  readonly withdrawals: Record<string, string>[] = [];
  /** Called for a request that gets no response. */
  onStall = (): void => undefined;
  /** Lifetime of an access token in seconds. */
  lifetime = 3_600;
  /** Receives the part of an upload that arrived before the connection was cut. */
  protected onCut(_request: StubRequest): void {}
  private readonly faults = new Map<string, SocialFault[]>();
  readonly server = new StubServer(
    (request, response) => this.answer(request, response),
    (incoming) => this.takesOver(incoming),
  );

  protected abstract routed(request: StubRequest): Routed | null;
  /** The platform's response to an invalid token. */
  protected abstract readonly unauthorized: StubAnswer;
  /** The number of published posts. */
  abstract get published(): number;

  start(): Promise<string> {
    return this.server.listen();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  failNext(operation: string, ...faults: SocialFault[]): void {
    this.faults.set(operation, [...(this.faults.get(operation) ?? []), ...faults]);
  }

  heal(): void {
    this.faults.clear();
  }

  /** Issues the tokens of a consent or a refresh; earlier ones become invalid. */
  protected renew(): StubAnswer {
    this.refreshes += 1;
    this.access = `access-${this.refreshes + 1}`;
    const refresh = this.sendsRefresh ? { refresh_token: (this.refresh = `refresh-${this.refreshes + 1}`) } : {};
    return {
      status: 200,
      body: {
        access_token: this.access,
        expires_in: this.lifetime,
        token_type: 'Bearer',
        ...(this.scopes !== null && { scope: this.scopes }),
        ...refresh,
      },
    };
  }

  /** Answers a request to the token endpoint. */
  protected grant(fields: URLSearchParams, id: 'client_id' | 'client_key'): StubAnswer {
    const isClient = fields.get(id) === SocialStub.clientId && fields.get('client_secret') === this.secret;
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
    const isGood =
      fields.get('grant_type') === 'authorization_code'
        ? fields.get('code') === 'stub-code' && (fields.get('code_verifier')?.length ?? 0) >= 43
        : fields.get('refresh_token') === this.refresh;
    return isGood ? this.renew() : { status: 400, body: { error: 'invalid_grant' } };
  }

  protected withdraw(fields: URLSearchParams): StubAnswer {
    this.withdrawals.push(Object.fromEntries(fields));
    return { status: 200, body: {} };
  }

  private answer(request: StubRequest, response: ServerResponse): void {
    const routed = this.routed(request);
    if (routed === null) return sendJson(response, 404, { error: 'not found' });
    const fault = this.faults.get(routed.operation)?.shift();
    if (fault?.kind === 'answer') return send(fault, response);
    const isKnown = routed.isOpen || request.headers.authorization === `Bearer ${this.access}`;
    const answer = isKnown ? routed.act() : this.unauthorized;
    switch (fault?.kind) {
      case 'drop':
        return void response.socket?.destroy();
      case 'half':
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end('{"id": "half of an ans');
      case 'endless':
        return endless(response);
      case 'nul':
        return send({ ...answer, body: withNuls(answer.body) }, response);
      default:
        return send(answer, response);
    }
  }

  private takesOver(incoming: IncomingMessage): boolean {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const request = { method, path, headers, body: Buffer.alloc(0) };
    const operation = this.routed(request)?.operation ?? '';
    const fault = this.faults.get(operation)?.[0];
    if (fault === undefined || (fault.kind !== 'cut' && fault.kind !== 'stall')) return false;
    this.faults.get(operation)?.shift();
    if (fault.kind === 'cut') this.cut(incoming, request, fault.bytes);
    else this.onStall();
    return true;
  }

  private cut(incoming: IncomingMessage, request: StubRequest, most: number): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => {
      if (bytes >= most) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < most) return;
      this.onCut({ ...request, body: Buffer.concat(chunks).subarray(0, most) });
      incoming.socket.destroy();
    });
  }
}

function send({ status, body, headers = {} }: StubAnswer, response: ServerResponse): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else sendJson(response, status, body, headers);
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536, ' '), () => setImmediate(more)));
  more();
}

/** Returns the value with a NUL at the end of each of its texts. */
function withNuls(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\0`;
  if (Array.isArray(value)) return value.map(withNuls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNuls(part)]));
}

export const fieldsOf = ({ body }: StubRequest): URLSearchParams => new URLSearchParams(body.toString('utf8'));
