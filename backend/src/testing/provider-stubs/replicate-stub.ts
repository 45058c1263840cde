import { sendJson, StubServer } from './stub-server';

export const REPLICATE_TOKEN = 'r8_stub';

interface StubPrediction {
  id: string;
  model: string;
  input: Record<string, unknown>;
  status: string;
  output: unknown;
  error: string | null;
}

/** Replicate's predictions over HTTP, as far as the product uses them. */
export class ReplicateStub extends StubServer {
  readonly predictions = new Map<string, StubPrediction>();
  /** Files that outputs point to, by path. */
  readonly files = new Map<string, Buffer>();
  url = '';

  constructor() {
    super((request, response) => {
      const file = this.files.get(request.path);
      if (file) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(file);
      if (request.path.startsWith('/files/')) return sendJson(response, 404, { detail: 'gone' });
      if (request.headers.authorization !== `Bearer ${REPLICATE_TOKEN}`) {
        return sendJson(response, 401, { detail: 'Unauthenticated' });
      }
      const model = /^\/models\/([^/]+\/[^/]+)\/predictions$/.exec(request.path)?.[1];
      if (request.method === 'POST' && model) {
        const { input } = request.body as { input: Record<string, unknown> };
        return sendJson(response, 201, this.add(model, input));
      }
      const [, id = '', cancel] = /^\/predictions\/([^/]+)(\/cancel)?$/.exec(request.path) ?? [];
      const prediction = this.predictions.get(id);
      if (!prediction) return sendJson(response, 404, { detail: 'not found' });
      if (cancel) prediction.status = 'canceled';
      sendJson(response, 200, prediction);
    });
  }

  override async start(): Promise<string> {
    this.url = await super.start();
    return this.url;
  }

  finish(id: string, output: unknown): void {
    Object.assign(this.known(id), { status: 'succeeded', output });
  }

  fail(id: string, error: string): void {
    Object.assign(this.known(id), { status: 'failed', error });
  }

  get creates(): number {
    return this.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/models/')).length;
  }

  private known(id: string): StubPrediction {
    const prediction = this.predictions.get(id);
    if (!prediction) throw new Error(`The stub has no prediction ${id}.`);
    return prediction;
  }

  private add(model: string, input: Record<string, unknown>): StubPrediction {
    const id = `prediction-${this.predictions.size + 1}`;
    const prediction = { id, model, input, status: 'starting', output: null, error: null };
    this.predictions.set(id, prediction);
    return prediction;
  }
}
