import { type Batch, type Film, type Project, type RefreshBill, type Scene, toUnits } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { eventually } from '../testing/eventually';
import { askForFilm, endedFilm, FILM_WITHIN_MS, filmsOf } from '../testing/film-stage';

let app: TestApp;
let user: TestUser;
let projectId: string;
/** Id of a scene that shows Mara, and has a clip and a narration. */
let mara: string;
/** Id of a scene that shows nobody. */
let fog: string;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await madeProject();
}, 2 * FILM_WITHIN_MS);
afterAll(() => app?.close());

const post = (path: string, body: object) => user.agent.post(path).send(body);
const edit = (path: string, body: object) => user.agent.patch(`/api/${path}`).send(body).expect(200);
const sceneOf = async (id: string): Promise<Scene> =>
  (await user.agent.get(`/api/scenes/${id}`).expect(200)).body as Scene;
const bill = async (): Promise<RefreshBill> =>
  (await user.agent.get(`/api/projects/${projectId}/refresh`).expect(200)).body as RefreshBill;
const idsOf = ({ items }: RefreshBill): string[] => items.map(({ id }) => id);
const order = (refresh: string[], zaps: number, more: object = {}) =>
  post('/api/batches', { projectId, kind: 'refresh', sceneIds: [], refresh, zaps, ...more });
const over = (id: string): Promise<Batch> =>
  eventually(
    'The end of the refresh',
    async () => {
      const batch = (await user.agent.get(`/api/batches/${id}`).expect(200)).body as Batch;
      return batch.isOver ? batch : null;
    },
    FILM_WITHIN_MS,
  );
const charged = async (): Promise<number> => {
  const settled = (await app.events(`wallet-${user.id}`)).filter(({ type }) => type === 'ZapsSettled');
  return settled.reduce((sum, { data }) => sum + (data as { units: number }).units, 0);
};
/** Returns the price of all items except images, which the user's plan includes. */
const zapsOf = ({ items }: RefreshBill): number =>
  items.filter(({ step }) => step !== 'images').reduce((sum, { zaps }) => sum + zaps, 0);

async function madeProject(): Promise<void> {
  const project = await post('/api/projects', { title: 'The Lamp' }).expect(201);
  projectId = (project.body as Project).id;
  await edit(`projects/${projectId}`, { characters: 'Mara: red coat\nTom: grey beard' });
  const newScene = async (title: string, description: string): Promise<string> => {
    const given = { projectId, title, description, imagePrompt: `${title}, wide`, videoPrompt: 'slow pan' };
    const { id: sceneId } = (await post('/api/scenes', given).expect(201)).body as Scene;
    const prompt = given.imagePrompt;
    await post('/api/midjourney/generate-image', { sceneId, prompt, bulk: true }).expect(200);
    return sceneId;
  };
  mara = await newScene('Dawn', 'Mara climbs.');
  fog = await newScene('Night', 'Fog lies on the sea.');
  await app.idle();
  const settings = { prompt: 'slow pan', duration: 6, resolution: '768p' };
  await post('/api/replicate/generate-video', { sceneId: mara, modelId: 'hailuo-2.3', settings }).expect(200);
  await post('/api/generate-speech', { sceneId: mara }).expect(200);
  await app.idle();
  await askForFilm(user, projectId, 'draft');
  expect((await endedFilm(user, projectId)).status).toBe('succeeded');
}

describe('stale items', () => {
  it('are none at first, and then a refresh is refused', async () => {
    expect(await bill()).toEqual({ items: [], includedImages: 58 });
    await order([`images/${mara}`], 10).expect(400);
  });

  it(
    'are alone made again, once, for exactly the shown price',
    async () => {
      const before = { mara: await sceneOf(mara), fog: await sceneOf(fog) };
      await edit(`projects/${projectId}`, { characters: 'Mara: blue coat\nTom: white beard' });
      const shown = await bill();
      expect(shown.items).toMatchObject([
        { id: `images/${mara}`, reasons: ['Mara’s look changed'], after: [], problem: null },
        { id: `clips/${mara}`, reasons: ['Mara’s look changed'], after: [`images/${mara}`] },
        { id: `film/${projectId}`, reasons: [] },
      ]);
      const zaps = zapsOf(shown);
      expect(zaps).toBeGreaterThan(1);
      const spent = await charged();
      await order(idsOf(shown), zaps - 0.1).expect(409);
      const key = 'refresh-of-the-coat-1';
      const { id } = (await order(idsOf(shown), zaps, { idempotencyKey: key }).expect(201)).body as Batch;
      expect(await over(id)).toMatchObject({ status: 'ended', made: 3, failed: 0, skipped: 0, spentZaps: zaps });
      expect(((await charged()) - spent) / toUnits(1)).toBeCloseTo(zaps);

      const after = { mara: await sceneOf(mara), fog: await sceneOf(fog) };
      expect(after.fog).toEqual(before.fog);
      expect(after.mara.imageUrls).toEqual([...before.mara.imageUrls, after.mara.imageUrl]);
      expect(after.mara.asideUrls).toEqual(before.mara.imageUrls);
      expect(after.mara.videos.map(({ id: clip }) => clip)).toEqual([before.mara.mainVideoId, after.mara.mainVideoId]);
      expect((await filmsOf(user, projectId)).map(({ status }: Film) => status)).toEqual(['succeeded', 'succeeded']);

      expect((await bill()).items).toEqual([]);
      expect((await order(idsOf(shown), zaps, { idempotencyKey: key }).expect(201)).body).toMatchObject({ id });
      await order(idsOf(shown), zaps, { idempotencyKey: 'refresh-of-the-coat-2' }).expect(400);
      expect(((await charged()) - spent) / toUnits(1)).toBeCloseTo(zaps);
    },
    2 * FILM_WITHIN_MS,
  );

  it('are made again only where chosen: a narration is repeated, and the other items stay listed', async () => {
    await edit(`scenes/${mara}`, { narration: 'Up she goes.' });
    await edit(`scenes/${fog}`, { imagePrompt: 'fog, closer' });
    const shown = await bill();
    expect(idsOf(shown)).toEqual([`images/${fog}`, `speech/${mara}`, `film/${projectId}`]);
    const [, line] = shown.items;
    const { id } = (await order([`speech/${mara}`], line?.zaps ?? 0).expect(201)).body as Batch;
    expect(await over(id)).toMatchObject({ made: 1, spentZaps: line?.zaps });
    expect((await sceneOf(mara)).speech?.text).toBe('Up she goes.');
    expect(idsOf(await bill())).toEqual([`images/${fog}`, `film/${projectId}`]);
    await edit(`scenes/${fog}`, { imagePrompt: 'Night, wide' });
    expect(idsOf(await bill())).toEqual([`film/${projectId}`]);
  });

  it(
    'keep their old results when an item fails, cost nothing for its dependants, and continue on request',
    async () => {
      const before = await sceneOf(mara);
      await edit(`scenes/${mara}`, { imagePrompt: `${FAIL_MARK} dark` });
      const shown = await bill();
      const { id } = (await order(idsOf(shown), zapsOf(shown)).expect(201)).body as Batch;
      const ended = await over(id);
      expect(ended).toMatchObject({ made: 0, failed: 3, spentZaps: 0 });
      expect(ended.problems.map(({ step, message }) => [step, message])).toEqual([
        ['images', expect.stringMatching(/^Images of “Dawn”: /)],
        ['clips', expect.stringContaining('when you retry the failed items')],
        ['film', expect.stringContaining('when you retry the failed items')],
      ]);
      expect(await sceneOf(mara)).toMatchObject({ imageUrl: before.imageUrl, mainVideoId: before.mainVideoId });
      await edit(`scenes/${mara}`, { imagePrompt: 'Dawn, closer' });
      await post(`/api/batches/${id}/retry`, {}).expect(200);
      expect(await over(id)).toMatchObject({ made: 3, failed: 0 });
      expect((await bill()).items).toEqual([]);
    },
    2 * FILM_WITHIN_MS,
  );

  it('follows a style into the prompts that have it, and a format into every image', async () => {
    const attributes = 'ink on paper';
    const style = {
      name: 'Ink',
      imageUrl: '/api/media/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      category: 'Custom',
      attributes,
    };
    const { id: selectedStyle } = (await post('/api/styles', style).expect(201)).body as { id: string };
    await edit(`projects/${projectId}`, { selectedStyle });
    const shown = await bill();
    expect(shown.items.filter(({ step }) => step === 'images').map(({ reasons }) => reasons)).toEqual([
      ['The style changed'],
      ['The style changed'],
    ]);
    const { id } = (await order([`images/${fog}`], 0).expect(201)).body as Batch;
    expect(await over(id)).toMatchObject({ made: 1 });
    expect((await sceneOf(fog)).imagePrompt).toBe('Night, wide, ink on paper');
    const { film } = (await user.agent.get(`/api/projects/${projectId}`).expect(200)).body as Project;
    await edit(`projects/${projectId}`, { film: { ...film, format: '16:9' } });
    const images = (await bill()).items.filter(({ step }) => step === 'images');
    expect(images.map(({ reasons }) => reasons)).toEqual([
      ['The style changed', 'The format changed'],
      ['The format changed'],
    ]);
  });
});
