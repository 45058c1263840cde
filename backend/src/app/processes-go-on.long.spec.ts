import { randomUUID } from 'node:crypto';
import { systemContext } from '../eventsourcing/commands/command-context';
import { PaidWork } from '../money/zaps';
import { eventually } from '../testing/eventually';
import { projectWithScene } from '../testing/make-story';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';

/** The recovery time that the product promises. The time for images has no such promise: it depends on the machine. */
const RECOVERY_MS = 10_000;
const IMAGES_MS = 60_000;

describe('reactors on two nodes', () => {
  let stage: NodeStage;
  let first: StagedNode;
  let second: StagedNode;
  let ada: TestUser;
  let atSecond: Agent;
  beforeEach(async () => {
    stage = await NodeStage.open();
    first = await stage.node('first');
    second = await stage.node('second');
    ada = await first.newUser();
    await first.idle();
    atSecond = await second.signIn(ada);
  });
  afterEach(() => stage.close());

  async function askForImages(agent: Agent): Promise<string> {
    const scene = await projectWithScene({ ...ada, agent });
    const ask = { ...scene, prompt: 'a lamp', idempotencyKey: randomUUID() };
    const { body } = await agent.post('/api/midjourney/generate-image').send(ask).expect(200);
    return (body as { jobId: string }).jobId;
  }
  const isTakenUp = (jobId: string) =>
    eventually(
      'The reaction to the request',
      async () => {
        const { body } = await atSecond.get(`/api/midjourney/job/${jobId}`).expect(200);
        return (body as { status: string }).status === 'queued' ? null : true;
      },
      RECOVERY_MS,
    );
  const completes = (agent: Agent, jobId: string) =>
    eventually(
      'The images',
      async () => {
        const { body } = await agent.get(`/api/midjourney/job/${jobId}`).expect(200);
        return (body as { status: string }).status === 'completed' ? true : null;
      },
      IMAGES_MS,
    );

  it('continue by themselves when a full disk has space again, and when the leader stops', async () => {
    await stage.database.pool.query(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert or update on platform.jobs for each row execute function full_disk()`);
    const jobId = await askForImages(ada.agent);
    // Long enough for a subscription to give up its batch.
    await eventually(
      'The end of the first leader',
      async () => (stage.errors.some((error) => error.includes('gave up after')) ? true : null),
      25_000,
    );
    await stage.database.pool.query('drop trigger full_disk on platform.jobs');
    await isTakenUp(jobId);
    await completes(atSecond, jobId);
    await completes(atSecond, await askForImages(ada.agent));
    await completes(ada.agent, await askForImages(atSecond));

    await first.close();
    await completes(atSecond, await askForImages(atSecond));
    await second.idle();
    const { rows } = await stage.database.pool.query('select queue from platform.jobs where run_at <= now()');
    expect(rows).toEqual([]);
  }, 240_000);

  it('accept text of an old log that Postgres cannot store', async () => {
    const holdId = randomUUID();
    const purpose = { provider: 'openai', model: 'm', operation: 'scene_description', category: 'text' as const };
    const work = { description: 'A text', projectId: null, sceneId: null, workId: randomUUID(), requestHash: 'h' };
    const price = { units: 5_000, usd: 0, version: 'v' };
    const deadline = '2999-01-01T00:00:00.000Z';
    const reservation = { userId: ada.id, holdId, price, purpose: { ...purpose, ...work }, deadline, bulk: false };
    await first.get<PaidWork>(PaidWork).reserve(reservation);
    const data = { holdId, error: 'blocked\0 by policy \ud83d' };
    const cause = { commandId: randomUUID(), correlationId: randomUUID(), causationId: null };
    const context = systemContext('test', ada.id, cause);
    const metadata = { ...context, schemaVersion: 1, at: new Date().toISOString() };
    const event = { id: randomUUID(), type: 'TextFailed', data, metadata: { ...metadata } };
    await first.runtime.events.append(`textwork-${work.workId}`, [event], { expected: 'no_stream' });
    await eventually(
      'The release of the hold',
      async () => ((await first.get<PaidWork>(PaidWork).findHold(ada.id, holdId))?.status === 'released' ? true : null),
      RECOVERY_MS,
    );
    await completes(ada.agent, await askForImages(ada.agent));
  }, 120_000);
});
