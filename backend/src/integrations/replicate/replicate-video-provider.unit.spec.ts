import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import type { VideoRequest } from '../ports/video-provider';
import { ReplicateTransport } from './replicate-transport';
import { ReplicateVideoProvider } from './replicate-providers';

const bytes = Buffer.from('a small picture');
const request: VideoRequest = {
  modelId: 'kling-v2.1',
  prompt: 'slow push in',
  image: { mimeType: 'image/png', read: () => Promise.resolve(bytes) },
  durationSeconds: 5,
  settings: {},
};
const inline = `data:image/png;base64,${bytes.toString('base64')}`;

describe('clips by Replicate', () => {
  let stub: ReplicateStub;
  let videos: ReplicateVideoProvider;

  beforeEach(async () => {
    stub = new ReplicateStub();
    const transport = new ReplicateTransport({
      apiToken: ReplicateStub.token,
      baseUrl: await stub.start(),
      retry: { sleep: () => Promise.resolve() },
    });
    videos = new ReplicateVideoProvider(transport);
  });
  afterEach(() => stub.stop());

  const sent = async (changes: Partial<VideoRequest>): Promise<{ model: string; input: unknown }> => {
    await videos.create({ ...request, ...changes }, { idempotencyKey: 'k' });
    const prediction = stub.predictions[0];
    if (prediction === undefined) throw new Error('nothing was created');
    return { model: prediction.model, input: prediction.input };
  };

  it.each([
    [
      'kling-v2.1',
      7,
      { mode: 'pro', negative_prompt: 'text' },
      'kwaivgi/kling-v2.1',
      { duration: 5, mode: 'pro', negative_prompt: 'text', start_image: inline },
    ],
    [
      'seedance-2.0',
      30,
      { resolution: '480p' },
      'bytedance/seedance-2.0',
      { duration: 15, resolution: '480p', generate_audio: true, aspect_ratio: 'adaptive', image: inline },
    ],
    [
      'kling-v3',
      15,
      { mode: '4k', generate_audio: true },
      'kwaivgi/kling-v3-video',
      { duration: 15, mode: '4k', generate_audio: true, start_image: inline },
    ],
    [
      'veo-3.1',
      5,
      { resolution: '720p' },
      'google/veo-3.1',
      { duration: 4, resolution: '720p', generate_audio: false, aspect_ratio: '9:16', image: inline },
    ],
    ['minimax-h3', 3, { resolution: '2K' }, 'minimax/h3', { duration: 4, resolution: '2K', first_frame_image: inline }],
    [
      'hailuo-02',
      9,
      { resolution: '768p', prompt_optimizer: false },
      'minimax/hailuo-02',
      { duration: 10, resolution: '768p', prompt_optimizer: false, first_frame_image: inline },
    ],
    [
      'seedance-1-pro',
      30,
      { resolution: '480p', camera_fixed: true, aspect_ratio: '1:1' },
      'bytedance/seedance-1-pro',
      { duration: 12, resolution: '480p', camera_fixed: true, image: inline },
    ],
    [
      'seedance-1-lite',
      1,
      { resolution: '720p', fps: 24, seed: 3 },
      'bytedance/seedance-1-lite',
      { duration: 2, resolution: '720p', fps: 24, seed: 3, image: inline },
    ],
  ])(
    'with %s for %d s and %j get the inputs of that model',
    async (modelId, durationSeconds, settings, model, input) => {
      expect(await sent({ modelId, durationSeconds, settings })).toEqual({
        model,
        input: { prompt: 'slow push in', ...input },
      });
    },
  );

  it.each([
    ['kling-v3-omni', ['start_image', 'reference_images']],
    ['seedance-2.0', ['reference_images']],
    ['hailuo-02', null],
  ])(
    'with %s show the people of the reference images, beside the first frame or in its place: %j',
    async (modelId, inputs) => {
      const faces = ['a face', 'another face'].map((face) => Buffer.from(face));
      const references = faces.map((face, at) => ({
        ...{ name: `Person ${at + 1}`, kind: 'character' as const, hash: `${at}`, mimeType: 'image/png' },
        read: () => Promise.resolve(face),
      }));
      if (inputs === null) return expect(sent({ modelId, references })).rejects.toThrow('fewer reference pictures');
      const { input } = await sent({ modelId, references });
      const pictures = Object.entries(input as object).filter(([name]) => name.includes('image'));
      const urls = faces.map((face) => `data:image/png;base64,${face.toString('base64')}`);
      expect(Object.fromEntries(pictures)).toEqual(
        Object.fromEntries(inputs.map((name) => [name, name === 'reference_images' ? urls : inline])),
      );
      expect(input).toMatchObject({
        prompt: 'slow push in. Keep to the reference pictures: picture 1 shows Person 1, picture 2 shows Person 2.',
      });
    },
  );

  it("ignore settings that would replace the form's own prompt, image or length", async () => {
    const settings = { prompt: 'other', start_image: 'https://evil.example/a.png', duration: 10, unknown: 'x' };
    expect(await sent({ settings })).toMatchObject({
      input: { prompt: 'slow push in', start_image: inline, duration: 5 },
    });
    expect(stub.predictions[0]?.input).not.toHaveProperty('unknown');
  });

  it('upload a large image as a file first, again after an interruption', async () => {
    const large = { mimeType: 'image/png', read: () => Promise.resolve(Buffer.alloc(300 * 1024, 7)) };
    stub.failNext('upload', { kind: 'status', status: 503 });
    expect(await sent({ image: large })).toMatchObject({
      input: { start_image: expect.stringMatching(/\/v1\/files\/file1$/u) as string },
    });
    expect(stub.files.size).toBe(1);
  });

  it('are not created when the image cannot be uploaded', async () => {
    const large = { mimeType: 'image/png', read: () => Promise.resolve(Buffer.alloc(300 * 1024, 7)) };
    stub.failNext('upload', { kind: 'status', status: 401 });
    await expect(videos.create({ ...request, image: large }, { idempotencyKey: 'k' })).rejects.toMatchObject({
      name: 'CreateRefused',
      reason: 'unauthorized',
    });
    expect(stub.accepted).toBe(0);
  });

  it('take an image by its address', async () => {
    expect(await sent({ image: { url: 'https://example.com/a.png' } })).toMatchObject({
      input: { start_image: 'https://example.com/a.png' },
    });
  });

  it.each<[string, Partial<VideoRequest>]>([
    ['an unknown model', { modelId: 'sora' }],
    ['an unknown mode', { settings: { mode: 'ultra' } }],
    ['an end image outside pro mode', { settings: { end_image: 'https://example.com/b.png' } }],
    [
      'ten seconds in 1080p of hailuo',
      { modelId: 'hailuo-02', durationSeconds: 10, settings: { resolution: '1080p' } },
    ],
  ])('are refused for %s before anything is sent', async (_, changes) => {
    await expect(videos.create({ ...request, ...changes }, { idempotencyKey: 'k' })).rejects.toMatchObject({
      name: 'CreateRefused',
      reason: 'invalid-input',
    });
    expect(stub.server.requests).toHaveLength(0);
  });

  it('have one output', async () => {
    const { predictionId } = await videos.create(request, { idempotencyKey: 'k' });
    stub.succeed(predictionId, [{ name: 'clip.mp4', bytes: Buffer.from('mp4') }]);
    expect((await videos.get(predictionId)).outputs).toEqual([
      { url: expect.stringMatching(/clip\.mp4$/u) as string, mimeType: 'video/mp4' },
    ]);
  });
});
