import type { ModelSchema } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { projectWithScene } from '../../../testing/make-story';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const animate = (by: TestUser, sceneId: string, settings: object = {}) =>
  by.agent.post('/api/replicate/generate-video').send({
    sceneId,
    modelId: 'kling-v2.1',
    settings: { prompt: 'waves', duration: 5, mode: 'standard', ...settings },
  });

async function sceneWithImages(): Promise<string> {
  const { sceneId } = await projectWithScene(user);
  await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
  await app.idle();
  return sceneId;
}

describe('the models', () => {
  it('are listed by id and name [VIDEO-01]', async () => {
    const { body } = await user.agent.get('/api/replicate/models').expect(200);
    expect((body as { id: string }[]).slice(-4)).toEqual([
      { id: 'kling-v2.1', name: 'Kling v2.1' },
      { id: 'hailuo-02', name: 'Hailuo 02' },
      { id: 'seedance-1-pro', name: 'Seedance 1 Pro', retiresOn: '2026-07-17', isRetired: true },
      { id: 'seedance-1-lite', name: 'Seedance 1 Lite', retiresOn: '2026-05-13', isRetired: true },
    ]);
  });

  it('that were withdrawn are refused before any zaps are held', async () => {
    const owner = await app.newUser();
    const { sceneId } = await projectWithScene(owner);
    await owner.agent.post(`/api/scenes/${sceneId}/images`).send({ imageUrl: 'https://e.example/a.png' }).expect(200);
    const ask = { sceneId, modelId: 'seedance-1-lite', settings: { duration: 5, resolution: '480p' } };
    const { body } = await owner.agent.post('/api/replicate/generate-video').send(ask).expect(400);
    expect(body).toMatchObject({ code: 'bad_request', message: expect.stringContaining('withdrawn') as string });
    await owner.agent.get('/api/credits/balance').expect(200, { balance: 100 });
  });

  const words = expect.stringMatching(/\w/) as string;
  const field = (type: string, more: object = {}) => ({ type, title: words, description: words, ...more });
  it.each([
    [
      'kling-v2.1',
      {
        duration: field('integer', { default: 5, enum: [5, 10] }),
        mode: field('string', { default: 'standard', enum: ['standard', 'pro'] }),
      },
    ],
    [
      'hailuo-02',
      {
        duration: field('integer', { default: 6, enum: [6, 10] }),
        resolution: field('string', { default: '1080p', enum: ['512p', '768p', '1080p'] }),
      },
    ],
    [
      'seedance-1-pro',
      {
        duration: field('integer', { default: 5, minimum: 2, maximum: 12 }),
        resolution: field('string', { default: '1080p', enum: ['480p', '720p', '1080p'] }),
      },
    ],
    ['seedance-1-lite', { seed: field('integer', { minimum: 0, maximum: 2_147_483_647 }) }],
  ])('%s describes each of its settings [VIDEO-02]', async (id, described) => {
    const { body } = await user.agent.get(`/api/replicate/model-schema/${id}`).expect(200);
    expect(body).toMatchObject({ prompt: field('string'), ...described });
    for (const setting of Object.values(body as ModelSchema)) expect(setting).toMatchObject(field(setting.type));
  });

  it('that are unknown have no settings', async () => {
    await user.agent.get('/api/replicate/model-schema/constructor').expect(404);
  });
});

describe('a scene without an image', () => {
  it('cannot become a video', async () => {
    const { sceneId } = await projectWithScene(user);
    await animate(user, sceneId).expect(400);
  });
});

describe('a scene with a main image', () => {
  it('becomes a clip with a poster, paid for once [VIDEO-03, VIDEO-05, VIDEO-22, VIDEO-29]', async () => {
    const sceneId = await sceneWithImages();
    const { body } = await animate(user, sceneId).expect(200);
    expect(body).toMatchObject({ costInfo: { creditsUsed: 9, costUsd: 0 } });
    const { predictionId } = body as { predictionId: string };
    await app.idle();
    const prediction = await user.agent.get(`/api/replicate/prediction/${predictionId}`).expect(200);
    expect(prediction.body).toMatchObject({ id: predictionId, sceneId, status: 'succeeded', error: null });
    const scene = await user.agent.get(`/api/scenes/${sceneId}`).expect(200);
    const { videos } = scene.body as { videos: { url: string; thumbnail: string }[] };
    expect(videos).toMatchObject([{ id: predictionId, mimeType: 'video/mp4', duration: 5, status: 'complete' }]);
    await user.agent
      .get(videos[0]?.url ?? '')
      .expect(200)
      .expect('Content-Type', /^video\/mp4/);
    await user.agent
      .get(videos[0]?.thumbnail ?? '')
      .expect(200)
      .expect('Content-Type', /^image\/jpeg/);
    await user.agent.get('/api/credits/balance').expect(200, { balance: 91 });
  });

  it('refuses settings that its model does not have', async () => {
    const sceneId = await sceneWithImages();
    for (const wrong of [
      { mode: 'ultra' },
      { duration: 31 },
      { colour: 'red' },
      { start_image: 'http://127.0.0.1/' },
    ]) {
      await animate(user, sceneId, wrong).expect(400);
    }
  });

  it('is not found for other users, nor are its predictions', async () => {
    const sceneId = await sceneWithImages();
    const stranger = await app.newUser();
    await animate(stranger, sceneId).expect(404);
    const { body } = await animate(user, sceneId).expect(200);
    const { predictionId } = body as { predictionId: string };
    await stranger.agent.get(`/api/replicate/prediction/${predictionId}`).expect(404);
    await app.idle();
  });
});
