import { createHash } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import type { Scene } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { askForFilm, endedFilm, FILM_WITHIN_MS, projectOf, uploadFile } from '../testing/film-stage';
import { labelIn } from '../testing/label-in';
import { projectWithScene } from '../testing/make-story';

const MADE = 'trainedAlgorithmicMedia';
const MIXED = 'compositeWithTrainedAlgorithmicMedia';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app?.close());

const bytesAt = async (url = ''): Promise<Buffer> =>
  (await user.agent.get(url).responseType('blob').expect(200)).body as Buffer;
const labelAt = async (url?: string): Promise<string | null> => labelIn(await bytesAt(url));
const read = async (id: string): Promise<Scene> =>
  (await user.agent.get(`/api/scenes/${id}`).expect(200)).body as Scene;
async function film(projectId: string): Promise<{ film: string | null; poster: string | null }> {
  await askForFilm(user, projectId, '720p');
  const { files, error } = await endedFilm(user, projectId);
  expect(error).toBeNull();
  return { film: await labelAt(files?.url), poster: await labelAt(files?.posterUrl) };
}

/** Draws an image that is larger than its thumbnails. */
function photo(): Buffer {
  const context = createCanvas(900, 1_600).getContext('2d');
  for (let at = 0; at < 4_000; at += 1) {
    context.fillStyle = `hsl(${(at * 37) % 360} 60% ${at % 100}%)`;
    context.fillRect((at * 97) % 900, (at * 61) % 1_600, 29, 33);
  }
  return context.canvas.toBuffer('image/png');
}

describe('a project made entirely by models', () => {
  let projectId: string;
  let scene: Scene;
  beforeAll(async () => {
    const story = await projectWithScene(user);
    ({ projectId } = story);
    const { sceneId } = story;
    await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
    await app.idle();
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    const clip = { sceneId, modelId: 'kling-v2.1', settings };
    await user.agent.post('/api/replicate/generate-video').send(clip).expect(200);
    await app.idle();
    scene = await read(sceneId);
  });

  it('has labelled images and clips, and labelled copies for screens and platforms', async () => {
    const [image = ''] = scene.imageUrls;
    const [clip] = scene.videos;
    const all = [image, `${image}?width=640`, `${image}?frame=feed`, clip?.url, clip?.thumbnail ?? undefined];
    expect(await Promise.all(all.map(labelAt))).toEqual(all.map(() => MADE));
  });

  it('has the hash of the labelled file in its events', async () => {
    const done = (await app.events(`project-${projectId}`)).find(({ type }) => type === 'ImageJobCompleted');
    const { delivered } = done?.data as { delivered: Record<string, string> };
    const [image = ''] = scene.imageUrls;
    expect(delivered[image]).toBe(
      createHash('sha256')
        .update(await bytesAt(image))
        .digest('hex'),
    );
  });
});

describe('a project of uploaded files', () => {
  it('has no labels, nor have its copies for screens and platforms', async () => {
    const image = await uploadFile(user, photo(), 'image/png', 'image');
    expect((await bytesAt(image)).equals(photo())).toBe(true);
    const all = [image, `${image}?width=640`, `${image}?frame=feed`];
    expect(await Promise.all(all.map(labelAt))).toEqual([null, null, null]);
  });

  it('labels an image that a model has changed as mixed', async () => {
    const { projectId } = await projectWithScene(user);
    const imageUrl = await uploadFile(user, photo(), 'image/png', 'image');
    const made = await user.agent.post('/api/scenes').send({ projectId, imageUrl, title: 'hill' }).expect(201);
    const { id: sceneId } = made.body as Scene;
    await user.agent.post('/api/images/edit').send({ sceneId, imageUrl, instruction: 'make it night' }).expect(200);
    await app.idle();
    const { imageUrls } = await read(sceneId);
    expect(imageUrls).toHaveLength(2);
    const labels = await Promise.all(
      imageUrls.map(async (url) => [await labelAt(url), await labelAt(`${url}?width=640`)]),
    );
    expect(labels).toEqual(imageUrls.map((url) => (url === imageUrl ? [null, null] : [MIXED, MIXED])));
  });
});

describe('a film of generated and uploaded media', () => {
  it(
    'is labelled as a composite',
    async () => {
      const projectId = await projectOf(user, ['red']);
      const made = await user.agent.post('/api/scenes').send({ projectId, title: 'sea', duration: 1 }).expect(201);
      const { id: sceneId } = made.body as Scene;
      await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'the sea' }).expect(200);
      await app.idle();
      expect(await film(projectId)).toEqual({ film: MIXED, poster: MIXED });
    },
    FILM_WITHIN_MS,
  );
});
