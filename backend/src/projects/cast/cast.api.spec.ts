import { createHash } from 'node:crypto';
import { castMembers, IMAGE_MODEL, imagesPrice, knownModels, learnModels } from '@storyreel/contracts';
import type { Project, Scene, SentPicture } from '@storyreel/contracts';
import { startTestApp } from '../../testing/app-harness';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { blackPng } from '../../testing/crafted-pictures';
import { projectWithScene } from '../../testing/make-story';
import { MediaStore } from '../../infra/storage';
import { HeldPictures } from './held-pictures';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the cast of a project', () => {
  let app: TestApp;
  let user: TestUser;
  let place: { projectId: string; sceneId: string };
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    user = await app.newUser();
    place = await projectWithScene(user);
  });

  const upload = async (bytes: Buffer): Promise<string> => {
    const media = app.get<MediaStore>(MediaStore);
    const origin = { byModel: false, from: [] };
    const file = { ownerId: user.id, buffer: bytes, contentType: 'image/png', maxBytes: 1_000_000, origin };
    return (await media.save({ ...file, visibility: 'private' })).url;
  };
  const change = (body: object, status = 200) =>
    user.agent.post(`/api/projects/${place.projectId}/cast`).send({ change: body }).expect(status);
  const changed = async (body: object) => (await change(body)).body as Project;
  const mara = { memberId: 'character-mara' };
  const project = async () => (await user.agent.get(`/api/projects/${place.projectId}`).expect(200)).body as Project;

  it('is the same as text and as members, records each change, and undoes the newest', async () => {
    await user.agent.patch(`/api/projects/${place.projectId}`).send({ characters: 'Mara: red coat' }).expect(200);
    const edited = await changed({ action: 'edit', ...mara, look: 'blue coat' });
    expect(edited.characters).toBe('Mara: blue coat');
    expect(castMembers(await project())).toMatchObject([{ id: 'character-mara', look: 'blue coat' }]);
    const restore = (revision: string) =>
      user.agent.post(`/api/projects/${place.projectId}/cast/restore`).send({ revision });
    await restore('0').expect(409);
    expect((await restore(edited.revision).expect(200)).body).toMatchObject({ characters: 'Mara: red coat' });
    await restore(edited.revision).expect(409);
    const types = (await app.events(`project-${place.projectId}`)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['ProjectEdited', 'CastChanged', 'CastRestored']);
  });

  it('keeps a copy of an image under its hash, and refuses a file that is no image', async () => {
    await changed({ action: 'add', kind: 'character', name: 'Mara', look: 'red coat' });
    const bytes = blackPng(40, 60);
    const { cast } = await changed({ action: 'addPicture', ...mara, url: await upload(bytes) });
    const [picture] = cast[0]?.pictures ?? [];
    expect(picture?.hash).toBe(sha256(bytes));
    const held = await app.get<HeldPictures>(HeldPictures).read({ url: picture?.url ?? '' }, user.id);
    expect(held?.bytes.equals(bytes)).toBe(true);
    await change({ action: 'addPicture', ...mara, url: '/api/media/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 400);
    await change({ action: 'addPicture', ...mara, url: 'http://127.0.0.1:9/a.png' }, 400);
    await change({ action: 'addPicture', ...mara, url: await upload(Buffer.from('no picture')) }, 400);
  });

  it('goes with the images of exactly the scenes that show it, as it is then, and is in their price', async () => {
    learnModels(knownModels().map((model) => (model.id === IMAGE_MODEL ? { ...model, usdPerReference: 0.02 } : model)));
    const price = (pictures: number): number => imagesPrice(4, IMAGE_MODEL, pictures).units;
    expect(price(1)).toBeGreaterThan(price(0));
    await user.agent
      .patch(`/api/projects/${place.projectId}`)
      .send({ characters: 'Mara: red coat\nTom: grey beard', environment: 'Harbour: grey stone' })
      .expect(200);
    const [first, second] = [blackPng(40, 60), blackPng(50, 60)];
    await changed({ action: 'addPicture', ...mara, url: await upload(first) });
    const asked = async (key: string, scene: Partial<Scene>) => {
      const { body: made } = await user.agent.post('/api/scenes').send({ projectId: place.projectId }).expect(201);
      const { id: sceneId } = made as Scene;
      await user.agent.patch(`/api/scenes/${sceneId}`).send(scene).expect(200);
      const order = { sceneId, prompt: 'a quay at dawn', idempotencyKey: `images-${key}` };
      await user.agent.post('/api/midjourney/generate-image').send(order).expect(200);
      const queued = (await app.events(`project-${place.projectId}`)).findLast(({ type }) => type === 'ImageJobQueued');
      const {
        references = [],
        looks = [],
        units,
      } = queued?.data as {
        units: number;
        references?: SentPicture[];
        looks?: { name: string }[];
      };
      return [references.map(({ name, hash }) => [name, hash]), looks.map(({ name }) => name), units];
    };
    expect(await asked('of-two', { description: 'Mara and Tom meet.' })).toEqual([
      [['Mara', sha256(first)]],
      ['Tom'],
      price(1),
    ]);
    expect(await asked('of-place', { description: 'The harbour sleeps.' })).toEqual([[], ['Harbour'], price(0)]);
    expect(await asked('of-none', { description: 'Fog.' })).toEqual([[], [], price(0)]);
    expect(await asked('of-chosen', { description: 'Fog.', cast: ['character-mara'] })).toEqual([
      [['Mara', sha256(first)]],
      [],
      price(1),
    ]);
    const { cast } = await project();
    const pictureId = cast[0]?.pictures[0]?.id;
    await changed({ action: 'addPicture', ...mara, url: await upload(second) });
    await changed({ action: 'removePicture', ...mara, pictureId });
    expect(await asked('of-new', { description: 'Mara waves.' })).toEqual([[['Mara', sha256(second)]], [], price(1)]);
  });
});
