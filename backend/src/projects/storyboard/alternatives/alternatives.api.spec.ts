import type { AlternativeComparison, Project, ProjectSummary, Scene } from '@storyreel/contracts';
import { startTestApp } from '../../../testing/app-harness';
import type { TestApp } from '../../../testing/app-harness';

describe('the API of alternatives', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('makes one for free, compares it, takes a scene, keeps it, and undoes that', async () => {
    const { agent } = await app.newUser();
    const project = (await agent.post('/api/projects').send({ title: 'The Keeper' }).expect(201)).body as Project;
    const scenesOf = async ({ id }: Project) =>
      (await agent.get(`/api/scenes?projectId=${id}`).expect(200)).body as Scene[];
    for (const title of ['Harbour', 'Storm'])
      await agent.post('/api/scenes').send({ projectId: project.id, title }).expect(201);
    const zaps = async () => (await agent.get('/api/credits/balance').expect(200)).body as object;
    const before = await zaps();
    const darker = await agent.post(`/api/projects/${project.id}/alternatives`).send({ title: 'Darker' }).expect(201);
    const alternative = darker.body as Project;
    expect(alternative).toMatchObject({ title: 'Darker', alternativeOf: project.id, sceneCount: 2 });
    expect(await zaps()).toEqual(before);
    const listed = (await agent.get('/api/projects?fields=summary').expect(200)).body as ProjectSummary[];
    expect(listed.map(({ title, alternativeOf }) => [title, alternativeOf])).toEqual([
      ['Darker', project.id],
      ['The Keeper', null],
    ]);

    const [harbour, storm] = await scenesOf(alternative);
    await agent.patch(`/api/scenes/${harbour?.id}`).send({ title: 'Harbour at Night' }).expect(200);
    await agent.delete(`/api/scenes/${storm?.id}`).expect(200);
    const compare = async () =>
      (await agent.get(`/api/projects/${alternative.id}/comparison`).expect(200)).body as AlternativeComparison;
    const { scenes } = await compare();
    expect(scenes.map(({ here, there, isSame }) => [here?.title, there?.title, isSame])).toEqual([
      ['Harbour', 'Harbour at Night', false],
      ['Storm', undefined, false],
    ]);
    const keep = (body: object) =>
      agent.post(`/api/projects/${alternative.id}/keep-alternative`).send(body).expect(200);
    expect((await keep({ sceneId: scenes[0]?.id })).body).toMatchObject({ id: project.id, title: 'The Keeper' });
    expect((await scenesOf(project)).map(({ title }) => title)).toEqual(['Harbour at Night', 'Storm']);
    await keep({});
    expect((await scenesOf(project)).map(({ title }) => title)).toEqual(['Harbour at Night']);
    expect((await compare()).isSame).toBe(true);
    await agent.post(`/api/projects/${project.id}/undo`).send({}).expect(200);
    expect(await scenesOf(project)).toHaveLength(2);
    await agent.get(`/api/projects/${project.id}/comparison`).expect(404);
  });
});
