import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { projectListView } from '../../projects/storyboard';
import { eventually } from '../eventually';
import { projectWithScene } from '../make-story';
import { NodeStage, type StagedNode, type TestUser } from '../node-stage';

/** Fails like a full disk while the connections stay up. */
const fault = (table: string) => `
create or replace function public.fault() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
create trigger fault before insert or update on ${table} for each row execute function public.fault();`;
const mend = (table: string) => `drop trigger fault on ${table}`;
const PROJECTS = `${VIEWS_SCHEMA}.${tableName(projectListView)}`;
const WITHIN_MS = 10_000;

/** A subscription gives up after about twelve seconds of this fault. */
describe('a fault that outlasts the retries of a subscription', () => {
  let stage: NodeStage;
  let nodes: StagedNode[];
  let user: TestUser;
  beforeAll(async () => {
    stage = await NodeStage.open();
    nodes = [await stage.node('A'), await stage.node('B', { home: `${stage.home}/b` })];
    const [first] = nodes;
    if (!first) throw new Error('No node.');
    user = await first.newUser();
    await first.idle();
  }, 60_000);
  afterAll(() => stage.close());

  const gaveUp = (what: string) =>
    eventually(
      `The end of a subscription of the ${what}`,
      () => Promise.resolve(stage.errors.some((error) => error.includes(`${what} failed`)) || null),
      40_000,
    );

  it('of the views: both nodes show the events written meanwhile, soon after it ends', async () => {
    await stage.database.pool.query(fault(PROJECTS));
    await user.agent.post('/api/projects').send({ title: 'Meanwhile' }).expect(201);
    await gaveUp('Updating the views');
    await stage.database.pool.query(mend(PROJECTS));
    for (const node of nodes) {
      const agent = await node.signIn(user);
      const shown = async () => ((await agent.get('/api/projects')).text.includes('Meanwhile') ? true : null);
      await eventually('The project', shown, WITHIN_MS);
      expect((await node.anonymous().get('/api/ready')).status).toBe(200);
    }
  }, 90_000);

  it('of the reactors: work requested meanwhile is done soon after it ends', async () => {
    const { sceneId, projectId } = await projectWithScene(user);
    await stage.database.pool.query(fault('platform.jobs'));
    const asked = await user.agent.post('/api/midjourney/generate-image').send({
      sceneId,
      projectId,
      prompt: 'a lamp',
      model: 'v6.1',
      idempotencyKey: 'one-image-please',
    });
    const { jobId } = asked.body as { jobId: string };
    await gaveUp('Running the reactors');
    await stage.database.pool.query(mend('platform.jobs'));
    const done = async () => {
      const job = await user.agent.get(`/api/midjourney/job/${jobId}`);
      return (job.body as { status: string }).status === 'completed' ? true : null;
    };
    await eventually('The image', done, WITHIN_MS);
  }, 90_000);
});
