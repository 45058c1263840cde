import { POSITION_HEADER, type Project, type Scene, type SceneFields } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';

describe('the scenes API', () => {
  let app: TestApp;
  let user: TestUser;
  let project: Project;
  const add = async (body: object = {}): Promise<Scene> =>
    (
      await user.agent
        .post('/api/scenes')
        .send({ projectId: project.id, ...body })
        .expect(201)
    ).body as Scene;
  const list = async (): Promise<Scene[]> =>
    (await user.agent.get(`/api/scenes?projectId=${project.id}`).expect(200)).body as Scene[];

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.newUser();
    project = (await user.agent.post('/api/projects').send({}).expect(201)).body as Project;
  });

  it('answers with every field of a scene [SCENE-10, SCENE-11, SCENE-12]', async () => {
    const scene = await add({ title: 'The lamp', imageUrl: 'https://example.com/a.png' });
    expect(scene).toMatchObject({
      projectId: project.id,
      title: 'The lamp',
      description: 'A new scene for your story',
      imagePrompt: '',
      videoPrompt: '',
      duration: 5,
      order: 1,
      displayOrder: 1,
      imageUrl: 'https://example.com/a.png',
      imageUrls: ['https://example.com/a.png'],
      imageStatuses: ['complete'],
      imageJobIds: [null],
      imageStatus: 'complete',
      videos: [],
      mainVideoId: null,
      videoUrl: null,
      videoUrls: [],
      videoStatuses: [],
    });
    expect(await list()).toEqual([scene]);
  });

  it('creates a scene from all accepted fields [SCENE-25]', async () => {
    const body = {
      title: 'Dawn',
      description: 'Light',
      order: 70,
      imagePrompt: 'a dawn',
      videoPrompt: 'pan',
      duration: 8,
      imageUrl: null,
      imageStatus: 'pending',
    };
    expect(await add(body)).toMatchObject({ ...body, imageUrl: null });
  });

  it('lists all scenes of the user, or those of one project [SCENE-22]', async () => {
    const here = await add();
    const other = (await user.agent.post('/api/projects').send({}).expect(201)).body as Project;
    const there = (await user.agent.post('/api/scenes').send({ projectId: other.id }).expect(201)).body as Scene;
    const all = (await user.agent.get('/api/scenes').expect(200)).body as Scene[];
    expect(all.map(({ id }) => id).sort()).toEqual([here.id, there.id].sort());
    expect((await list()).map(({ id }) => id)).toEqual([here.id]);
  });

  it('changes any of the fields and answers with the scene, its position in a header [SCENE-26]', async () => {
    const { id } = await add();
    const texts = { title: 'T', description: 'D', imagePrompt: 'I', videoPrompt: 'V' };
    const spoken = { narration: 'Once, a lamp.', speaker: 'Mara', cast: ['character-mara'] };
    const changes = { ...texts, ...spoken, duration: 9.5, order: 33 } satisfies SceneFields & { order: number };
    const answer = await user.agent.patch(`/api/scenes/${id}`).send(changes).expect(200);
    expect(answer.body).toMatchObject(changes);
    expect(answer.get(POSITION_HEADER)).toMatch(/^\d+$/);
    expect((await list())[0]).toEqual(answer.body);
  });

  it('accepts the slot lists and the cleared key, and invents no image from them [SCENE-13, SCENE-27]', async () => {
    const { id, imageUrls } = await add({ imageUrl: 'https://example.com/a.png' });
    const patch = (body: object) => user.agent.patch(`/api/scenes/${id}`).send(body);
    await patch({ imageUrls, imageStatuses: ['complete'], imageJobIds: [null], idempotencyKey: null }).expect(200);
    await patch({ imageUrls: ['https://example.com/b.png'] }).expect(400);
    await patch({ imageStatuses: ['excellent'] }).expect(400);
    const { body } = await patch({ imageStatus: 'idle', imageUrls: [], imageStatuses: [], imageJobIds: [] }).expect(
      200,
    );
    expect(body).toMatchObject({ imageUrls: [], imageStatus: 'idle', imageUrl: null });
  });

  it('accepts five image statuses and no other [SCENE-14]', async () => {
    const { id } = await add();
    for (const imageStatus of ['pending', 'idle', 'processing', 'complete', 'failed']) {
      await user.agent.patch(`/api/scenes/${id}`).send({ imageStatus }).expect(200);
    }
    await user.agent.patch(`/api/scenes/${id}`).send({ imageStatus: 'done' }).expect(400);
  });

  it('copies and deletes a scene [SCENE-28]', async () => {
    const { id } = await add({ title: 'One' });
    await add({ title: 'Two' });
    const copy = (await user.agent.post(`/api/scenes/${id}/duplicate`).expect(201)).body as Scene;
    expect(copy).toMatchObject({ title: 'One', displayOrder: 2 });
    await user.agent.delete(`/api/scenes/${id}`).expect(200);
    expect((await list()).map(({ title, displayOrder }) => [title, displayOrder])).toEqual([
      ['One', 1],
      ['Two', 2],
    ]);
  });

  it('restores a deleted scene with all its fields, at its place [SCENE-30]', async () => {
    const first = await add({ title: 'One', imagePrompt: 'a', imageUrl: 'https://example.com/a.png' });
    await add({ title: 'Two' });
    await user.agent.delete(`/api/scenes/${first.id}`).expect(200);
    const { body } = await user.agent.post('/api/scenes/restore').send(first).expect(200);
    const { updatedAt: _u, revision: _r, ...fields } = first;
    expect(body).toMatchObject(fields);
    expect((await list()).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('deletes every scene, says how many, and undoes it [SCENE-09]', async () => {
    await add({ title: 'One' });
    await add({ title: 'Two' });
    const { body } = await user.agent.delete(`/api/scenes/all/${project.id}`).expect(200);
    expect(body).toEqual({ deletedCount: 2 });
    expect(await list()).toEqual([]);
    const undone = await user.agent.post('/api/scenes/restore-all').send({ projectId: project.id }).expect(200);
    expect(undone.body).toEqual({ restoredCount: 2 });
    expect((await list()).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('stores the order of a drag in one event', async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id].reverse();
    const body = { projectId: project.id, sceneIds: ids };
    const scenes = (await user.agent.post('/api/scenes/reorder').send(body).expect(200)).body as Scene[];
    expect(scenes.map(({ id, order, displayOrder }) => [id, order, displayOrder])).toEqual(
      ids.map((id, index) => [id, (index + 1) * 10, index + 1]),
    );
    const moved = (await app.events(`project-${project.id}`)).filter(({ type }) => type === 'SceneReordered');
    expect(moved).toHaveLength(1);
  });

  it('saves different fields of one scene concurrently without a loss', async () => {
    const { id } = await add();
    const saves = [{ title: 'T' }, { description: 'D' }, { imagePrompt: 'I' }, { videoPrompt: 'V' }, { duration: 7 }];
    await Promise.all(saves.map((body) => user.agent.patch(`/api/scenes/${id}`).send(body).expect(200)));
    expect((await list())[0]).toMatchObject(Object.assign({}, ...saves) as object);
  });
});
