import { NEXT_CURSOR_HEADER, type Project, type Scene, type Transaction, type UsageEvent } from '@storyreel/contracts';
import { allPages } from '../../../testing/all-pages';
import { projectWithScene } from '../../../testing/make-story';
import { NodeStage, type StagedNode, type TestUser } from '../../../testing/node-stage';

const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);

describe('lists', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let projectIds: string[];
  beforeAll(async () => {
    stage = await NodeStage.open();
    node = await stage.node('A');
    ada = await node.newUser();
    await node.idle();
    projectIds = [];
    for (let n = 0; n < 4; n++) {
      const { projectId } = await projectWithScene(ada);
      projectIds.push(projectId);
      for (let m = 0; m < 2; m++) await ada.agent.post('/api/scenes').send({ projectId }).expect(201);
      await ada.agent.post('/api/scenes/process-story').send({ projectId, maxScenes: 3 }).expect(200);
    }
    // Two of the four projects were dragged; the other two come before them.
    await ada.agent
      .post('/api/projects/reorder')
      .send({ projectIds: projectIds.slice(2) })
      .expect(200);
    await node.idle();
  });
  afterAll(() => stage.close());

  it.each([
    ['/api/projects', {}],
    ['/api/scenes', {}],
    ['/api/credits/transactions', {}],
    ['/api/usage-events', {}],
  ])('%s come page by page, each entry once, in the order of the whole list', async (path, query) => {
    const whole = await ada.agent.get(path).query(query).expect(200);
    expect(whole.headers[NEXT_CURSOR_HEADER]).toBeUndefined();
    const list = whole.body as (Project | Scene | Transaction | UsageEvent)[];
    expect(list.length).toBeGreaterThan(3);
    for (const limit of [1, 3]) {
      expect(await allPages(ada.agent, path, { ...query, limit })).toEqual(list);
    }
    const first = await ada.agent
      .get(path)
      .query({ ...query, limit: 2 })
      .expect(200);
    expect(ids(first.body as { id: string }[])).toEqual(ids(list.slice(0, 2)));
    expect(first.headers[NEXT_CURSOR_HEADER]).toEqual(expect.any(String));
  });

  it('of one project’s scenes keep their positions on every page', async () => {
    const [projectId] = projectIds;
    const scenes = await allPages<Scene>(ada.agent, '/api/scenes', { projectId, limit: 1 });
    expect(scenes.map(({ displayOrder }) => displayOrder)).toEqual(scenes.map((_, index) => index + 1));
    expect(scenes.length).toBeGreaterThan(1);
    const last = scenes.at(-1);
    expect((await ada.agent.get(`/api/scenes/${last?.id}`).expect(200)).body).toEqual(last);
  });

  it('refuse an invalid page', async () => {
    for (const query of [{ limit: 0 }, { limit: 1_001 }, { limit: 'many' }, { cursor: 'nonsense' }]) {
      for (const path of ['/api/projects', '/api/scenes', '/api/credits/transactions', '/api/usage-events']) {
        await ada.agent.get(path).query(query).expect(400);
      }
    }
  });
});
