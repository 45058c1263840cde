import { randomUUID } from 'node:crypto';
import type { ImageQueue } from '@storyreel/contracts';
import { Client } from 'pg';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { projectWithScene } from '../../../testing/make-story';

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');

describe('the image queue', () => {
  let app: TestApp;
  let ada: TestUser;
  let project: { projectId: string; sceneId: string };
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    ada = await app.newUser();
    await app.idle();
    project = await projectWithScene(ada);
    await app.idle();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app?.close());

  /** Inserts jobs into the view only. No worker runs them, so they keep their status. */
  const fill = async (userId: string, jobs: number, { status = 'queued', from = 0 } = {}) => {
    await app.runtime.pool.query(
      `insert into views.image_job_v2
         (id, user_id, project_id, scene_id, work, status, image_urls, error, created_at, started_at, queued_at)
       select gen_random_uuid(), $1, $2, $3, 'image', $4, '[]', null, '2026-01-01T00:00:00.000Z', null, lpad((i + $6::int)::text, 20, '0')
       from generate_series(1, $5::int) i`,
      [userId, project.projectId, randomUUID(), status, jobs, from],
    );
  };
  const empty = () => app.runtime.pool.query('delete from views.image_job_v2');
  const statementsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const spy = jest.spyOn(Client.prototype, 'query');
    await work();
    const own = spy.mock.calls.filter(([query]) => /select[^;]* from "?views"?\."?image_job/.test(textOf(query)));
    return own.length;
  };
  const queueOf = async (user: TestUser): Promise<ImageQueue> =>
    (await user.agent.get('/api/midjourney/queue').expect(200)).body as ImageQueue;
  const positionsOf = async (user: TestUser) => (await queueOf(user)).jobs.map(({ queuePosition }) => queuePosition);

  it.each([10, 1_000])('is read by one statement when %i jobs wait', async (jobs) => {
    await empty();
    await fill(ada.id, jobs);
    expect(await statementsDuring(() => queueOf(ada))).toBe(1);
    const ask = { ...project, prompt: 'a lamp', idempotencyKey: `a-key-for-${jobs}-waiting-jobs` };
    const scene = { projectId: project.projectId, title: 'Another', description: 'x' };
    const { body } = await ada.agent.post('/api/scenes').send(scene).expect(201);
    const { id: sceneId } = body as { id: string };
    const post = () =>
      ada.agent
        .post('/api/midjourney/generate-image')
        .send({ ...ask, sceneId })
        .expect(200);
    // The count includes the view's lookup of the new row.
    expect(await statementsDuring(post)).toBeLessThanOrEqual(3);
    await app.idle();
  });

  it('numbers the waiting jobs in the order in which they will start', async () => {
    await empty();
    const bob = await app.newUser();
    await fill(ada.id, 5);
    await fill(bob.id, 2, { from: 100 });
    // Three slots are free, and the users take turns.
    expect(await positionsOf(ada)).toEqual([0, 0, 2, 3, 4]);
    expect(await positionsOf(bob)).toEqual([0, 1]);
  });

  it('counts the running jobs', async () => {
    await empty();
    const bob = await app.newUser();
    await fill(bob.id, 2, { status: 'processing' });
    await fill(bob.id, 1, { from: 10 });
    await fill(ada.id, 2, { from: 20 });
    // One slot is free and goes to Ada, since Bob already has two jobs running.
    expect(await positionsOf(ada)).toEqual([0, 1]);
    expect(await queueOf(bob)).toMatchObject({
      activeJobs: 2,
      queuedJobs: 1,
      jobs: [{ queuePosition: 0 }, { queuePosition: 0 }, { queuePosition: 2 }],
    });
  });
});
