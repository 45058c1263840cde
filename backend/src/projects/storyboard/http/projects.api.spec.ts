import type { Project } from '@storyreel/contracts';
import { Client } from 'pg';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';

describe('the projects API', () => {
  let app: TestApp;
  let user: TestUser;
  const create = async (body: object = {}): Promise<Project> =>
    (await user.agent.post('/api/projects').send(body).expect(201)).body as Project;
  const list = async (): Promise<Project[]> => (await user.agent.get('/api/projects').expect(200)).body as Project[];

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.newUser();
  });

  it('creates a project and answers with it, ignoring any user in the body [PROJ-30, PROJ-35]', async () => {
    const body = { title: 'The Keeper', description: 'A light', status: 'in-progress', userId: 'somebody-else' };
    expect(await create(body)).toMatchObject({
      title: 'The Keeper',
      description: 'A light',
      status: 'in-progress',
      userId: user.id,
      story: '',
      sceneCount: 0,
      thumbnail: null,
      id: expect.any(String) as string,
    });
  });

  it('carries the continuity fields [PROJ-31]', async () => {
    const { id } = await create();
    const fields = {
      selectedStyle: '99999999-9999-4999-8999-999999999999',
      characters: 'Ada: tall, calm',
      environment: 'An island',
      props: 'A lamp',
      imageUrl: 'https://example.com/ada.png',
      midjourneyPrompt: 'Ada, tall',
    };
    expect((await user.agent.patch(`/api/projects/${id}`).send(fields).expect(200)).body).toMatchObject(fields);
    expect((await list())[0]).toMatchObject(fields);
  });

  it('carries the audio and the video fields [PROJ-32]', async () => {
    const fields = {
      storyAudioUrl: 'https://example.com/a.mp3',
      storyAudioFilename: 'a.mp3',
      storyAudioStatus: 'complete',
      completedVideoUrl: 'https://example.com/v.mp4',
      completedVideoFilename: 'v.mp4',
      completedVideoStatus: 'complete',
    };
    const { id } = await create();
    expect((await user.agent.patch(`/api/projects/${id}`).send(fields).expect(200)).body).toMatchObject(fields);
  });

  it('accepts three statuses of the story audio [AUDIO-07]', async () => {
    const { id } = await create();
    const audio = (storyAudioStatus: string) => user.agent.patch(`/api/projects/${id}`).send({ storyAudioStatus });
    for (const status of ['pending', 'processing', 'complete']) await audio(status).expect(200);
    await audio('failed').expect(400);
  });

  it('accepts only known statuses [PROJ-27]', async () => {
    const { id } = await create();
    for (const status of ['draft', 'in-progress', 'complete']) {
      await user.agent.patch(`/api/projects/${id}`).send({ status }).expect(200);
    }
    const refused = await user.agent.patch(`/api/projects/${id}`).send({ status: 'archived' }).expect(400);
    expect(refused.body).toMatchObject({ code: 'validation_failed', issues: [{ path: 'status' }] });
  });

  it('lists only the projects of the signed-in user [PROJ-33]', async () => {
    const mine = await create({ title: 'Mine' });
    const other = await app.newUser();
    await other.agent.post('/api/projects').send({ title: 'Theirs' }).expect(201);
    expect((await list()).map(({ id }) => id)).toEqual([mine.id]);
    await app.anonymous().get('/api/projects').expect(401);
  });

  it('does not read the long texts for a list, or for a project requested without them', async () => {
    const { id } = await create({ title: 'Mine', story: 'Once.' });
    await app.idle();
    const asked = async (path: string): Promise<string[]> => {
      const spy = jest.spyOn(Client.prototype, 'query');
      try {
        await user.agent.get(path).expect(200);
        const calls = spy.mock.calls as unknown as [string | { text?: string }][];
        return calls.map(([query]) => (typeof query === 'string' ? query : (query.text ?? '')));
      } finally {
        spy.mockRestore();
      }
    };
    const readsTexts = (statement: string) =>
      /\b(story|characters|environment|props|midjourney_prompt)\b/.test(statement);
    for (const path of ['/api/projects', `/api/projects/${id}`]) {
      expect((await asked(path)).some(readsTexts)).toBe(true);
      const statements = await asked(`${path}?fields=summary`);
      expect(statements.some((statement) => statement.includes('project_list'))).toBe(true);
      expect(statements.filter(readsTexts)).toEqual([]);
    }
  });

  it('changes only the fields in the request [PROJ-36]', async () => {
    const { id } = await create({ title: 'Before', description: 'Kept' });
    const { body } = await user.agent.patch(`/api/projects/${id}`).send({ title: 'After', story: 'Once.' }).expect(200);
    expect(body).toMatchObject({ title: 'After', story: 'Once.', description: 'Kept' });
    const edits = (await app.events(`project-${id}`)).filter((event) => event.type === 'ProjectEdited');
    expect(edits.map((event) => event.data)).toEqual([{ changes: { title: 'After', story: 'Once.' } }]);
  });

  it('duplicates a project with its scenes and answers with the copy [PROJ-37]', async () => {
    const { id } = await create({ title: 'Original' });
    await user.agent.post('/api/scenes').send({ projectId: id, title: 'One' }).expect(201);
    const { body } = await user.agent.post(`/api/projects/${id}/duplicate`).expect(201);
    expect(body).toMatchObject({ title: 'Original (Copy)', sceneCount: 1 });
    expect((body as Project).id).not.toBe(id);
  });

  it('deletes a project with its scenes, and restores both with all fields [PROJ-39, PROJ-41]', async () => {
    const project = await create({ title: 'Gone', description: 'And back' });
    const scene = (await user.agent.post('/api/scenes').send({ projectId: project.id, title: 'One' }).expect(201))
      .body as {
      id: string;
    };
    const before = await list();
    await user.agent.delete(`/api/projects/${project.id}`).expect(200);
    expect(await list()).toEqual([]);
    expect((await user.agent.get('/api/scenes').expect(200)).body).toEqual([]);
    await user.agent.get(`/api/scenes/${scene.id}`).expect(404);

    const { body } = await user.agent.post('/api/projects/restore').send(before[0]).expect(200);
    expect(body).toMatchObject({ id: project.id, title: 'Gone', description: 'And back', sceneCount: 1 });
    expect((await user.agent.get(`/api/scenes?projectId=${project.id}`).expect(200)).body).toMatchObject([
      { id: scene.id, title: 'One' },
    ]);
  });

  it('uses nothing but the id of a project that is to be restored', async () => {
    const project = await create({ title: 'True' });
    await user.agent.delete(`/api/projects/${project.id}`).expect(200);
    const { body } = await user.agent
      .post('/api/projects/restore')
      .send({ ...project, title: 'False' })
      .expect(200);
    expect(body).toMatchObject({ title: 'True' });
  });

  it('keeps the order that was dragged, with new projects first', async () => {
    const [a, b, c] = [await create({ title: 'a' }), await create({ title: 'b' }), await create({ title: 'c' })];
    await user.agent
      .post('/api/projects/reorder')
      .send({ projectIds: [b.id, c.id, a.id] })
      .expect(200);
    expect((await list()).map(({ title }) => title)).toEqual(['b', 'c', 'a']);
    await create({ title: 'd' });
    expect((await list()).map(({ title }) => title)).toEqual(['d', 'b', 'c', 'a']);
    await user.agent.delete(`/api/projects/${c.id}`).expect(200);
    await user.agent
      .post('/api/projects/reorder')
      .send({ projectIds: [a.id, b.id] })
      .expect(200);
    await user.agent.post('/api/projects/restore').send(c).expect(200);
    // The restored project has the same place as two others, and projects in one place are sorted newest first.
    expect((await list()).map(({ title }) => title)).toEqual(['d', 'a', 'c', 'b']);
  });

  it('creates one project when the request is repeated with one key', async () => {
    const send = () => user.agent.post('/api/projects').set('Idempotency-Key', 'the-same-key').send({ title: 'Once' });
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect((second.body as Project).id).toBe((first.body as Project).id);
    expect(await list()).toHaveLength(1);
  });

  it('answers a foreign id with exactly the bytes of an unknown one', async () => {
    const { id } = await create();
    const stranger = await app.newUser();
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const [foreign, missing] = await Promise.all(
      [id, unknown].map((target) => stranger.agent.patch(`/api/projects/${target}`).send({ title: 'x' }).expect(404)),
    );
    expect(foreign?.text).toBe(missing?.text);
    await stranger.agent.patch('/api/projects/not-an-id').send({ title: 'x' }).expect(400);
  });
});
