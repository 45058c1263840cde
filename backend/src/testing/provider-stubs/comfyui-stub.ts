import type { ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { acceptsFirst, type Fault, playFault } from './faults';
import { sendJson, type StubRequest, StubServer } from './stub-server';

type Operation = 'prompt' | 'queue' | 'history' | 'upload' | 'view' | 'stats';

interface StubNode {
  class_type: string;
  inputs: Record<string, unknown>;
}
type StubWorkflow = Record<string, StubNode>;
/** An item as in ComfyUI's PromptQueue: number, id, workflow, extra data, ids of the outputs. */
type Item = [number, string, StubWorkflow, { client_id?: string }, string[]];

interface Entry {
  prompt: Item;
  outputs: Record<string, Record<string, unknown>>;
  status: { status_str: 'success' | 'error'; completed: boolean; messages: [string, object][] };
}

interface NodeError {
  class_type: string;
  errors: { type: string; message: string; details: string; extra_info: object }[];
  dependent_outputs: string[];
}

/** Inputs that the nodes of the tests' workflows need; those that end a workflow are marked. */
const NODES: Record<string, { needs: readonly string[]; isOutput?: true }> = {
  CheckpointLoaderSimple: { needs: ['ckpt_name'] },
  CLIPTextEncode: { needs: ['text', 'clip'] },
  EmptyLatentImage: { needs: ['width', 'height', 'batch_size'] },
  KSampler: { needs: ['seed', 'model', 'positive', 'latent_image'] },
  VAEDecode: { needs: ['samples', 'vae'] },
  LoadImage: { needs: ['image'] },
  TextEncodeQwenImageEditPlus: { needs: ['prompt', 'clip'] },
  UNETLoader: { needs: ['unet_name', 'weight_dtype'] },
  CLIPLoader: { needs: ['clip_name', 'type'] },
  VAELoader: { needs: ['vae_name'] },
  ConditioningZeroOut: { needs: ['conditioning'] },
  EmptySD3LatentImage: { needs: ['width', 'height', 'batch_size'] },
  ModelSamplingSD3: { needs: ['shift', 'model'] },
  Wan22ImageToVideoLatent: { needs: ['vae', 'width', 'height', 'length', 'batch_size'] },
  CreateVideo: { needs: ['images', 'fps'] },
  SaveImage: { needs: ['images', 'filename_prefix'], isOutput: true },
  PreviewImage: { needs: ['images'], isOutput: true },
  SaveVideo: { needs: ['video', 'filename_prefix'], isOutput: true },
};
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/**
 * Speaks the wire protocol of a ComfyUI server, HTTP and websocket, as https://github.com/Comfy-Org/ComfyUI has it in
 * server.py, execution.py and comfy_execution/jobs.py (read on 2026-11-27): the queue, the history and the files of
 * prompts, one of which runs at a time. Queue and history are in its memory: a restart forgets them.
 */
export class ComfyUiStub {
  readonly uploads = new Map<string, Buffer>();
  readonly files = new Map<string, Buffer>();
  /** Each workflow that was queued, in order. */
  readonly queued: { id: string; workflow: StubWorkflow }[] = [];
  /** Checkpoints that the server has. */
  checkpoints = ['flux.safetensors'];
  /** When set, finishes each prompt at once with these files, as a server with an infinitely fast card would. */
  makes: ((workflow: StubWorkflow) => { name: string; bytes: Buffer }[]) | null = null;
  private pending: Item[] = [];
  private running: Item | null = null;
  private history: Record<string, Entry> = {};
  private number = 0;
  private readonly faults = new Map<Operation, Fault[]>();
  private readonly sockets = new Map<string, WebSocket>();
  readonly server = new StubServer((request, response) => this.answer(request, response));

  /** @returns the base URL to configure */
  async start(): Promise<string> {
    const upgrades = new WebSocketServer({ noServer: true });
    this.server.onUpgrade((incoming, socket, head) =>
      upgrades.handleUpgrade(incoming, socket, head, (opened) => {
        const id = new URL(incoming.url ?? '/', 'http://stub').searchParams.get('clientId') ?? '';
        this.sockets.set(id, opened);
        opened.on('close', () => this.sockets.delete(id));
        this.send(id, 'status', { status: this.info(), sid: id });
        if (this.running?.[3].client_id === id) this.send(id, 'executing', { node: this.firstNode() });
      }),
    );
    return this.server.listen();
  }

  async stop(): Promise<void> {
    this.forget();
    await this.server.close();
  }

  failNext(operation: Operation, ...faults: Fault[]): void {
    this.faults.set(operation, [...(this.faults.get(operation) ?? []), ...faults]);
  }

  /** Acts like a restarted server: keeps its files and forgets everything else. */
  forget(): void {
    for (const socket of this.sockets.values()) socket.terminate();
    Object.assign(this, { pending: [], running: null, history: {} });
  }

  get isFollowed(): boolean {
    return this.sockets.size > 0;
  }

  get waiting(): string[] {
    return this.pending.map(([, id]) => id);
  }

  /** Begins the next prompt; returns its id. */
  begin(): string {
    const next = this.pending.shift();
    if (!next || this.running) throw new Error('The stub has nothing to begin.');
    this.running = next;
    this.tell('execution_start', { prompt_id: next[1] });
    this.tell('executing', { node: this.firstNode(), prompt_id: next[1] });
    return next[1];
  }

  /** Reports a step of the running prompt, after a preview of it. */
  step(value: number, max: number): void {
    const preview = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]), Buffer.from('a preview')]);
    this.sockets.get(this.running?.[3].client_id ?? '')?.send(preview);
    this.tell('progress', { value, max, prompt_id: this.running?.[1], node: this.firstNode() });
  }

  /** Ends the running prompt with these files, in its output folder unless it says otherwise. */
  finish(files: { name: string; bytes: Buffer; node?: string; type?: string; key?: string }[]): void {
    const outputs: Entry['outputs'] = {};
    for (const { name, bytes, node, type = 'output', key = 'images' } of files) {
      const at = node ?? this.running?.[4][0] ?? '9';
      this.files.set(`${type}/${name}`, bytes);
      const list = (outputs[at] ??= {});
      list[key] = [...((list[key] as object[] | undefined) ?? []), { filename: name, subfolder: '', type }];
    }
    this.end({ outputs, status: { status_str: 'success', completed: true, messages: [['execution_success', {}]] } });
  }

  /** Ends the running prompt by an exception of a node. */
  fail(type: string, message: string): void {
    const node = this.firstNode();
    const told = {
      prompt_id: this.running?.[1],
      node_id: node,
      node_type: this.running?.[2][node]?.class_type,
      executed: [],
      exception_message: message,
      exception_type: type,
      traceback: [],
      current_inputs: {},
      current_outputs: [],
    };
    this.tell('execution_error', told);
    const messages: [string, object][] = [
      ['execution_start', { prompt_id: this.running?.[1] }],
      ['execution_error', told],
    ];
    this.end({ outputs: {}, status: { status_str: 'error', completed: false, messages } });
  }

  private interrupt(): void {
    const told = { prompt_id: this.running?.[1], node_id: this.firstNode(), node_type: 'KSampler', executed: [] };
    this.tell('execution_interrupted', told);
    const messages: [string, object][] = [['execution_interrupted', told]];
    this.end({ outputs: {}, status: { status_str: 'error', completed: false, messages } });
  }

  private end(entry: Omit<Entry, 'prompt'>): void {
    if (!this.running) throw new Error('The stub runs nothing.');
    this.tell('executing', { node: null, prompt_id: this.running[1] });
    this.history[this.running[1]] = { prompt: this.running, ...entry };
    this.running = null;
  }

  private firstNode(): string {
    return Object.keys(this.running?.[2] ?? {})[0] ?? '';
  }

  private tell(type: string, data: object): void {
    this.send(this.running?.[3].client_id ?? '', type, data);
  }

  private send(id: string, type: string, data: object): void {
    this.sockets.get(id)?.send(JSON.stringify({ type, data }));
  }

  private info(): object {
    return { exec_info: { queue_remaining: this.pending.length + (this.running ? 1 : 0) } };
  }

  private answer(request: StubRequest, response: ServerResponse): void {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.path, 'http://stub');
    const route = `${method} ${pathname}`;
    if (route === 'POST /prompt') return this.prompt(request, response);
    if (route === 'GET /queue')
      return this.play('queue', response, () =>
        sendJson(response, 200, { queue_running: this.running ? [this.running] : [], queue_pending: this.pending }),
      );
    if (route === 'POST /queue') {
      const { delete: gone = [] } = JSON.parse(request.body.toString()) as { delete?: string[] };
      this.pending = this.pending.filter(([, id]) => !gone.includes(id));
      return void response.writeHead(200).end();
    }
    if (route === 'POST /interrupt') {
      const { prompt_id: id } = JSON.parse(request.body.toString()) as { prompt_id?: string };
      if (this.running && (id === undefined || this.running[1] === id)) this.interrupt();
      return void response.writeHead(200).end();
    }
    if (route.startsWith('GET /history/'))
      return this.play('history', response, () => {
        const id = decodeURIComponent(pathname.slice('/history/'.length));
        const entry = this.history[id];
        sendJson(response, 200, entry ? { [id]: entry } : {});
      });
    if (route === 'POST /upload/image') return this.play('upload', response, () => this.upload(request, response));
    if (route === 'GET /system_stats')
      return this.play('stats', response, () =>
        sendJson(response, 200, { system: { comfyui_version: '0.9.0' }, devices: [{ name: 'cuda:0 A Card' }] }),
      );
    if (route === 'GET /view') {
      const bytes = this.files.get(`${searchParams.get('type')}/${searchParams.get('filename')}`);
      return this.play('view', response, () => {
        if (!bytes) return void response.writeHead(404).end();
        response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
      });
    }
    response.writeHead(404).end();
  }

  private play(operation: Operation, response: ServerResponse, otherwise: () => void): void {
    const fault = this.faults.get(operation)?.shift();
    if (fault === undefined) otherwise();
    else playFault(fault, response, (detail) => ({ error: detail }));
  }

  private prompt(request: StubRequest, response: ServerResponse): void {
    const fault = this.faults.get('prompt')?.shift();
    if (fault !== undefined && !acceptsFirst(fault)) return playFault(fault, response, (detail) => ({ error: detail }));
    const body = JSON.parse(request.body.toString()) as { prompt: StubWorkflow; prompt_id: string; client_id?: string };
    if (!UUID.test(body.prompt_id)) {
      const error = {
        type: 'invalid_prompt_id',
        message: 'prompt_id must be a valid UUID',
        details: '',
        extra_info: {},
      };
      return sendJson(response, 400, { error, node_errors: {} });
    }
    const unknown = Object.entries(body.prompt).find(([, { class_type: type }]) => !NODES[type]);
    if (unknown) {
      const [id, { class_type: type }] = unknown;
      const error = {
        type: 'missing_node_type',
        message: `Node '${type}' not found.`,
        details: `Node ID '#${id}'`,
        extra_info: {},
      };
      return sendJson(response, 400, { error, node_errors: {} });
    }
    const outputs = Object.keys(body.prompt).filter((id) => NODES[body.prompt[id]?.class_type ?? '']?.isOutput);
    const errors = this.errorsOf(body.prompt, outputs);
    if (Object.keys(errors).length > 0) {
      const error = {
        type: 'prompt_outputs_failed_validation',
        message: 'Prompt outputs failed validation',
        details: '',
        extra_info: {},
      };
      return sendJson(response, 400, { error, node_errors: errors });
    }
    this.number += 1;
    const client = body.client_id === undefined ? {} : { client_id: body.client_id };
    this.pending.push([this.number, body.prompt_id, body.prompt, client, outputs]);
    this.queued.push({ id: body.prompt_id, workflow: body.prompt });
    if (this.makes) {
      this.begin();
      this.finish(this.makes(body.prompt));
    }
    if (fault !== undefined) return playFault(fault, response, () => ({}));
    sendJson(response, 200, { prompt_id: body.prompt_id, number: this.number, node_errors: {} });
  }

  private errorsOf(workflow: StubWorkflow, outputs: string[]): Record<string, NodeError> {
    const wrong = Object.entries(workflow).flatMap(([id, { class_type, inputs }]): [string, NodeError][] => {
      const missing = (NODES[class_type]?.needs ?? []).filter((name) => inputs[name] === undefined);
      const errors = missing.map((name) => ({
        type: 'required_input_missing',
        message: 'Required input is missing',
        details: name,
        extra_info: { input_name: name },
      }));
      const { ckpt_name: checkpoint, image } = inputs;
      if (typeof checkpoint === 'string' && !this.checkpoints.includes(checkpoint)) {
        const details = `ckpt_name: '${checkpoint}' not in ${JSON.stringify(this.checkpoints)}`;
        errors.push({
          type: 'value_not_in_list',
          message: 'Value not in list',
          details,
          extra_info: { input_name: 'ckpt_name' },
        });
      }
      if (class_type === 'LoadImage' && typeof image === 'string' && !this.uploads.has(image)) {
        const details = `image - Invalid image file: ${image}`;
        errors.push({
          type: 'custom_validation_failed',
          message: 'Custom validation failed for node',
          details,
          extra_info: { input_name: 'image' },
        });
      }
      return errors.length === 0 ? [] : [[id, { class_type, errors, dependent_outputs: outputs }]];
    });
    return Object.fromEntries(wrong);
  }

  private upload({ headers, body }: StubRequest, response: ServerResponse): void {
    const boundary = /boundary=(.+)$/u.exec(headers['content-type'] ?? '')?.[1] ?? '';
    const parts = new Map<string, { name: string; bytes: Buffer }>();
    for (let at = body.indexOf(`--${boundary}`); ;) {
      const next = body.indexOf(`--${boundary}`, at + 1);
      if (next < 0) break;
      const part = body.subarray(at, next);
      const head = part.subarray(0, part.indexOf('\r\n\r\n')).toString();
      const bytes = part.subarray(part.indexOf('\r\n\r\n') + 4, part.length - 2);
      const field = / name="([^"]+)"/u.exec(head)?.[1] ?? '';
      parts.set(field, { name: / filename="([^"]+)"/u.exec(head)?.[1] ?? '', bytes });
      at = next;
    }
    const image = parts.get('image');
    if (!image || image.name === '') return void response.writeHead(400).end();
    const subfolder = parts.get('subfolder')?.bytes.toString() ?? '';
    this.uploads.set(subfolder === '' ? image.name : `${subfolder}/${image.name}`, Buffer.from(image.bytes));
    sendJson(response, 200, { name: image.name, subfolder, type: 'input' });
  }
}
