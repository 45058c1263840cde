import type { HistoryEntry, PastProject, Project, Scene, SceneVersion } from '@storyreel/contracts';
import { STORY } from '../../../testing/make-story';
import { startTestApp } from '../../../testing/app-harness';
import type { TestApp, TestUser } from '../../../testing/app-harness';

describe('the history API', () => {
  let app: TestApp;
  let user: TestUser;
  let project: Project;
  const path = (rest: string) => `/api/projects/${project.id}/${rest}`;
  const history = async (query = '') =>
    (await user.agent.get(path(`history${query}`)).expect(200)).body as HistoryEntry[];
  const scenes = async () => (await user.agent.get(`/api/scenes?projectId=${project.id}`).expect(200)).body as Scene[];

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.newUser();
    project = (await user.agent.post('/api/projects').send({ title: 'The Keeper' }).expect(201)).body as Project;
  });

  it('lists steps newest first, in pages and by kind of work', async () => {
    await user.agent.patch(`/api/projects/${project.id}`).send({ story: 'Once.', title: 'Once' }).expect(200);
    const { body } = await user.agent.post('/api/scenes').send({ projectId: project.id, title: 'Harbour' }).expect(201);
    await user.agent.delete(`/api/scenes/${(body as Scene).id}`).expect(200);
    const all = await history();
    expect(all.map(({ what }) => what)).toEqual([
      '“Harbour” deleted',
      '“Harbour” added',
      'Title and story changed',
      'Project created',
    ]);
    expect(all[2]?.details).toContainEqual({ label: 'Story', before: '', after: 'Once.' });
    expect((await history('?kind=scenes')).map(({ what }) => what)).toEqual(['“Harbour” deleted', '“Harbour” added']);
    const first = await user.agent.get(path('history?limit=1')).expect(200);
    expect((await history(`?limit=1&cursor=${first.headers['x-next-cursor']}`)).map(({ what }) => what)).toEqual([
      '“Harbour” added',
    ]);
  });

  it('undoes a chosen step and the newest, and redoes them', async () => {
    await user.agent.post('/api/scenes').send({ projectId: project.id, title: 'Harbour' }).expect(201);
    await user.agent.patch(`/api/projects/${project.id}`).send({ story: 'Once.', title: 'Once' }).expect(200);
    const { first, revision } = (await history()).find(({ kind }) => kind === 'scenes') ?? { first: '', revision: '' };
    const undone = await user.agent.post(path('undo')).send({ step: { first, revision } }).expect(200);
    expect(undone.body).toEqual({ what: '“Harbour” added' });
    expect(await scenes()).toEqual([]);
    expect((await user.agent.post(path('undo')).send({}).expect(200)).body).toEqual({
      what: 'Title and story changed',
    });
    expect((await user.agent.get(`/api/projects/${project.id}`)).body).toMatchObject({
      story: '',
      title: 'The Keeper',
    });
    await user.agent.post(path('undo')).send({}).expect(409);
    await user.agent.post(path('redo')).send({}).expect(200);
    await user.agent.post(path('redo')).send({}).expect(200);
    expect((await scenes()).map(({ title }) => title)).toEqual(['Harbour']);
  });

  it('shows a project at an earlier time, and restores it', async () => {
    const { body } = await user.agent.post('/api/scenes').send({ projectId: project.id, title: 'Harbour' }).expect(201);
    const { id } = body as Scene;
    await user.agent.post(`/api/scenes/${id}/images`).send({ imageUrl: 'https://example.com/i.png' }).expect(200);
    const [newest] = await history();
    const { revision = '' } = newest ?? {};
    await user.agent.patch(`/api/scenes/${id}`).send({ title: 'Night' }).expect(200);
    await user.agent.delete(`/api/scenes/${id}`).expect(200);
    const past = (await user.agent.get(path(`as-of/${revision}`)).expect(200)).body as PastProject;
    expect(past).toMatchObject({ revision, project: { sceneCount: 1 } });
    expect(past.scenes).toMatchObject([{ title: 'Harbour', imageUrl: 'https://example.com/i.png' }]);
    await user.agent.post(path('restore-version')).send({ revision }).expect(200);
    expect(await scenes()).toMatchObject([{ id, title: 'Harbour', imageUrl: 'https://example.com/i.png' }]);
    await user.agent.post(path('undo')).send({}).expect(200);
    expect(await scenes()).toEqual([]);
    await user.agent.post(path('restore-version')).send({ revision, sceneId: id }).expect(200);
    expect(await scenes()).toMatchObject([{ id, title: 'Harbour' }]);
    await user.agent.get(path('as-of/first')).expect(400);
  });

  it('lists posts of the project between its steps, in pages and by their kind, with the way back', async () => {
    const account = { platform: 'youtube', accountId: 'a', accountName: 'A', accessToken: 't', isActive: true };
    const connected = await user.agent.post('/api/social/accounts').send(account).expect(201);
    const { id: socialAccountId } = connected.body as { id: string };
    const words = { title: 'Gull Point', content: 'A keeper.', platform: 'youtube', socialAccountId };
    const [monday, tuesday] = [3, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const post = { ...words, projectId: project.id, scheduledAt: monday };
    const { id } = (await user.agent.post('/api/social/posts').send(post).expect(201)).body as { id: string };
    await user.agent.patch(`/api/projects/${project.id}`).send({ title: 'Once' }).expect(200);
    await user.agent.patch(`/api/social/posts/${id}`).send({ scheduledAt: tuesday }).expect(200);
    const told = ['Rescheduled a post for YouTube', 'Title changed', 'Planned a post for YouTube', 'Project created'];
    const all = await history();
    expect(all.map(({ what }) => what)).toEqual(told);
    expect(all[0]).toMatchObject({ kind: 'posts', by: 'you', way: 'undo', post: { before: monday, after: tuesday } });
    const pages: string[] = [];
    for (let query = '?limit=1'; query !== '' && pages.length < 9;) {
      const { body, headers } = await user.agent.get(path(`history${query}`)).expect(200);
      pages.push(...(body as HistoryEntry[]).map(({ what }) => what));
      const next = headers['x-next-cursor'];
      query = next === undefined ? '' : `?limit=1&cursor=${next}`;
    }
    expect(pages).toEqual(told);
    expect((await history('?kind=posts')).map(({ what }) => what)).toEqual([told[0], told[2]]);
    expect((await history('?kind=project')).map(({ what }) => what)).toEqual([told[1], told[3]]);
    const other = await app.newUser();
    await other.agent.get(path('history?kind=posts')).expect(404);
  });

  it('says what the texts of a step have cost', async () => {
    await user.agent.patch(`/api/projects/${project.id}`).send({ story: STORY }).expect(200);
    await user.agent.post('/api/scenes/process-story').send({ projectId: project.id }).expect(200);
    const [step] = await history('?kind=scenes');
    expect(step).toMatchObject({ what: expect.stringContaining('made from the story') as string, zaps: 0.5 });
  });

  it('lists the versions of a scene', async () => {
    const { body } = await user.agent.post('/api/scenes').send({ projectId: project.id, title: 'Harbour' }).expect(201);
    const { id } = body as Scene;
    await user.agent.post(`/api/scenes/${id}/images`).send({ imageUrl: 'https://example.com/i.png' }).expect(200);
    await user.agent.delete(`/api/scenes/${id}/images/0`).expect(200);
    await user.agent.patch(`/api/scenes/${id}`).send({ title: 'Night' }).expect(200);
    const list = await user.agent.get(path(`scenes/${id}/versions`)).expect(200);
    expect(
      (list.body as SceneVersion[]).map(({ texts, dropped }) => [texts.title, dropped.map(({ url }) => url)]),
    ).toEqual([
      ['Night', []],
      ['Harbour', ['https://example.com/i.png']],
      ['Harbour', []],
    ]);
  });
});
