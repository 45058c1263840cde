import { randomUUID } from 'node:crypto';

export interface Served {
  status: number;
  body: unknown;
}

/** Attempts of a client before it reports failure to its user. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * A round-robin load balancer with a well-behaved client: the client retries only requests that cannot act twice
 * (reads, writes with an idempotency key, and requests that no node has received).
 */
export class RoundRobin {
  private turn = 0;
  cookie = '';

  constructor(private readonly nodes: readonly { url: string }[]) {}

  /** @returns the last response; its status is 0 when there was none */
  async send(method: string, path: string, body?: object): Promise<Served> {
    const key = randomUUID();
    let served: Served = { status: 0, body: null };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      served = await this.once(method, path, key, body);
      if (served.status !== 0 && served.status !== 503) break;
    }
    return served;
  }

  private async once(method: string, path: string, key: string, body?: object): Promise<Served> {
    const { url } = this.nodes[this.turn++ % this.nodes.length] ?? { url: '' };
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          cookie: this.cookie,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
        },
        body: body && JSON.stringify(body),
      });
      const [session] = response.headers.getSetCookie();
      if (session?.startsWith('storyreel_') && !session.startsWith('storyreel_position'))
        this.cookie = session.split(';')[0] ?? '';
      return { status: response.status, body: await response.json() };
    } catch (error) {
      // The error is recognised by its name: a test runner's realm has error classes of its own.
      if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return { status: 0, body: null };
      throw error;
    }
  }
}
