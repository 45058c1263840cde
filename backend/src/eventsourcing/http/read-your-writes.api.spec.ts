import { POSITION_HEADER, type Project } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { LATE_POSITION_COOKIE } from '../../infra/http/request-context';

describe('a read that names a position', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    user = await app.newUser();
  });
  afterAll(() => app.close());
  const timed = async (headers: Record<string, string>) => {
    const began = performance.now();
    const response = await app.anonymous().get('/api/health').set(headers);
    return { status: response.status, ms: performance.now() - began, cookies: String(response.headers['set-cookie']) };
  };
  const waited = async (headers: Record<string, string>) => {
    const answer = await timed(headers);
    expect(answer.status).toBe(200);
    return { waited: answer.ms > 1_500, dropped: answer.cookies.startsWith(`${LATE_POSITION_COOKIE}=;`) };
  };

  /** Keeps the views from processing new events while `work` runs. */
  const whileViewsStand = async (work: () => Promise<void>): Promise<void> => {
    const hold = await app.runtime.pool.connect();
    try {
      await hold.query('begin; lock table platform.view_checkpoints in access exclusive mode');
      await work();
    } finally {
      await hold.query('rollback');
      hold.release();
    }
  };

  it.each(['99999999999999999999', '9', '1:1', '1'])(
    'does not wait for %s, which the log has not reached',
    async (position) => {
      expect((await waited({ [POSITION_HEADER]: position })).waited).toBe(false);
      expect(await waited({ cookie: `${LATE_POSITION_COOKIE}=${position}` })).toEqual({ waited: false, dropped: true });
    },
  );

  it.each(['%', '%E0%A4%A', 'no position', ''])('deletes a broken cookie: %j', async (value) => {
    expect(await waited({ cookie: `other=1; ${LATE_POSITION_COOKIE}=${value}` })).toEqual({
      waited: false,
      dropped: true,
    });
  });

  it('waits for a position that the log has reached and the views have not', async () => {
    const head = await app.runtime.events.head();
    await whileViewsStand(async () => {
      const { position } = await app.runtime.events.append(
        'project-11111111-1111-4111-8111-111111111111',
        [{ id: '11111111-1111-4111-8111-111111111112', type: 'ProjectDeleted', data: {}, metadata: { ownerId: 'x' } }],
        { expected: 'any' },
      );
      expect(position !== head).toBe(true);
      expect((await waited({ [POSITION_HEADER]: String(position) })).waited).toBe(true);
    });
  });

  it('is requested by the answer to a command whose views are late, and by the answer to its repeat', async () => {
    const { id } = (await user.agent.post('/api/projects').send({ title: 'Before' }).expect(201)).body as Project;
    await whileViewsStand(async () => {
      const edit = () => user.agent.patch(`/api/projects/${id}`).send({ title: 'After' }).expect(200);
      for (const { headers } of await Promise.all([edit(), edit()]))
        expect(String(headers['set-cookie'])).toContain(`${LATE_POSITION_COOKIE}=${headers[POSITION_HEADER]}`);
    });
    const edits = (await app.events(`project-${id}`)).filter(({ type }) => type === 'ProjectEdited');
    expect(edits.length).toBe(1);
  });
});
