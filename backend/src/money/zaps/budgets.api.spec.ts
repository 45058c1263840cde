import type { Budgets } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';
import { newSession, openSocket } from '../../testing/test-socket';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  await app.idle();
});

const draw = async () => {
  const { sceneId } = await projectWithScene(user);
  const body = { sceneId, prompt: 'the sea', idempotencyKey: crypto.randomUUID() };
  return user.agent.post('/api/midjourney/generate-image').send(body);
};
const setBudget = (monthlyZaps: number | null) => user.agent.put('/api/credits/budget').send({ monthlyZaps });

describe('a budget', () => {
  it('refuses with amounts before anything is queued or held', async () => {
    await setBudget(3).expect(200);
    const answer = await draw();
    expect([answer.status, answer.body]).toEqual([
      402,
      {
        code: 'budget_reached',
        link: '/credits#budget',
        message: expect.stringContaining('your monthly budget has 3 of 3 zaps left') as string,
      },
    ]);
    const types = (await app.events()).filter(({ metadata }) => metadata.ownerId === user.id).map(({ type }) => type);
    expect(types).not.toContain('ImageJobQueued');
    expect(types).not.toContain('ZapsReserved');
  });

  it('is not exceeded by concurrent requests', async () => {
    await setBudget(10).expect(200);
    const scenes = await Promise.all(Array.from({ length: 6 }, () => projectWithScene(user)));
    const answers = await Promise.all(
      scenes.map(({ sceneId }) =>
        user.agent
          .post('/api/midjourney/generate-image')
          .send({ sceneId, prompt: 'the sea', idempotencyKey: crypto.randomUUID() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(((await user.agent.get('/api/credits/budgets')).body as Budgets).person.spentZaps).toBe(8);
  });

  it('notifies all windows once when four fifths are spent', async () => {
    await setBudget(10).expect(200);
    const window = await openSocket(app, { cookie: await newSession(app, user) });
    const told = window.next('budgetNeared');
    await draw();
    await draw();
    expect(await told).toMatchObject({ projectId: null, monthlyZaps: 10, spentZaps: 8 });
    window.socket.close();
  });

  it('is closed to other users, for reading and writing', async () => {
    const { projectId } = await projectWithScene(user);
    const stranger = await app.newUser();
    await stranger.agent.put(`/api/projects/${projectId}/budget`).send({ monthlyZaps: 1 }).expect(404);
    await setBudget(7).expect(200);
    const { person, projects } = (await stranger.agent.get('/api/credits/budgets')).body as Budgets;
    expect([person, projects]).toEqual([{ monthlyZaps: null, spentZaps: 0 }, []]);
  });
});
