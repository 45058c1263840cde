import type { SystemView, TailEvent } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { ViewRebuilds } from '../../eventsourcing/views/view-rebuilds';

let app: TestApp;
let developer: TestUser;
beforeAll(async () => {
  app = await startTestApp({ alone: true });
  developer = await app.newUser();
  await grantRole(app, developer, 'developer');
  await app.idle();
});
afterAll(() => app?.close());

describe('the views', () => {
  const views = async () => (await developer.agent.get('/api/runs/views').expect(200)).body as SystemView[];
  const viewNamed = async (name: string) => (await views()).find((view) => view.name === name);
  const rebuild = (name: string) => developer.agent.post(`/api/runs/views/${name}/rebuild`).send({});

  it('are rebuilt in place of the live ones, which is recorded and repairs them', async () => {
    expect(await viewNamed('project_list')).toMatchObject({ stopped: null, rebuild: null });
    await developer.agent.post('/api/projects').send({ title: 'The keeper' }).expect(201);
    await app.idle();
    const { rows } = await app.runtime.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where tablename like 'project_list_v%'`,
    );
    await app.runtime.pool.query(`update ${rows[0]?.name} set title = 'Another'`);
    await rebuild('project_list').expect(200);
    await app.get(ViewRebuilds).idle();
    expect((await viewNamed('project_list'))?.rebuild).toMatchObject({
      ...{ state: 'done', share: 1, startedBy: developer.id, rows: 1, different: 1, error: null },
    });
    const { rows: mended } = await app.runtime.pool.query<{ title: string }>(`select title from ${rows[0]?.name}`);
    expect(mended).toEqual([{ title: 'The keeper' }]);
    const accesses = await app.events(`access-${developer.id}`);
    expect(accesses.map(({ data }) => data)).toContainEqual({
      ...{ what: 'rebuild', ownerId: null, detail: { view: 'project_list' } },
    });
  });

  it('are rebuilt one at a time; an interrupted rebuild can start again', async () => {
    const told = (at: string) =>
      app.runtime.pool.query(
        `insert into platform.view_rebuilds (view, started_by, told_at) values ('scene_list', 'x', ${at})
         on conflict (view) do update set told_at = excluded.told_at, ended_at = null`,
      );
    await told('now()');
    await rebuild('scene_list').expect(409);
    await told(`now() - interval '1 minute'`);
    expect((await viewNamed('scene_list'))?.rebuild?.state).toBe('cut_off');
    await rebuild('scene_list').expect(200);
    await app.get(ViewRebuilds).idle();
    expect((await viewNamed('scene_list'))?.rebuild).toMatchObject({ state: 'done', different: 0 });
  });
});

describe('the tail of the log', () => {
  const tail = async (query = '') =>
    (await developer.agent.get(`/api/runs/tail${query}`).expect(200)).body as TailEvent[];

  it('has the newest events in their order, and then those that follow, of one type on request', async () => {
    const before = await tail();
    expect(before.length).toBeGreaterThan(1);
    expect(before.map(({ stream }) => stream)).not.toContain(`access-${developer.id}`);
    const other = await app.newUser();
    await other.agent.post('/api/projects').send({ title: 'The storm' }).expect(201);
    const later = await tail(`?after=${before.at(-1)?.position}`);
    expect(later.map(({ type }) => type)).toContain('ProjectCreated');
    const [created] = (await tail('?type=ProjectCreated')).slice(-1);
    expect(created).toMatchObject({ actor: other.id, ownerId: other.id, data: expect.stringContaining('The storm') });
    await developer.agent.get('/api/runs/tail?after=x').expect(400);
  });

  it('counts as access to other users’ data, recorded once in ten minutes', async () => {
    await tail();
    await tail();
    const looks = (await app.events(`access-${developer.id}`)).filter(({ data }) => {
      const { what, detail } = data as { what: string; detail: object };
      return what === 'events tail' && Object.keys(detail).length === 0;
    });
    expect(looks).toHaveLength(1);
  });
});
