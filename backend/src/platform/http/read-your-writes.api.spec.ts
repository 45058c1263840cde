import { POSITION_HEADER } from '@storyreel/contracts';
import { startTestApp, type TestApp } from '../../testing/app-harness';
import { LATE_POSITION_COOKIE } from './request-context';

describe('a read that names a position', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    await app.newUser();
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

  it.each(['99999999999999999999', '9', '1:1', '1'])(
    'does not wait for %s, which nobody has reached',
    async (position) => {
      expect((await waited({ [POSITION_HEADER]: position })).waited).toBe(false);
      expect(await waited({ cookie: `${LATE_POSITION_COOKIE}=${position}` })).toEqual({ waited: false, dropped: true });
    },
  );

  it.each(['%', '%E0%A4%A', 'no position', ''])('drops a cookie that is broken: %j', async (value) => {
    expect(await waited({ cookie: `other=1; ${LATE_POSITION_COOKIE}=${value}` })).toEqual({
      waited: false,
      dropped: true,
    });
  });

  it('still waits for one that the log has reached and the views have not', async () => {
    const head = await app.runtime.events.head();
    const hold = await app.runtime.pool.connect();
    try {
      await hold.query('begin; lock table platform.view_checkpoints in access exclusive mode');
      const { position } = await app.runtime.events.append(
        'project-11111111-1111-4111-8111-111111111111',
        [{ id: '11111111-1111-4111-8111-111111111112', type: 'ProjectDeleted', data: {}, metadata: { ownerId: 'x' } }],
        { expected: 'any' },
      );
      expect(position !== head).toBe(true);
      expect((await waited({ [POSITION_HEADER]: String(position) })).waited).toBe(true);
    } finally {
      await hold.query('rollback');
      hold.release();
    }
  });
});
