import { buffer } from 'node:stream/consumers';
import { REPLICATE_TOKEN, ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import type { ImageRequest } from '../image/image-provider';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderUnavailable,
} from '../provider-errors';
import type { VideoRequest } from '../video/video-provider';
import { imageInput, videoInput } from './inputs';
import { ReplicateProvider } from './replicate-provider';

const request: ImageRequest = { prompt: 'a lighthouse', count: 4, model: 'v6.1' };
const call = { idempotencyKey: 'key' };

describe('Replicate', () => {
  let stub: ReplicateStub;
  let images: ReplicateProvider<ImageRequest>;
  const provider = (changes: { apiToken?: string; timeoutMs?: number } = {}) =>
    new ReplicateProvider(
      { apiToken: REPLICATE_TOKEN, baseUrl: stub.url, timeoutMs: 5_000, ...changes },
      'image/jpeg',
      imageInput,
    );

  beforeEach(async () => {
    stub = new ReplicateStub();
    await stub.start();
    images = provider();
  });
  afterEach(() => stub.stop());

  it('creates a prediction and copies its outputs when it has succeeded', async () => {
    const { predictionId } = await images.create(request, call);
    expect((await images.get(predictionId)).status).toBe('starting');
    stub.files.set('/files/0.jpg', Buffer.from('picture'));
    stub.finish(predictionId, [`${stub.url}/files/0.jpg`]);
    const done = await images.get(predictionId);
    expect(done).toEqual({
      id: predictionId,
      status: 'succeeded',
      outputs: [{ url: `${stub.url}/files/0.jpg`, mimeType: 'image/jpeg' }],
    });
    const [output] = done.outputs;
    if (!output) throw new Error('no output');
    expect((await buffer(await images.fetchOutput(output, { maxBytes: 100 }))).toString()).toBe('picture');
    await expect(buffer(await images.fetchOutput(output, { maxBytes: 3 }))).rejects.toThrow(OutputTooLarge);
  });

  it('asks flux-dev for four upright pictures', async () => {
    const { predictionId } = await images.create(request, call);
    expect(stub.predictions.get(predictionId)).toMatchObject({
      model: 'black-forest-labs/flux-dev',
      input: { prompt: 'a lighthouse', num_outputs: 4, aspect_ratio: '9:16' },
    });
  });

  it.each([
    [401, 'unauthorized'],
    [402, 'no-credit'],
    [422, 'invalid-input'],
  ] as const)('tells a refusal with %d from an unknown outcome', async (status, reason) => {
    stub.failNext({ status });
    await expect(images.create(request, call)).rejects.toMatchObject({ reason, name: 'CreateRefused' });
    expect(stub.creates).toBe(1);
  });

  it('refuses with a wrong token', async () => {
    await expect(provider({ apiToken: 'wrong' }).create(request, call)).rejects.toThrow(CreateRefused);
  });

  it('sends a throttled create again, which was certainly not taken', async () => {
    stub.failNext({ status: 429, headers: { 'retry-after': '0' } });
    await images.create(request, call);
    expect(stub.predictions.size).toBe(1);
  });

  it.each([['drop' as const], [{ status: 500 }], ['malformed' as const]])(
    'never creates twice when the answer to a create is lost: %j',
    async (fault) => {
      stub.failNext(fault);
      await expect(images.create(request, call)).rejects.toThrow(CreateOutcomeUnknown);
      expect(stub.creates).toBe(1);
    },
  );

  it('knows that nothing was taken when nobody listens', async () => {
    await stub.stop();
    await expect(images.create(request, call)).rejects.toMatchObject({ reason: 'unreachable' });
    await stub.start();
  });

  it('reads again what a failing read did not give', async () => {
    const { predictionId } = await images.create(request, call);
    stub.failNext({ status: 503 });
    expect((await images.get(predictionId)).status).toBe('starting');
  });

  it('tells a prediction that is gone from a provider that is away', async () => {
    await expect(images.get('unknown')).rejects.toThrow(PredictionNotFound);
    await stub.stop();
    await expect(images.get('unknown')).rejects.toThrow(ProviderUnavailable);
    await stub.start();
  });

  it('passes on why a prediction failed', async () => {
    const { predictionId } = await images.create(request, call);
    stub.fail(predictionId, 'NSFW content detected');
    expect(await images.get(predictionId)).toMatchObject({
      status: 'failed',
      error: 'NSFW content detected',
      outputs: [],
    });
  });

  it('cancels a prediction', async () => {
    const { predictionId } = await images.create(request, call);
    await images.cancel(predictionId);
    expect((await images.get(predictionId)).status).toBe('canceled');
  });

  it('says that an output was deleted', async () => {
    const gone = { url: `${stub.url}/files/gone.jpg`, mimeType: 'image/jpeg' };
    await expect(images.fetchOutput(gone, { maxBytes: 10 })).rejects.toThrow(OutputGone);
  });
});

describe('the input of a video model', () => {
  const base: Omit<VideoRequest, 'modelId'> = {
    prompt: 'waves',
    image: { url: 'https://example.com/a.png' },
    durationSeconds: 5,
    settings: { resolution: '720p' },
  };

  it.each([
    ['kling-v2.1', 'kwaivgi/kling-v2.1', 'start_image'],
    ['hailuo-02', 'minimax/hailuo-02', 'first_frame_image'],
    ['seedance-1-pro', 'bytedance/seedance-1-pro', 'image'],
    ['seedance-1-lite', 'bytedance/seedance-1-lite', 'image'],
  ])('of %s goes to %s with the still as %s', async (modelId, model, field) => {
    expect(await videoInput({ ...base, modelId })).toEqual({
      model,
      input: { resolution: '720p', prompt: 'waves', duration: 5, [field]: 'https://example.com/a.png' },
    });
  });

  it('carries our own stills in itself', async () => {
    const image = { mimeType: 'image/png', read: () => Promise.resolve(Buffer.from('png')) };
    const { input } = await videoInput({ ...base, modelId: 'kling-v2.1', image });
    expect(input).toMatchObject({ start_image: 'data:image/png;base64,cG5n' });
  });
});
