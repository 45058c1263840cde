import type { Scene } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { withJobsOnHold } from '../../../testing/jobs-on-hold';
import { projectWithScene } from '../../../testing/make-story';

const completedVideo = {
  id: 'mine',
  url: 'https://clips.example.com/1.mp4',
  filename: 'v.mp4',
  mimeType: 'video/mp4',
  size: 1,
};

describe('replacing a placeholder with a video, when the request is repeated', () => {
  let app: TestApp;
  let user: TestUser;
  let path: string;
  let projectId: string;
  let processingVideoId: string;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    user = await app.newUser();
    await app.idle();
    const made = await projectWithScene(user);
    projectId = made.projectId;
    path = `/api/scenes/${made.sceneId}`;
    await user.agent.post(`${path}/images`).send({ imageUrl: 'https://pictures.example.com/a.png' }).expect(200);
  });

  /** Runs the work while no worker processes the clip. */
  const whileInProgress = (work: () => Promise<void>) =>
    withJobsOnHold(app.runtime.pool, async () => {
      const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
      const request = { sceneId: path.split('/').at(-1), modelId: 'kling-v2.1', settings };
      const { body } = await user.agent.post('/api/replicate/generate-video').send(request).expect(200);
      processingVideoId = `processing-${(body as { predictionId: string }).predictionId}`;
      await work();
    });
  const replace = (key: string, video: object = completedVideo) =>
    user.agent
      .post(`${path}/replace-processing-video`)
      .set('Idempotency-Key', key)
      .send({ processingVideoId, completedVideo: video });
  const videosOf = (body: unknown) => (body as Scene).videos;
  const stored = async () => videosOf((await user.agent.get(path).expect(200)).body);
  const made = async () => {
    const types = (await app.events(`project-${projectId}`)).map(({ type }) => type);
    return ['ProcessingVideoReplaced', 'VideoJobFailed'].map((type) => types.filter((each) => each === type).length);
  };
  const expectZapsBack = async () => {
    await app.idle();
    await user.agent.get('/api/credits/balance').expect(200, { balance: 100 });
  };

  it('happens once, and the repeat gets the same answer', async () => {
    await whileInProgress(async () => {
      const first = await replace('replace-it-once').expect(200);
      const second = await replace('replace-it-once').expect(200);
      expect(videosOf(first.body)).toMatchObject([{ id: 'mine', status: 'complete' }]);
      expect(videosOf(second.body)).toEqual(videosOf(first.body));
    });
    await expectZapsBack();
    expect(await made()).toEqual([1, 1]);
    expect(await stored()).toMatchObject([{ id: 'mine' }]);
  });

  it('happens once for two concurrent requests', async () => {
    await whileInProgress(async () => {
      const answers = await Promise.all([replace('replace-it-at-once'), replace('replace-it-at-once')]);
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(videosOf(body)).toMatchObject([{ id: 'mine' }]);
      }
    });
    await expectZapsBack();
    expect(await made()).toEqual([1, 1]);
  });

  it('does not restore the video after it was removed', async () => {
    await whileInProgress(async () => {
      await replace('replace-then-remove').expect(200);
      await user.agent.delete(`${path}/videos/mine`).expect(200);
      const repeated = await replace('replace-then-remove').expect(200);
      expect(videosOf(repeated.body)).toEqual([]);
    });
    await expectZapsBack();
    expect(await made()).toEqual([1, 1]);
    expect(await stored()).toEqual([]);
  });

  it('is refused under another key, or with another video under the same key', async () => {
    await whileInProgress(async () => {
      await replace('replace-the-first').expect(200);
      await replace('replace-the-second').expect(404);
      const { body } = await replace('replace-the-first', { ...completedVideo, id: 'another' }).expect(422);
      expect(body).toMatchObject({ code: 'idempotency_key_reused' });
    });
    await expectZapsBack();
    expect(await made()).toEqual([1, 1]);
    expect(await stored()).toMatchObject([{ id: 'mine' }]);
  });
});
