import { spokenSeconds } from '@storyreel/contracts';
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

  it('reads the action and the speech of a screenplay, without its title page and notes', async () => {
    const story =
      'Title: The Lamp\nAuthor: A. Reed\n\nINT. KITCHEN - NIGHT\n\nMara stirs the soup. [[Is it soup?]]\n\nMARA\nIs it ready?';
    const project = await user.agent.post('/api/projects').send({ title: 'Script', story }).expect(201);
    const { id: projectId } = project.body as { id: string };
    await user.agent.post('/api/scenes/process-story').send({ projectId }).expect(200);
    const { body } = await user.agent.get('/api/scenes').query({ projectId }).expect(200);
    expect((body as { sourceText: string }[]).map(({ sourceText }) => sourceText)).toEqual([
      'INT. KITCHEN - NIGHT\n\nMara stirs the soup.\n\nMARA: “Is it ready?”',
    ]);
  });

  it('refuses an empty story, and another user’s project', async () => {
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

describe('a shorter story', () => {
  const LONG = Array.from(
    { length: 30 },
    (_, day) => `On day ${day + 1} Mara rowed out to the lamp at Gull Point. It was quite cold there, and nobody came.`,
  ).join('\n\n');

  it('is written for half a zap and replaces nothing, until it is accepted, which is undone', async () => {
    const { body } = await user.agent.post('/api/projects').send({ title: 'Long', story: LONG }).expect(201);
    const { id } = body as { id: string };
    const storyNow = async () => ((await user.agent.get(`/api/projects/${id}`)).body as { story: string }).story;
    const before = await balance();
    const path = `/api/projects/${id}/abridge-story`;
    const answer = await user.agent.post(path).send({ seconds: 60 }).expect(200);
    const { abridgingId, story } = answer.body as { abridgingId: string; story: string };
    expect(spokenSeconds(story)).toBeGreaterThan(45);
    expect(spokenSeconds(story)).toBeLessThanOrEqual(60);
    expect(await storyNow()).toBe(LONG);
    expect(await balance()).toBe(before - 0.5);

    await user.agent
      .post(`${path}/accept`)
      .send({ abridgingId, story: `${story} The end.` })
      .expect(200);
    expect(await storyNow()).toBe(`${story} The end.`);
    await user.agent.post(`${path}/undo`).send({ abridgingId }).expect(200, { story: LONG });
    expect(await storyNow()).toBe(LONG);
    expect(await balance()).toBe(before - 0.5);
  });

  it('has one of three lengths', async () => {
    const { projectId } = await projectWithScene(user);
    await user.agent.post(`/api/projects/${projectId}/abridge-story`).send({ seconds: 45 }).expect(400);
  });
});

describe('texts for a scene', () => {
  it('are described, stored, and paid for once per key [AI-04]', async () => {
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

  it('are refused for another user’s scene', async () => {
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
