import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { blackPng } from '../../testing/crafted-pictures';
import { ResultsInMemory } from '../../testing/results-in-memory';
import { OpenAiStub, type StubOrder } from '../../testing/provider-stubs/openai-stub';
import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid } from '../http/provider-errors';
import { type OpenAiImageOptions, OpenAiImageProvider } from './openai-image-provider';

const PNG = blackPng(9, 16);
const image = { b64_json: PNG.toString('base64') };
const wanted = { prompt: 'a lighthouse --ar 9:16', count: 4, model: 'v6.1' };
const call = { idempotencyKey: 'job-1' };

describe('images by OpenAI', () => {
  let stub: OpenAiStub;
  let baseUrl: string;
  let waited: number[];
  let kept: ResultsInMemory;

  const provider = (changes: Partial<OpenAiImageOptions> = {}): OpenAiImageProvider =>
    new OpenAiImageProvider(
      {
        apiKey: OpenAiStub.apiKey,
        baseUrl,
        imageTimeoutMs: 5_000,
        retry: { sleep: async (ms) => void waited.push(ms) },
        ...changes,
      },
      kept,
    );
  const answersWith = (data: unknown, more: object = {}) => {
    stub.paint = () => ({ data, ...more });
  };

  beforeEach(async () => {
    stub = new OpenAiStub();
    baseUrl = await stub.start();
    waited = [];
    kept = new ResultsInMemory();
  });
  afterEach(() => stub.stop());

  it('are requested upright, without other services’ switches, with the idempotency key', async () => {
    await provider().create(wanted, call);
    expect(stub.orders).toEqual([
      {
        model: 'gpt-image-2',
        prompt: 'a lighthouse',
        n: 4,
        size: '864x1536',
        quality: 'medium',
        output_format: 'jpeg',
        output_compression: 92,
        idempotencyKey: 'job-1',
      },
    ]);
  });

  it('are requested with the unchanged bytes of the reference pictures', async () => {
    const reference = (name: string, bytes: Buffer) => ({
      ...{ name, kind: 'character' as const, hash: `hash of ${name}`, mimeType: 'image/png' },
      read: () => Promise.resolve(bytes),
    });
    const [mara, tom] = [blackPng(8, 8), blackPng(16, 8)];
    const sent: unknown[] = [];
    const references = [reference('Mara', mara), reference('Tom', tom)];
    const looks = [{ kind: 'place' as const, name: 'Harbour', look: 'grey stone' }];
    const request = { ...wanted, prompt: 'Mara at the harbour', references, looks };
    await provider().create(request, { ...call, onSent: ({ body }) => sent.push(body) });
    expect(stub.orders).toMatchObject([
      {
        prompt:
          'Mara at the harbour (grey stone). Keep to the reference pictures: picture 1 shows Mara, picture 2 shows Tom.',
        ...{ n: 4, size: '864x1536', model: 'gpt-image-2', pictures: [mara, tom] },
      },
    ]);
    expect(sent).toMatchObject([{ image: [{ sha256: 'hash of Mara' }, { sha256: 'hash of Tom' }] }]);
  });

  // Documented at https://developers.openai.com/api/docs/guides/image-generation (read 2026-11-27): the mask is a file
  // beside the image.
  it('are requested as versions of an image with the bytes of image and mask', async () => {
    const [source, mask] = [blackPng(768, 1365), blackPng(16, 8)];
    const file = (name: string, bytes: Buffer) => ({
      ...{ name, kind: 'reference' as const, hash: `hash of ${name}`, mimeType: 'image/png' },
      read: () => Promise.resolve(bytes),
    });
    const sent: unknown[] = [];
    const request = {
      ...{ prompt: 'make it night', count: 1, model: 'v6.1', mask: file('mask', mask) },
      source: { ...file('image', source), width: 768, height: 1365 },
    };
    await provider().create(request, { ...call, onSent: ({ body }) => sent.push(body) });
    expect(stub.orders).toMatchObject([{ prompt: 'make it night', n: 1, size: '864x1536', pictures: [source], mask }]);
    expect(sent).toMatchObject([{ image: [{ sha256: 'hash of image' }], mask: { sha256: 'hash of mask' } }]);
    await expect(provider().create({ ...request, prompt: '', factor: 2 }, call)).rejects.toThrow(
      'no model that enlarges',
    );
  });

  it.each([
    [{ imageModel: 'gpt-image-1' }, { size: '1024x1536', response_format: undefined }],
    [{ imageModel: 'flux.1-dev' }, { size: '576x1024', response_format: 'b64_json', quality: undefined }],
    [
      { imageModel: 'flux.1-dev', imageSize: '512x896', imageQuality: 'high' as const },
      { size: '512x896', quality: 'high' },
    ],
  ])('with the settings %j are requested with %j', async (options, asked) => {
    await provider(options).create(wanted, call);
    const [order] = stub.orders;
    expect(order).toEqual(expect.objectContaining(JSON.parse(JSON.stringify(asked))));
    for (const [name, value] of Object.entries(asked)) expect(order?.[name]).toBe(value);
  });

  it('are stored under the id of the request, and reported and sent from there', async () => {
    answersWith([image, image, image, image], { usage: { input_tokens: 100, output_tokens: 4000 } });
    expect(await provider().recall('job-1')).toBeNull();
    const { predictionId } = await provider().create(wanted, call);
    expect(await provider().recall('job-1')).toEqual({ predictionId });
    const prediction = await provider().get(predictionId);
    expect(prediction).toMatchObject({ status: 'succeeded', usd: (100 * 5 + 4000 * 30) / 1e6 });
    expect(prediction.outputs.map(({ mimeType }) => mimeType)).toEqual(Array(4).fill('image/png'));
    const [, second] = prediction.outputs;
    const stream = await provider().fetchOutput(second ?? { ref: '', mimeType: '' }, { maxBytes: PNG.length });
    expect((await buffer(stream)).equals(PNG)).toBe(true);
  });

  it('are accepted as a data URL as well', async () => {
    answersWith(Array(4).fill({ b64_json: `data:image/png;base64,${PNG.toString('base64')}` }));
    await provider().create(wanted, call);
    expect(Buffer.from(kept.all.get('job-1')?.files[0]?.bytes ?? []).equals(PNG)).toBe(true);
  });

  it('that are not stored are not found', async () => {
    await expect(provider().get('job-2')).rejects.toMatchObject({ name: 'PredictionNotFound' });
    const output = { ref: 'job-2/0', mimeType: 'image/png' };
    await expect(provider().fetchOutput(output, { maxBytes: 10 })).rejects.toMatchObject({ name: 'OutputGone' });
  });

  it('are fetched from addresses of the same server too, with its key', async () => {
    stub.files.set('/generated/1.png', PNG);
    answersWith(Array(4).fill({ url: `${new URL(baseUrl).origin}/generated/1.png` }));
    await provider().create(wanted, call);
    expect(kept.all.get('job-1')?.files).toHaveLength(4);
    expect(stub.server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${OpenAiStub.apiKey}`);
  });

  it('are not fetched from elsewhere in a private network', async () => {
    const other = new OpenAiStub();
    const { origin } = new URL(await other.start());
    answersWith(Array(4).fill({ url: `${origin}/v1/models` }));
    await expect(provider().create(wanted, call)).rejects.toThrow("couldn't be fetched");
    expect(other.server.requests).toEqual([]);
    await other.stop();
  });

  it('are requested one by one, under other keys, from a server that makes one per request', async () => {
    answersWith([image]);
    await provider().create(wanted, call);
    const asked = stub.orders.map(({ n, idempotencyKey }: StubOrder) => [n, idempotencyKey]);
    expect(asked).toEqual([
      [4, 'job-1'],
      [3, 'job-1-1'],
      [2, 'job-1-2'],
      [1, 'job-1-3'],
    ]);
    expect(kept.all.get('job-1')?.files).toHaveLength(4);
  });

  it('that are too few are kept without another request, since they are charged', async () => {
    stub.paint = () => {
      stub.failNext({ kind: 'status', status: 400 });
      return { data: [image, image] };
    };
    await provider().create(wanted, call);
    expect(kept.all.get('job-1')?.files).toHaveLength(2);
  });

  it.each([
    ['no image', { b64_json: Buffer.from('<html>').toString('base64') }],
    ['half an image', { b64_json: PNG.subarray(0, PNG.length / 2).toString('base64') }],
    ['an address without an image', { url: 'https://localhost/1.png' }],
  ])('are kept beside %s, without another request', async (_, bad) => {
    answersWith([image, bad, image, image]);
    await provider().create(wanted, call);
    expect([kept.all.get('job-1')?.files.length, stub.orders.length]).toEqual([3, 1]);
  });

  it('that exceed the requested count are dropped', async () => {
    stub.files.set('/1.png', PNG);
    answersWith(Array(900).fill({ url: `${new URL(baseUrl).origin}/1.png` }));
    await provider().create(wanted, call);
    expect(kept.all.get('job-1')?.files).toHaveLength(4);
    expect(stub.server.count('GET', /1\.png/)).toBe(4);
  });

  it.each(['moderation_blocked', 'content_policy_violation'])(
    'are refused for their content in words that a creator can use: %s',
    async (code) => {
      stub.failNext({ kind: 'status', status: 400, code, detail: 'Your request was rejected by the safety system.' });
      await expect(provider().create(wanted, call)).rejects.toMatchObject({
        name: 'CreateRefused',
        reason: 'invalid-input',
        retryable: false,
        message: 'The image model refused this prompt because of its content. Change the prompt and try again.',
      });
      expect(stub.accepted).toBe(0);
    },
  );

  it.each([
    [400, undefined, 'invalid-input'],
    [401, undefined, 'unauthorized'],
    [404, undefined, 'not-found'],
    [429, 'insufficient_quota', 'no-credit'],
  ] as const)('are refused with %d %s, and not requested again', async (status, code, reason) => {
    stub.failNext({ kind: 'status', status, code });
    await expect(provider().create(wanted, call)).rejects.toMatchObject({ name: 'CreateRefused', reason });
    expect([stub.accepted, stub.server.requests.length]).toEqual([0, 1]);
  });

  it('wait as long as a 429 says, and pass a longer wait on', async () => {
    stub.failNext({ kind: 'status', status: 429, retryAfter: '3' });
    await provider().create(wanted, call);
    expect([waited, stub.accepted]).toEqual([[3000], 1]);
    stub.failNext({ kind: 'status', status: 429, retryAfter: '90' });
    const refused = { reason: 'throttled', retryable: true, retryAfterSeconds: 90 };
    await expect(provider().create(wanted, call)).rejects.toMatchObject(refused);
  });

  it.each([
    ['the connection lost after the work', { kind: 'drop' }],
    ['no answer in time', { kind: 'hang' }],
    ['a 500', { kind: 'status', status: 500 }],
    ['an answer cut in half', { kind: 'malformed' }],
  ] as const)('are never charged twice: %s', async (_, fault) => {
    stub.failNext(fault);
    await expect(provider({ imageTimeoutMs: 300 }).create(wanted, call)).rejects.toThrow(CreateOutcomeUnknown);
    expect(stub.server.requests).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'drips',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'is endless',
      (response) => {
        const more = () =>
          void (response.destroyed || response.write(' '.repeat(1024 * 1024), () => setImmediate(more)));
        more();
      },
    ],
  ])('are given up when the answer %s', async (how, send) => {
    let isGone = false;
    stub.paint = (_order, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('close', () => (isGone = true));
      send(response);
      return undefined;
    };
    const asked = provider({ imageTimeoutMs: how === 'drips' ? 300 : 30_000 }).create(wanted, call);
    await expect(asked).rejects.toThrow(CreateOutcomeUnknown);
    while (!isGone) await new Promise((next) => setImmediate(next));
  });

  it.each([
    ['no list', { images: [] }],
    ['an empty list', []],
    ['another shape', [{ picture: 'x' }]],
    ['no image', [{ b64_json: Buffer.from('<html>').toString('base64') }]],
    ['no address', [{ url: 'not an address' }]],
  ])('are not accepted from %s', async (_, data) => {
    answersWith(data);
    await expect(provider().create(wanted, call)).rejects.toThrow(ProviderAnswerInvalid);
    expect([stub.accepted, kept.all.size]).toEqual([1, 0]);
  });

  it('are known to be unpaid when the connection is refused or the caller gave up before', async () => {
    const aborted = { ...call, signal: AbortSignal.abort() };
    await expect(provider().create(wanted, aborted)).rejects.toThrow(CreateRefused);
    await stub.stop();
    await expect(provider().create(wanted, call)).rejects.toMatchObject({ reason: 'unreachable' });
    stub = new OpenAiStub();
    await stub.start();
  });

  it('of a self-hosted server have another provider name, without its host', () => {
    expect([provider().label, provider({ baseUrl: undefined }).label]).toEqual(['Own server', 'OpenAI']);
  });
});
