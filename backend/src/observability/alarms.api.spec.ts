import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { eventually } from '../testing/eventually';
import { projectWithScene } from '../testing/make-story';

/** The alarms documented in docs/operations.md. */
describe('the alarms of the queues', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    ada = await app.newUser();
    await app.idle();
  });
  afterAll(() => app?.close());

  const metrics = async (): Promise<Map<string, number>> => {
    const { text } = await app.anonymous().get('/api/metrics').expect(200);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };
  const depth = (queue: string, state: string) => `storyreel_queue_depth{queue="${queue}",state="${state}"}`;
  const queue = (name: string, values: string) =>
    app.runtime.pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, run_at, attempts)
       values ($1, gen_random_uuid()::text, 'o', '{}', 'c', 'e', ${values})`,
      [name],
    );

  it('are silent in normal use, and leave nothing behind', async () => {
    for (let i = 0; i < 4; i++) {
      const scene = await projectWithScene(ada);
      await ada.agent
        .post('/api/midjourney/generate-image')
        .send({ ...scene, prompt: `a lamp ${i}` })
        .expect(200);
    }
    await app.idle();
    const found = await metrics();
    for (const [name, value] of found) {
      if (/^storyreel_queue_depth.*state="(queued|running|retrying|dead)"/.test(name))
        expect([name, value]).toEqual([name, 0]);
      if (/^storyreel_store_writable/.test(name)) expect([name, value]).toEqual([name, 1]);
      if (/^storyreel_(queue_oldest_seconds|queue_stuck|parked)|outcome="dead"/.test(name))
        expect([name, value]).toEqual([name, 0]);
    }
    expect(found.get('storyreel_jobs_total{queue="images",outcome="done"}')).toBe(4);
    expect(found.get('storyreel_jobs_total{queue="images",outcome="dead"}')).toBe(0);
    // Jobs for deadlines, some hours ahead, of holds that were settled long ago; and the job for the day's signature.
    expect(found.get(depth('expire-reservation', 'scheduled'))).toBeGreaterThanOrEqual(4);
    const { rows } = await app.runtime.pool.query(`select distinct queue from platform.jobs order by queue`);
    expect(rows).toEqual([{ queue: 'expire-reservation' }, { queue: 'ledger-heads' }]);
  });

  it('report waiting jobs with their age, repeated failures and dead letters', async () => {
    await queue('nobody-works-here', `'queued', now() - interval '20 minutes', 0`);
    await queue('nobody-works-here', `'queued', now() + interval '1 minute', 3`);
    await queue('nobody-works-here', `'dead', now(), 3`);
    await queue('nobody-works-here', `'queued', now() + interval '1 minute', 5`);
    const found = await metrics();
    for (const state of ['queued', 'dead']) expect(found.get(depth('nobody-works-here', state))).toBe(1);
    expect(found.get(depth('nobody-works-here', 'retrying'))).toBe(2);
    expect(found.get('storyreel_queue_stuck{queue="nobody-works-here"}')).toBe(1);
    expect(found.get('storyreel_queue_oldest_seconds{queue="nobody-works-here"}')).toBeGreaterThanOrEqual(1_200);
  });

  it('name a reactor that has parked an event, while the node goes on serving', async () => {
    await app.runtime.pool.query(
      `insert into platform.parked_reactions (process, position, event_id, error) values ('settle-text', '1', 'e', 'why')`,
    );
    const parked = async () => (await metrics()).get('storyreel_parked{kind="process",name="settle-text"}');
    // The stores are queried at most once a second.
    await eventually('The alarm', async () => ((await parked()) === 1 ? true : null), 10_000);
    const answers = async () => (await app.anonymous().get('/api/ready').expect(200)).body as { status: string };
    await eventually('The news', async () => ((await answers()).status === 'degraded' ? true : null), 10_000);
    const { body } = await app.anonymous().get('/api/ready').expect(200);
    expect(body).toEqual({ status: 'degraded', problems: ['The process settle-text has parked 1 event.'] });
  });
});
