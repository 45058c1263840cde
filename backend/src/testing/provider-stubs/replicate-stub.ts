import type { ServerResponse } from 'node:http';
import { acceptsFirst, type Fault, playFault } from './faults';
import { sendJson, type StubRequest, StubServer } from './stub-server';

type Operation = 'create' | 'get' | 'list' | 'cancel' | 'upload' | 'output' | 'check';

interface StubPrediction {
  id: string;
  created_at: string;
  model: string;
  input: Record<string, unknown>;
  status: string;
  output: unknown;
  error: string | null;
  logs: string;
  data_removed: boolean;
}

const PAGE = 2;
const ACCOUNT = { type: 'organization', username: 'storyreel', name: 'Storyreel' };
const problem = (detail: string, status: number): unknown => ({ title: 'Stub', detail, status });

/** Implements Replicate's wire protocol: predictions of models, files, and outputs on the same host. */
export class ReplicateStub {
  static readonly token = 'r8_stub_token';
  readonly predictions: StubPrediction[] = [];
  readonly files = new Map<string, Buffer>();
  private readonly outputs = new Map<string, Buffer>();
  private readonly faults = new Map<Operation, (Fault | undefined)[]>();
  readonly server = new StubServer((request, response) => this.answer(request, response));

  /** @returns the base URL to configure */
  async start(): Promise<string> {
    return `${await this.server.listen()}/v1`;
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  /** Makes the next requests of this kind fail, in this order; later ones succeed. */
  failNext(operation: Operation, ...faults: Fault[]): void {
    this.faults.set(operation, [...(this.faults.get(operation) ?? []), ...faults]);
  }

  /** Makes a request of this kind fail after this many have passed. */
  failAfter(operation: Operation, passed: number, fault: Fault): void {
    this.faults.set(operation, [...Array.from({ length: passed }, () => undefined), fault]);
  }

  /** Ends a prediction successfully, with outputs of these bytes. */
  succeed(id: string, files: { name: string; bytes: Buffer }[]): void {
    const urls = files.map(({ name, bytes }) => {
      this.outputs.set(`/outputs/${id}/${name}`, bytes);
      return `${this.server.origin}/outputs/${id}/${name}`;
    });
    const prediction = this.find(id);
    prediction.status = 'succeeded';
    prediction.output = prediction.model.includes('flux') ? urls : (urls[0] ?? null);
  }

  fail(id: string, error: string): void {
    Object.assign(this.find(id), { status: 'failed', error });
  }

  work(id: string, logs: string): void {
    Object.assign(this.find(id), { status: 'processing', logs });
  }

  /** Deletes outputs, as Replicate does after an hour. */
  deleteOutputs(id: string, alsoFromPrediction: boolean): void {
    for (const path of this.outputs.keys()) if (path.startsWith(`/outputs/${id}/`)) this.outputs.delete(path);
    if (alsoFromPrediction) Object.assign(this.find(id), { output: null, data_removed: true });
  }

  /** Creates that were accepted and would be paid for. */
  get accepted(): number {
    return this.predictions.length;
  }

  private find(id: string): StubPrediction {
    const prediction = this.predictions.find((candidate) => candidate.id === id);
    if (prediction === undefined) throw new Error(`The stub has no prediction ${id}.`);
    return prediction;
  }

  private answer(request: StubRequest, response: ServerResponse): void {
    const { method, path } = request;
    const output = /^\/outputs\//u.test(path);
    if (!output && request.headers.authorization !== `Bearer ${ReplicateStub.token}`) {
      sendJson(response, 401, problem('You did not pass a valid authentication token', 401));
      return;
    }
    if (output) return this.play('output', response, () => this.sendOutput(path, response));
    const create = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/u.exec(path);
    if (method === 'POST' && create?.[1] !== undefined) return this.create(create[1], request, response);
    if (method === 'POST' && path === '/v1/files')
      return this.play('upload', response, () => this.upload(request, response));
    if (method === 'GET' && path.split('?')[0] === '/v1/predictions')
      return this.play('list', response, () => this.list(path, response));
    if (method === 'GET' && path === '/v1/account')
      return this.play('check', response, () => sendJson(response, 200, ACCOUNT));
    const model = /^\/v1\/models\/([^/]+)\/([^/]+)$/u.exec(path);
    if (method === 'GET' && model)
      return this.play('check', response, () => sendJson(response, 200, { owner: model[1], name: model[2] }));
    const known = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/u.exec(path);
    const prediction = this.predictions.find(({ id }) => id === known?.[1]);
    const operation: Operation = known?.[2] === undefined ? 'get' : 'cancel';
    this.play(operation, response, () => {
      if (prediction === undefined) return sendJson(response, 404, problem('Not found', 404));
      if (operation === 'cancel' && !['succeeded', 'failed'].includes(prediction.status))
        prediction.status = 'canceled';
      sendJson(response, 200, prediction);
    });
  }

  private create(model: string, request: StubRequest, response: ServerResponse): void {
    const fault = this.faults.get('create')?.shift();
    if (fault !== undefined && !acceptsFirst(fault)) return playFault(fault, response, problem);
    const body: unknown = JSON.parse(request.body.toString('utf8'));
    const input =
      typeof body === 'object' && body !== null && 'input' in body ? (body.input as Record<string, unknown>) : {};
    const prediction: StubPrediction = {
      id: `stub${this.predictions.length + 1}`,
      created_at: new Date().toISOString(),
      model,
      input,
      status: 'starting',
      output: null,
      error: null,
      logs: '',
      data_removed: false,
    };
    this.predictions.push(prediction);
    if (fault !== undefined) return playFault(fault, response, problem);
    sendJson(response, 201, prediction);
  }

  /** Lists predictions, newest first, two per page. */
  private list(path: string, response: ServerResponse): void {
    const { searchParams } = new URL(path, this.server.origin);
    const after = Date.parse(searchParams.get('created_after') ?? '1970-01-01');
    const start = Number(searchParams.get('cursor') ?? 0);
    const all = this.predictions.filter(({ created_at }) => Date.parse(created_at) >= after).reverse();
    const more = start + PAGE < all.length;
    searchParams.set('cursor', String(start + PAGE));
    // An address on another host: no client may send its token there.
    const next = more ? `https://elsewhere.example/v1/predictions?${searchParams.toString()}` : null;
    sendJson(response, 200, { previous: null, next, results: all.slice(start, start + PAGE) });
  }

  private play(operation: Operation, response: ServerResponse, otherwise: () => void): void {
    const fault = this.faults.get(operation)?.shift();
    if (fault === undefined) otherwise();
    else playFault(fault, response, problem);
  }

  private upload(request: StubRequest, response: ServerResponse): void {
    const id = `file${this.files.size + 1}`;
    this.files.set(id, request.body);
    sendJson(response, 201, { id, urls: { get: `${this.server.origin}/v1/files/${id}` } });
  }

  private sendOutput(path: string, response: ServerResponse): void {
    const bytes = this.outputs.get(path);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': bytes.length });
    response.end(bytes);
  }
}
