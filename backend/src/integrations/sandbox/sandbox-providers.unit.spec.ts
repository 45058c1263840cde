import { createSandbox, type Sandbox, SandboxProblem } from '@storyreel/sandbox';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isFinished, type Prediction } from '../ports/generation-provider';
import type { ImageProvider } from '../ports/image-provider';
import {
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderUnavailable,
} from '../http/provider-errors';
import { sandboxImages, SandboxSpeechProvider, sandboxVideos } from './sandbox-providers';
import type { VideoProvider, VideoRequest } from '../ports/video-provider';

const picture = { prompt: 'a boat at dusk', count: 1, model: 'v6.1' };
const clip: VideoRequest = {
  modelId: 'kling-v2.1',
  prompt: 'slow pan',
  image: { mimeType: 'image/jpeg', read: () => Promise.resolve(Buffer.from('')) },
  durationSeconds: 1,
  settings: { mode: 'pro' },
};

describe('the sandbox as a provider', () => {
  let home: string;
  let sandbox: Sandbox;
  let images: ImageProvider;
  let videos: VideoProvider;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sandbox-provider-'));
    sandbox = createSandbox(home, { delayMs: 0 });
    images = sandboxImages(sandbox);
    videos = sandboxVideos(sandbox.videos);
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(home, { recursive: true, force: true });
  });

  async function finished(id: string, provider: Pick<ImageProvider, 'get'> = images): Promise<Prediction> {
    for (;;) {
      const prediction = await provider.get(id);
      if (isFinished(prediction.status)) return prediction;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('names itself, and says that repeating a request is harmless', () => {
    for (const { name, label, createIsIdempotent } of [images, videos])
      expect([name, label, createIsIdempotent]).toEqual(['sandbox', 'Sandbox', true]);
  });

  it('returns an output whole, within the limit, and by its own names only', async () => {
    const { predictionId } = await images.create(picture, { idempotencyKey: 'a' });
    const [output] = (await finished(predictionId)).outputs;
    if (output === undefined) throw new Error('no output');
    expect((await buffer(await images.fetchOutput(output, { maxBytes: 1e7 }))).subarray(0, 2).toString('hex')).toBe(
      'ffd8',
    );
    await expect(images.fetchOutput(output, { maxBytes: 10 })).rejects.toThrow(OutputTooLarge);
    const outside = { url: 'https://example.com/a.jpg', mimeType: 'image/jpeg' };
    await expect(images.fetchOutput(outside, { maxBytes: 1e7 })).rejects.toThrow(OutputGone);
    const gone = { ref: `${predictionId}/none.jpg`, mimeType: 'image/jpeg' };
    await expect(images.fetchOutput(gone, { maxBytes: 1e7 })).rejects.toThrow(OutputGone);
  });

  it('returns speech with the times of its words', async () => {
    const speech = new SandboxSpeechProvider(sandbox.speech);
    const line = { text: 'The lamp is lit.', voice: 'auto-low', speed: 1, stability: 0, clarity: 0, style: 0 };
    const { predictionId } = await speech.create(line, { idempotencyKey: 's' });
    const { outputs } = await finished(predictionId, speech);
    const [sound, times] = await Promise.all(
      outputs.map(async (output) => buffer(await speech.fetchOutput(output, { maxBytes: 1e7 }))),
    );
    expect(sound?.subarray(0, 4).toString()).toBe('RIFF');
    expect(JSON.parse(String(times))).toHaveLength(4);
  });

  it('makes a clip with the settings of its model', async () => {
    const create = jest.spyOn(sandbox.videos, 'create').mockResolvedValue({ predictionId: 'x' });
    await videos.create(clip, { idempotencyKey: 'b' });
    expect(create.mock.calls[0]?.[0]).toMatchObject({ prompt: 'slow pan', seconds: 1, resolution: '1080p' });
  });

  it.each([
    ['an unknown model', { modelId: 'sora' }],
    ['an image at another address', { image: { url: 'https://example.com/a.png' } }],
    ['no image', {}],
  ])('refuses a clip of %s', async (_, changes) => {
    await expect(videos.create({ ...clip, ...changes }, { idempotencyKey: 'c' })).rejects.toMatchObject({
      name: 'CreateRefused',
      reason: 'invalid-input',
    });
  });

  it('refuses a request whose caller has given up', async () => {
    const signal = AbortSignal.abort();
    const refusal = images.create(picture, { idempotencyKey: 'd', signal });
    await expect(refusal).rejects.toThrow(CreateRefused);
    await expect(refusal).rejects.toMatchObject({ reason: 'aborted', retryable: true });
  });

  it('reports an unknown id as not found', async () => {
    await expect(images.get('unknown')).rejects.toThrow(PredictionNotFound);
    await expect(images.cancel('unknown')).rejects.toThrow(PredictionNotFound);
  });

  it('is unavailable while its folder cannot be written, and passes other errors on', async () => {
    const get = jest.spyOn(sandbox.images, 'get');
    get.mockRejectedValueOnce(new SandboxProblem('unwritable', 'The disk is full.'));
    await expect(images.get('a')).rejects.toThrow(ProviderUnavailable);
    get.mockRejectedValueOnce(new TypeError('a mistake'));
    await expect(images.get('a')).rejects.toThrow(TypeError);
  });
});
