import type { Project, Scene } from '@storyreel/contracts';
import { PNG } from '../../../testing/routes/belongings';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { withJobsOnHold } from '../../../testing/jobs-on-hold';

const url = (name: string) => `https://example.com/${name}`;

describe('images and videos of a scene over HTTP', () => {
  let app: TestApp;
  let user: TestUser;
  let path: string;
  const call = async (method: 'post' | 'patch' | 'delete', rest: string, body?: object): Promise<Scene> =>
    (await user.agent[method](`${path}/${rest}`).send(body).expect(200)).body as Scene;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.newUser();
    const { id: projectId } = (await user.agent.post('/api/projects').send({}).expect(201)).body as Project;
    const scene = (await user.agent.post('/api/scenes').send({ projectId }).expect(201)).body as Scene;
    path = `/api/scenes/${scene.id}`;
  });
  const stored = async (): Promise<Scene> => (await user.agent.get(path).expect(200)).body as Scene;

  it('adds an image [SLOT-30]', async () => {
    expect(await call('post', 'images', { imageUrl: url('a.png') })).toMatchObject({
      imageUrls: [url('a.png')],
      imageUrl: url('a.png'),
      imageStatus: 'complete',
    });
  });

  it('puts an image back at its old place [SLOT-31]', async () => {
    for (const name of ['a', 'b', 'c']) await call('post', 'images', { imageUrl: url(name) });
    expect((await call('delete', 'images/1')).imageUrls).toEqual([url('a'), url('c')]);
    const restored = await call('post', 'images', { imageUrl: url('b'), insertAt: 1 });
    expect(restored.imageUrls).toEqual(['a', 'b', 'c'].map(url));
  });

  it('makes an image and a video the main one, and keeps it [SLOT-24, SLOT-32]', async () => {
    for (const name of ['a', 'b']) await call('post', 'images', { imageUrl: url(name) });
    expect((await call('patch', 'main-image', { imageUrl: url('a') })).imageUrl).toBe(url('a'));
    const video = { filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };
    await call('post', 'videos', { ...video, id: 'one', url: url('1.mp4') });
    await call('post', 'videos', { ...video, id: 'two', url: url('2.mp4') });
    expect((await call('patch', 'main-video', { videoId: 'one' })).mainVideoId).toBe('one');
    expect(await stored()).toMatchObject({ imageUrl: url('a'), mainVideoId: 'one', videoUrl: url('1.mp4') });
  });

  it('adds and removes a video and answers with the scene [SLOT-33, SLOT-34, VIDEO-29]', async () => {
    const video = { id: 'one', url: url('1.mp4'), filename: 'v.mp4', mimeType: 'video/mp4', size: 12, duration: 4 };
    const added = await call('post', 'videos', video);
    expect(added.videos).toEqual([{ ...video, thumbnail: null, status: 'complete' }]);
    await call('post', 'images', { imageUrl: url('a') });
    expect((await call('delete', 'images/0')).imageUrls).toEqual([]);
    expect((await call('delete', 'videos/one')).videos).toEqual([]);
  });

  it('swaps a placeholder for a completed video, and answers with the scene [VIDEO-24]', async () => {
    const image = await user.agent
      .post('/api/objects/upload?type=image/png&purpose=image')
      .expect(200)
      .then(({ body }) => (body as { uploadURL: string }).uploadURL);
    await user.agent.put(image).set('content-type', 'image/png').send(PNG).expect(200);
    const finalized = await user.agent.post('/api/objects/finalize').send({ uploadURL: image }).expect(200);
    await call('post', 'images', { imageUrl: (finalized.body as { url: string }).url });
    const sceneId = path.split('/').at(-1);
    const request = { sceneId, modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5, mode: 'standard' } };
    await withJobsOnHold(app.runtime.pool, async () => {
      const { body } = await user.agent.post('/api/replicate/generate-video').send(request).expect(200);
      const processingVideoId = `processing-${(body as { predictionId: string }).predictionId}`;
      expect((await stored()).videos).toMatchObject([{ id: processingVideoId, status: 'processing' }]);

      const completedVideo = { id: 'mine', url: url('1.mp4'), filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };
      const swapped = await call('post', 'replace-processing-video', { processingVideoId, completedVideo });
      expect(swapped.videos).toMatchObject([{ id: 'mine', status: 'complete' }]);
    });
    await app.idle();
    expect((await stored()).videos).toMatchObject([{ id: 'mine' }]);
    const { balance } = (await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number };
    expect(balance).toBe(100);
  });

  it('refuses the thirteenth image and the thirteenth video [SLOT-20, SLOT-22]', async () => {
    for (let i = 0; i < 12; i++) {
      await call('post', 'images', { imageUrl: url(`${i}.png`) });
      await call('post', 'videos', { url: url(`${i}.mp4`), filename: 'v.mp4', mimeType: 'video/mp4', size: 1 });
    }
    const image = await user.agent
      .post(`${path}/images`)
      .send({ imageUrl: url('13') })
      .expect(400);
    expect(image.body).toMatchObject({ code: 'limit_reached' });
    const body = { url: url('13.mp4'), filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };
    const video = await user.agent.post(`${path}/videos`).send(body).expect(400);
    expect(video.body).toMatchObject({ code: 'limit_reached' });
  });

  it('refuses an address that a browser would execute', async () => {
    for (const imageUrl of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil', '']) {
      await user.agent.post(`${path}/images`).send({ imageUrl }).expect(400);
    }
  });
});
