import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene, STORY } from '../../testing/make-story';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const balance = async () => ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;

describe('Create Scenes', () => {
  it('replaces the scenes by those of the story, and costs half a zap [STORY-12]', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    const before = await balance();
    const { body } = await user.agent.post('/api/scenes/process-story').send({ projectId }).expect(200);
    const { sceneCount } = body as { sceneCount: number };
    const scenes = await user.agent.get('/api/scenes').query({ projectId }).expect(200);
    expect(scenes.body).toHaveLength(sceneCount);
    expect((scenes.body as { sourceText: string }[]).map(({ sourceText }) => sourceText).join(' ')).toContain('Mara');
    await user.agent.get(`/api/scenes/${sceneId}`).expect(404);
    expect(await balance()).toBe(before - 0.5);
  });

  it('refuses an empty story, and a foreign project', async () => {
    const { body } = await user.agent.post('/api/projects').send({ title: 'Empty' }).expect(201);
    const { id: projectId } = body as { id: string };
    await user.agent.post('/api/scenes/process-story').send({ projectId }).expect(400);
    const stranger = await app.newUser();
    await stranger.agent.post('/api/scenes/process-story').send({ projectId }).expect(404);
  });

  it('runs once at a time', async () => {
    const { projectId } = await projectWithScene(user);
    const before = await balance();
    const ask = () => user.agent.post('/api/scenes/process-story').send({ projectId });
    const statuses = (await Promise.all([ask(), ask()])).map(({ status }) => status);
    expect(statuses).toContain(200);
    const succeeded = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 409)).toHaveLength(2 - succeeded);
    expect(await balance()).toBe(before - 0.5 * succeeded);
  });
});

describe('texts for a scene', () => {
  it('are described, stored, and paid for once under one key [AI-04]', async () => {
    const { sceneId } = await projectWithScene(user);
    const before = await balance();
    const ask = () =>
      user.agent
        .post(`/api/ai/generate/scene-description/${sceneId}`)
        .set('Idempotency-Key', 'describe-it-once')
        .send({ continuityDetails: 'Mara: brave' });
    const first = await ask().expect(200);
    const second = await ask().expect(200);
    const { scene, description } = first.body as { scene: Record<string, string>; description: string };
    expect(scene.description).toBe(description);
    expect(scene.imagePrompt).toBeTruthy();
    expect(scene.videoPrompt).toBeTruthy();
    expect((second.body as { description: string }).description).toBe(description);
    const stored = await user.agent.get(`/api/scenes/${sceneId}`).expect(200);
    expect(stored.body).toMatchObject({ description, imagePrompt: scene.imagePrompt, videoPrompt: scene.videoPrompt });
    expect(await balance()).toBe(before - 0.5);
  });

  it('include a video prompt and an enhanced image prompt [AI-17, AI-11]', async () => {
    const { sceneId } = await projectWithScene(user);
    const video = await user.agent.post(`/api/ai/generate/video-prompt/${sceneId}`).expect(200);
    const enhanced = await user.agent.post(`/api/scenes/${sceneId}/enhance-prompt`).expect(200);
    const stored = await user.agent.get(`/api/scenes/${sceneId}`).expect(200);
    expect(stored.body).toMatchObject({
      videoPrompt: (video.body as { videoPrompt: string }).videoPrompt,
      imagePrompt: (enhanced.body as { enhancedPrompt: string }).enhancedPrompt,
    });
  });

  it('are not written for somebody else’s scene', async () => {
    const { sceneId } = await projectWithScene(user);
    const stranger = await app.newUser();
    await stranger.agent.post(`/api/ai/generate/scene-description/${sceneId}`).send({}).expect(404);
    await stranger.agent.post(`/api/ai/generate/video-prompt/${sceneId}`).expect(404);
    await stranger.agent.post(`/api/scenes/${sceneId}/enhance-prompt`).expect(404);
  });
});

describe('continuity', () => {
  it('answers characters, environments and props, and needs a story [AI-21, AI-22]', async () => {
    const { body } = await user.agent.post('/api/ai/generate/continuity').send({ story: STORY }).expect(200);
    const text = expect.any(String) as string;
    expect(body).toEqual({ characters: text, environments: text, props: text });
    await user.agent.post('/api/ai/generate/continuity').send({ story: '  ' }).expect(400);
  });
});
