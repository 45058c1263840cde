import { type Batch, type BatchQuote, type Project, type Scene, toUnits } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { eventually } from '../testing/eventually';
import { endedFilm, FILM_WITHIN_MS } from '../testing/film-stage';
import { withJobsOnHold } from '../testing/jobs-on-hold';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
});

/** A story of only two scenes, since the film is really rendered. */
const STORY = 'Mara climbed the lighthouse stairs at dawn. Old Tom waited on the pier with a coil of wire.';
async function projectOf(story = STORY): Promise<string> {
  const { body } = await user.agent.post('/api/projects').send({ title: 'The Lamp', story }).expect(201);
  return (body as { id: string }).id;
}
const FILM = { kind: 'film', sceneIds: [], film: { quality: 'draft' } };
const quoted = async (projectId: string, more: object = {}): Promise<BatchQuote> => {
  const order = { ...FILM, projectId, ...more };
  return (await user.agent.post('/api/batches/quote').send(order).expect(200)).body as BatchQuote;
};
const start = (projectId: string, zaps: number, more: object = {}) =>
  user.agent.post('/api/batches').send({ ...FILM, projectId, zaps, ...more });
const look = async (id: string): Promise<Batch> =>
  (await user.agent.get(`/api/batches/${id}`).expect(200)).body as Batch;
const over = (id: string): Promise<Batch> =>
  eventually('The end of the batch', async () => ((await look(id)).isOver ? look(id) : null), FILM_WITHIN_MS);
const scenesOf = async (projectId: string): Promise<Scene[]> =>
  (await user.agent.get('/api/scenes').query({ projectId }).expect(200)).body as Scene[];

describe('a film from a story', () => {
  it(
    'is made with all its parts in one batch, within its price, and a retry completes it',
    async () => {
      const projectId = await projectOf();
      const { zaps, plan } = await quoted(projectId);
      expect(plan).toMatchObject({ lacks: [], notes: [expect.stringContaining('Stand-ins')] });
      const batch = (await start(projectId, zaps).expect(201)).body as Batch;
      expect(batch).toMatchObject({ kind: 'film', film: { quality: 'draft' }, zaps, isOver: false });
      const made = await over(batch.id);
      expect(made).toMatchObject({ status: 'ended', failed: 0, skipped: 0, problems: [] });
      expect(made.steps?.filter(({ made: of, total }) => of < total)).toEqual([]);
      expect(made.spentZaps).toBeLessThanOrEqual(zaps);
      const settled = (await app.events(`wallet-${user.id}`)).filter(({ type }) => type === 'ZapsSettled');
      const units = settled.reduce((sum, { data }) => sum + (data as { units: number }).units, 0);
      expect(units).toBe(toUnits(made.spentZaps));
      expect((await endedFilm(user, projectId)).status).toBe('succeeded');
      const scenes = await scenesOf(projectId);
      expect(scenes.every(({ imageUrl, speechStatus }) => imageUrl !== null && speechStatus === 'complete')).toBe(true);
      const { characters } = (await user.agent.get(`/api/projects/${projectId}`).expect(200)).body as Project;
      expect(characters).not.toBe('');
      // Everything else is made already, so that only the film must be paid for.
      expect((await quoted(projectId)).plan?.steps.map(({ step }) => step)).toEqual(['film']);
    },
    2 * FILM_WITHIN_MS,
  );

  it('is not charged while one of its parts has failed, reports that, and continues on request', async () => {
    const projectId = await projectOf();
    const given = { projectId, title: 'Dawn', description: 'Mara climbs.', imagePrompt: `${FAIL_MARK} dark` };
    await user.agent.post('/api/scenes').send(given).expect(201);
    const { zaps } = await quoted(projectId);
    const { id } = (await start(projectId, zaps).expect(201)).body as Batch;
    const ended = await over(id);
    expect(ended).toMatchObject({ status: 'ended', failed: 2 });
    expect(ended.problems.map(({ step, message }) => [step, message])).toEqual([
      ['images', expect.stringMatching(/^Images of “Dawn”: /)],
      ['film', 'Film: Starts when you retry the failed items.'],
    ]);
    const retried = (await user.agent.post(`/api/batches/${id}/retry`).expect(200)).body as Batch;
    expect(retried).toMatchObject({ isOver: false, failed: 0, running: 1 });
  });

  it('can be changed before it begins and cancelled at any step, and is refused without enough zaps for all parts', async () => {
    const projectId = await projectOf();
    const { zaps } = await quoted(projectId);
    await start(projectId, zaps - 0.1).expect(409);
    const batch = await withJobsOnHold(app.runtime.pool, async () => {
      const { id } = (await start(projectId, zaps).expect(201)).body as Batch;
      await start(projectId, zaps).expect(409);
      await user.agent.post(`/api/batches/${id}/change`).send({ quality: '720p', zaps }).expect(409);
      const change = { quality: '720p', zaps: zaps + 0.9 };
      const { body } = await user.agent.post(`/api/batches/${id}/change`).send(change).expect(200);
      expect(body).toMatchObject({ film: { quality: '720p' }, zaps: expect.closeTo(zaps + 0.9) });
      return (await user.agent.post(`/api/batches/${id}/cancel`).expect(200)).body as Batch;
    });
    const ended = await over(batch.id);
    expect(ended).toMatchObject({ status: 'cancelled', isOver: true, made: 0, spentZaps: 0 });
    await user.agent
      .post('/api/batches/quote')
      .send({ ...FILM, projectId: await projectOf(' ') })
      .expect(400);
  });
});
