import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { forgetLearnedModels, knownModels, learnModels, modelEntrySchema } from '@storyreel/contracts';
import type { CreativeModel } from '@storyreel/contracts';
import { eventually } from '../../testing/eventually';
import { blackPng } from '../../testing/crafted-pictures';
import { ComfyUiStub } from '../../testing/provider-stubs/comfyui-stub';
import type { ImageRequest } from '../ports/image-provider';
import type { VideoRequest } from '../ports/video-provider';
import { comfyUi, promptIdOf, workflowDefaults } from './comfyui-providers';

const PNG = blackPng(16, 9);
const model = (id: string, slug: string, kind: 'image' | 'clip', more: object = {}): CreativeModel =>
  modelEntrySchema.parse({
    ...{ id, slug, kind, name: id, provider: 'comfyui' },
    ...workflowDefaults(kind),
    ...more,
  }) as CreativeModel;
const references = { input: 'reference', most: 3, besidesFirstFrame: true };
const MODELS = [
  model('my-images', 'image.json', 'image'),
  model('my-cast', 'image-with-cast.json', 'image', { references }),
  model('my-clips', 'clip.json', 'clip', {
    settings: { negative_prompt: { type: 'string', title: 'Negative Prompt', description: '' } },
  }),
];
const WORKFLOWS = resolve(__dirname, '../../../../docs/workflows');
const image: ImageRequest = { prompt: 'a lighthouse at dawn', count: 4, model: 'v6.1', format: '9:16' };
const clip: VideoRequest = {
  modelId: 'my-clips',
  prompt: 'slow push in',
  image: { mimeType: 'image/png', read: () => Promise.resolve(PNG) },
  durationSeconds: 5,
  settings: { negative_prompt: 'text' },
};
const picture = (name: string, bytes: Buffer) => ({
  ...{ name, kind: 'character' as const, memberId: name, hash: '0'.repeat(64) },
  mimeType: 'image/png',
  read: () => Promise.resolve(bytes),
});

describe('the video card of the owner', () => {
  const home = mkdtempSync(join(tmpdir(), 'storyreel-comfyui-'));
  let stub: ComfyUiStub;
  let made: NonNullable<ReturnType<typeof comfyUi>>;

  beforeAll(() => {
    mkdirSync(join(home, 'workflows'));
    for (const { slug } of MODELS) copyFileSync(join(WORKFLOWS, slug), join(home, 'workflows', slug));
    learnModels([...MODELS, ...knownModels()]);
  });
  afterAll(() => {
    forgetLearnedModels();
    rmSync(home, { recursive: true });
  });
  beforeEach(async () => {
    stub = new ComfyUiStub();
    const retry = { sleep: () => Promise.resolve() };
    const at = comfyUi({
      home,
      plain: { COMFYUI_URL: `${await stub.start()}/` },
      comfyui: { retry, timeoutMs: 2_000 },
    });
    if (!at) throw new Error('it is not set up');
    made = at;
  });
  afterEach(() => stub.stop());

  const images = () => made.image[0];
  const clips = () => made.video[0];
  const create = async (changes: Partial<ImageRequest> = {}, idempotencyKey = 'k') =>
    (await images().create({ ...image, ...changes }, { idempotencyKey })).predictionId;
  const inputs = (node: string, at = 0): Record<string, unknown> => stub.queued[at]?.workflow[node]?.inputs ?? {};

  it('makes images with prompt, size, count and seed at the places that the owner has marked', async () => {
    const id = await create();
    expect(stub.queued.map((prompt) => prompt.id)).toEqual([id]);
    expect(inputs('2')).toEqual({ text: 'a lighthouse at dawn', clip: ['1', 1] });
    expect(inputs('3')).toMatchObject({ text: 'blurry, watermark' });
    expect(inputs('4')).toEqual({ width: 768, height: 1360, batch_size: 4 });
    expect(inputs('5')).toMatchObject({ seed: expect.any(Number), steps: 20 });
    expect(await images().get(id)).toEqual({ id, status: 'starting', outputs: [] });
    stub.begin();
    expect(await images().get(id)).toMatchObject({ status: 'processing' });
    const files = ['a_00001_.png', 'a_00002_.png'].map((name) => ({ name, bytes: Buffer.from(name) }));
    stub.finish(files);
    const { status, outputs } = await images().get(id);
    expect([status, outputs.map(({ mimeType }) => mimeType)]).toEqual(['succeeded', ['image/png', 'image/png']]);
    const [first] = outputs;
    if (!first) throw new Error('no output');
    expect(String(await buffer(await images().fetchOutput(first, { maxBytes: 100 })))).toBe('a_00001_.png');
    stub.files.clear();
    await expect(images().fetchOutput(first, { maxBytes: 100 })).rejects.toThrow('no longer has a_00001_.png');
  });

  it.each<[ImageRequest['format'], number, number]>([
    ['16:9', 1360, 768],
    ['1:1', 1024, 1024],
    ['4:5', 912, 1152],
  ])('makes images in %s', async (format, width, height) => {
    await create({ format });
    expect(inputs('4')).toMatchObject({ width, height });
  });

  it('sends exactly the cast’s images, with one request per image to be made', async () => {
    const pictures = [picture('Mara', Buffer.from('mara')), picture('Tom', Buffer.from('tom'))];
    const id = await create({ model: 'my-cast', count: 2, seed: 7, references: pictures });
    expect([...stub.uploads.values()].map(String)).toEqual(['mara', 'tom']);
    expect(stub.queued).toHaveLength(2);
    expect([inputs('4').image, inputs('5').image]).toEqual([...stub.uploads.keys()]);
    expect([inputs('10').seed, inputs('10', 1).seed]).toEqual([7, 8]);
    // The node that loads the third picture is removed, and the input that it was linked to is empty.
    expect([inputs('6'), inputs('7').image3]).toEqual([{}, undefined]);
    expect(inputs('7').prompt).toMatch(/^a lighthouse at dawn\. .*Mara/u);
    stub.begin();
    stub.finish([
      { name: 'one.png', bytes: PNG, node: '13' },
      { name: 'preview.png', bytes: PNG, node: '12', type: 'temp' },
    ]);
    expect(await images().get(id)).toMatchObject({ status: 'processing', progress: 0.5 });
    stub.begin();
    stub.finish([
      { name: 'not-marked.png', bytes: PNG, node: '12' },
      { name: 'two.png', bytes: PNG, node: '13' },
    ]);
    const { outputs } = await images().get(id);
    expect(outputs.map((output) => ('ref' in output ? output.ref : ''))).toEqual([
      'filename=one.png&subfolder=&type=output',
      'filename=two.png&subfolder=&type=output',
    ]);
  });

  it('makes a clip from the first frame, in the requested length and the frame’s format', async () => {
    const { predictionId: id } = await clips().create(clip, { idempotencyKey: 'k' });
    expect([...stub.uploads.values()]).toEqual([PNG]);
    expect(inputs('6')).toEqual({ image: [...stub.uploads.keys()][0] });
    expect(inputs('7')).toMatchObject({ width: 848, height: 480, length: 121 });
    expect([inputs('4').text, inputs('5').text]).toEqual(['slow push in', 'text']);
    stub.begin();
    stub.finish([{ name: 'clip.mp4', bytes: Buffer.from('a clip'), key: 'videos' }]);
    expect(await clips().get(id)).toMatchObject({ status: 'succeeded', outputs: [{ mimeType: 'video/mp4' }] });
  });

  it('reports the progress, also after a reconnection', async () => {
    const id = await create();
    stub.begin();
    const told = async () => (await images().get(id)).progress ?? null;
    await eventually('a follower', async () => ((await told()) === null && stub.isFollowed ? true : null), 2_000);
    stub.step(5, 10);
    await eventually('the progress', async () => ((await told()) === 0.475 ? true : null), 2_000);
    const another = comfyUi({ home, plain: { COMFYUI_URL: stub.server.origin } });
    stub.forget();
    await expect(another?.image[0].get(id)).rejects.toThrow('was not found');
  });

  it('queues nothing twice: the same work has the same id, which is looked up on the server first', async () => {
    stub.failNext('prompt', { kind: 'drop' });
    await expect(create()).rejects.toThrow(/answer was lost/u);
    expect(await create()).toBe(promptIdOf('k', 0));
    stub.begin();
    await create();
    stub.finish([{ name: 'a.png', bytes: PNG }]);
    await create();
    expect([stub.queued.length, images().createIsIdempotent]).toEqual([1, true]);
  });

  it('runs two jobs beside each other without mixing their results', async () => {
    const [one, two] = [await create({}, 'one'), await create({}, 'two')];
    stub.begin();
    stub.finish([{ name: 'one.png', bytes: PNG }]);
    expect([(await images().get(one)).status, (await images().get(two)).status]).toEqual(['succeeded', 'starting']);
    stub.begin();
    stub.finish([{ name: 'two.png', bytes: PNG }]);
    expect((await images().get(two)).outputs).toEqual([
      { ref: 'filename=two.png&subfolder=&type=output', mimeType: 'image/png' },
    ]);
  });

  it('reports lost jobs after a restart of the server, instead of waiting for them', async () => {
    const id = await create();
    stub.begin();
    stub.forget();
    await expect(images().get(id)).rejects.toThrow('was not found');
    expect(await create()).toBe(id);
    expect(stub.queued.map((prompt) => prompt.id)).toEqual([id, id]);
  });

  it('cancels waiting and running jobs, and none of others', async () => {
    const [one, two, other] = [await create({}, 'one'), await create({}, 'two'), await create({}, 'other')];
    stub.begin();
    await images().cancel(two);
    expect(stub.waiting).toEqual([other]);
    await images().cancel(one);
    expect(await images().get(one)).toMatchObject({
      status: 'canceled',
      error: 'The work was stopped on the video card.',
    });
    stub.begin();
    await images().cancel(one);
    expect((await images().get(other)).status).toBe('processing');
  });

  it.each([
    ['torch.OutOfMemoryError', /too little memory for this. A shorter clip/u],
    ['RuntimeError', /failed on the video card, so trying it again won't help. Please tell the operator/u],
  ])('reports in its own words why a workflow failed: %s', async (type, words) => {
    const id = await create();
    stub.begin();
    stub.fail(type, 'Allocation on device of /home/ada/models');
    const { status, error } = await images().get(id);
    expect([status, error]).toEqual(['failed', expect.stringMatching(words)]);
    expect(error).not.toContain('/home');
  });

  it('accepts only image files as images', async () => {
    const id = await create();
    stub.begin();
    stub.finish([{ name: 'notes.txt', bytes: PNG }]);
    expect(await images().get(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/made no image/u) });
  });

  it('fails for a workflow that the server rejects, and names the faulty node', async () => {
    stub.checkpoints = [];
    await expect(create()).rejects.toMatchObject({
      ...{ name: 'CreateRefused', reason: 'not-found', status: 400, retryable: false },
      message:
        "ComfyUI refused the workflow (400): CheckpointLoaderSimple (node 1): Value not in list: ckpt_name: 'flux.safetensors' not in []",
    });
    expect(stub.queued).toEqual([]);
  });

  it.each<[string, Partial<ImageRequest>, string]>([
    ['more pictures than the workflow takes', { references: [picture('Mara', PNG)] }, 'takes fewer reference pictures'],
    ['nothing', { prompt: ' ' }, 'The prompt is empty'],
  ])('refuses %s before anything is queued', async (_, changes, words) => {
    await expect(create(changes)).rejects.toThrow(words);
    expect(stub.server.requests).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{', /it is no JSON/u],
    ['the format of the screen', '{"nodes": [], "links": []}', /Export \(API\)/u],
    ['no prompt', '{"1": {"class_type": "SaveImage", "inputs": {}}}', /no node is called storyreel:prompt/u],
  ])('tells the owner about a workflow with %s, and creators that it is not set up', async (_, content, words) => {
    const file = join(home, 'workflows', 'image.json');
    writeFileSync(file, content);
    try {
      await expect(create()).rejects.toThrow("my-images isn't set up correctly. Please tell the operator");
      expect(await made.image[1].ask(AbortSignal.timeout(2_000))).toMatch(words);
    } finally {
      copyFileSync(join(WORKFLOWS, 'image.json'), file);
    }
  });

  it('reconnects after lost connections, and gives up on an unreachable server', async () => {
    const id = await create();
    stub.failNext('queue', { kind: 'drop' }, { kind: 'status', status: 502 });
    expect((await images().get(id)).status).toBe('starting');
    await stub.server.close();
    await expect(images().get(id)).rejects.toMatchObject({ name: 'ProviderUnavailable' });
    await expect(create({}, 'other')).rejects.toMatchObject({ name: 'CreateRefused', retryable: true });
  });

  it('follows no redirect', async () => {
    const id = await create();
    stub.failNext('queue', { kind: 'status', status: 302 });
    await expect(images().get(id)).rejects.toThrow('ComfyUI answered 302 to /queue');
  });

  it('is checked by reading its system data, without making anything', async () => {
    const [, check] = made.video;
    expect([check.host, await check.ask(AbortSignal.timeout(2_000))]).toEqual([new URL(stub.server.origin).host, null]);
    stub.failNext('stats', { kind: 'status', status: 404 });
    await expect(check.ask(AbortSignal.timeout(2_000))).rejects.toThrow('nothing at this address (404)');
    expect(stub.server.requests.map(({ path }) => path)).toEqual(['/system_stats', '/system_stats']);
  });
});
