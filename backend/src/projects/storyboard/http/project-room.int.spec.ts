import { LIMITS, type Project } from '@storyreel/contracts';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import type { Position } from '../../../eventsourcing/event-store';
import { tableName } from '../../../eventsourcing/views/view';
import { NodeStage, type StagedNode, type TestUser } from '../../../testing/node-stage';
import type { ProjectEvent } from '../domain/events';
import { NEW_PROJECT_FIELDS } from '../domain/project';
import { projectListView } from '../views/project-list.view';

describe('the limit of a user’s projects', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  beforeAll(async () => {
    stage = await NodeStage.open();
    node = await stage.node('A');
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    ada = await node.newUser();
    await fill(LIMITS.projectsPerUser - 2);
  });

  /** Appends the scenes directly to the log, since this many requests would take too long. */
  async function fill(count: number): Promise<void> {
    const positions: Position[] = await Promise.all(
      Array.from({ length: count }, async () => {
        const projectId = node.runtime.ids.next();
        const fields = { ...NEW_PROJECT_FIELDS, title: 'One of many' };
        const event: ProjectEvent = {
          type: 'ProjectCreated',
          data: { projectId, fields, scenes: [], copiedFrom: null },
        };
        const metadata = {
          ...node.get(CommandDispatcher).context(ada),
          schemaVersion: 1,
          at: new Date().toISOString(),
        };
        const recorded = { ...event, id: node.runtime.ids.next(), metadata };
        return (await node.runtime.events.append(`project-${projectId}`, [recorded], { expected: 'no_stream' }))
          .position;
      }),
    );
    const last = positions.sort().at(-1);
    if (last) await node.get(CommandDispatcher).waitForViews(last);
    await node.idle();
  }
  const count = async () => {
    const { rows } = await stage.database.pool.query<{ count: number }>(
      `select count(*)::int as count from views.${tableName(projectListView)} where user_id = $1 and not deleted`,
      [ada.id],
    );
    return rows[0]?.count;
  };

  it('holds when projects are created, copied and restored at the same moment', async () => {
    const { agent } = ada;
    const [kept, gone] = [
      (await agent.post('/api/projects').send({ title: 'Kept' }).expect(201)).body as Project,
      (await agent.post('/api/projects').send({ title: 'Gone' }).expect(201)).body as Project,
    ];
    await agent.delete(`/api/projects/${gone.id}`).expect(200);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => agent.post('/api/projects').send({ title: `At once ${n}` })),
      agent.post(`/api/projects/${kept.id}/duplicate`),
      agent.post('/api/projects/restore').send({ id: gone.id }),
    ]);
    await node.idle();
    const refused = answers.filter(({ status }) => status === 400);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(refused).toHaveLength(7);
    for (const { body } of refused) expect(body).toMatchObject({ code: 'limit_reached' });
    expect(await count()).toBe(LIMITS.projectsPerUser);
  }, 60_000);

  it('is exceeded by at most one for each further node', async () => {
    const other = await stage.node('B');
    const there = await other.signIn(ada);
    await ada.agent.post('/api/projects').send({ title: 'Last but one' }).expect(201);
    const ask = (agent: TestUser['agent']) => agent.post('/api/projects').send({ title: 'At once' });
    const answers = await Promise.all([ada.agent, there, ada.agent, there, ada.agent, there].map(ask));
    await node.idle();
    expect(answers.filter(({ status }) => ![201, 400].includes(status))).toEqual([]);
    const total = await count();
    expect(total).toBeGreaterThanOrEqual(LIMITS.projectsPerUser);
    expect(total).toBeLessThanOrEqual(LIMITS.projectsPerUser + 1);
    await ask(ada.agent).expect(400);
    await ask(there).expect(400);
  }, 60_000);
});
