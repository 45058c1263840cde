import { LIMITS, type Project, type Scene, utf8Bytes } from '@storyreel/contracts';
import type { ProjectEvent } from '../domain/events';
import { scene } from '../../../testing/project-fixtures';
import { allPages } from '../../../testing/all-pages';
import { NodeStage, type StagedNode, type TestUser } from '../../../testing/node-stage';
import { NEW_PROJECT_FIELDS } from '../domain/project';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';

const fill = (pattern: string, characters: number) =>
  pattern.repeat(Math.ceil(characters / pattern.length)).slice(0, characters);
const CHINESE = '灯台の守り人は夜明けに階段を登った。';
const QUOTES = '"No," she said.\n"Yes," he said.\n';

const fillBytes = (pattern: string) => pattern.repeat(Math.floor(LIMITS.storyBytes / utf8Bytes(pattern)));
const STORIES = {
  'English dialogue': fillBytes('"No," said Mara.\n"Yes," said Tom, and he climbed the stairs.\n'),
  Chinese: fillBytes(CHINESE),
  Russian: fillBytes('Мара поднялась по лестнице маяка. '),
  'control characters': fillBytes('\u0001\u001f'),
};

describe('the limits of a large project', () => {
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
  });

  /** Appends the scenes directly to the log, since a thousand requests would take minutes. */
  async function projectOf(count: number, description: string): Promise<string> {
    const projectId = node.runtime.ids.next();
    const scenes = Array.from({ length: count }, (_, n) => scene(n + 1, { id: node.runtime.ids.next(), description }));
    const fields = { ...NEW_PROJECT_FIELDS, title: 'Large' };
    const event: ProjectEvent = { type: 'ProjectCreated', data: { projectId, fields, scenes, copiedFrom: null } };
    const metadata = { ...node.get(CommandDispatcher).context(ada), schemaVersion: 1, at: new Date().toISOString() };
    const recorded = { ...event, id: node.runtime.ids.next(), metadata };
    const { position } = await node.runtime.events.append(`project-${projectId}`, [recorded], {
      expected: 'no_stream',
    });
    if (position) await node.get(CommandDispatcher).waitForViews(position);
    await node.idle();
    return projectId;
  }
  const scenesOf = (projectId: string) => allPages<Scene>(ada.agent, '/api/scenes', { projectId });

  it.each([
    [150, 8_000, 'Chinese', CHINESE],
    [300, 10_000, 'quotes', QUOTES],
    [1_000, 10_000, 'Chinese', CHINESE],
  ])(
    'allow duplicating %i scenes of %i characters of %s, whole',
    async (count, characters, _, pattern) => {
      const description = fill(pattern, characters);
      const id = await projectOf(count, description);
      const copied = await ada.agent.post(`/api/projects/${id}/duplicate`).expect(201);
      await node.idle();
      const copyId = (copied.body as Project).id;
      const list = (await ada.agent.get('/api/projects').expect(200)).body as Project[];
      expect(list.map((project) => [project.title, project.sceneCount])).toEqual(
        expect.arrayContaining([
          ['Large', count],
          ['Large (Copy)', count],
        ]),
      );
      const scenes = await scenesOf(copyId);
      expect(scenes).toHaveLength(count);
      expect(scenes.every((each) => each.description === description)).toBe(true);
    },
    120_000,
  );

  it.each(Object.entries(STORIES))(
    'allow saving, reading and duplicating a story of %s at the limit',
    async (_, story) => {
      const created = await ada.agent.post('/api/projects').send({ title: 'Story' }).expect(201);
      const { id } = created.body as Project;
      const saved = await ada.agent.patch(`/api/projects/${id}`).send({ story }).expect(200);
      expect((saved.body as Project).story === story).toBe(true);
      const copy = await ada.agent.post(`/api/projects/${id}/duplicate`).expect(201);
      await node.idle();
      const read = await ada.agent.get(`/api/projects/${(copy.body as Project).id}`).expect(200);
      expect((read.body as Project).story === story).toBe(true);
    },
    60_000,
  );

  it('refuse larger ones with the reason, instead of cutting them', async () => {
    const created = await ada.agent.post('/api/projects').send({ title: 'Story' }).expect(201);
    const { id } = created.body as Project;
    const refused = await ada.agent
      .patch(`/api/projects/${id}`)
      .send({ story: STORIES.Chinese + CHINESE })
      .expect(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'story', message: 'must be at most 1000000 bytes of UTF-8' }],
    });
    const read = await ada.agent.get(`/api/projects/${id}`).expect(200);
    expect((read.body as Project).story).toBe('');
  });

  it('allow a thousand scenes when adding, copying and restoring', async () => {
    const id = await projectOf(LIMITS.scenesPerProject, '');
    const [first] = await scenesOf(id);
    const limit = { code: 'limit_reached' };
    const add = () => ada.agent.post('/api/scenes').send({ projectId: id, title: 'One more' });
    expect((await add().expect(400)).body).toMatchObject(limit);
    expect((await ada.agent.post(`/api/scenes/${first?.id}/duplicate`).expect(400)).body).toMatchObject(limit);
    await ada.agent.delete(`/api/scenes/${first?.id}`).expect(200);
    await add().expect(201);
    expect((await ada.agent.post('/api/scenes/restore').send({ id: first?.id }).expect(400)).body).toMatchObject(limit);
    await ada.agent.delete(`/api/scenes/all/${id}`).expect(200);
    await add().expect(201);
    expect((await ada.agent.post('/api/scenes/restore-all').send({ projectId: id }).expect(400)).body).toMatchObject(
      limit,
    );
  }, 60_000);
});
