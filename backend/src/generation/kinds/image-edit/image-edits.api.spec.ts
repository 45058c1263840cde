import { createCanvas, loadImage } from '@napi-rs/canvas';
import { IMAGE_MODEL, imagesPrice, toZaps } from '@storyreel/contracts';
import type { ImageJob, ImageWorkResponse, RunDetail, Scene } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { projectWithScene } from '../../../testing/make-story';

let app: TestApp;
let user: TestUser;
let sceneId: string;
let scene: Scene;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  ({ sceneId } = await projectWithScene(user));
  await user.agent
    .post('/api/midjourney/generate-image')
    .send({ sceneId, prompt: 'a hill at noon', idempotencyKey: 'not-in-bulk' })
    .expect(200);
  await app.idle();
  scene = await read();
});

const read = async (): Promise<Scene> => (await user.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
const balance = async () =>
  ((await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
const first = (): string => scene.imageUrls[0] ?? '';
const ask = (path: string, body: object) => user.agent.post(path).send({ sceneId, imageUrl: first(), ...body });
async function made(path: string, body: object): Promise<{ jobId: string; url: string }> {
  const { jobId, imageId } = (await ask(path, body).expect(200)).body as ImageWorkResponse;
  await app.idle();
  scene = await read();
  return { jobId, url: scene.imageUrls[scene.imageIds.indexOf(imageId)] ?? '' };
}
const size = { width: 768, height: 1365 };

/** Returns the mean brightness of the image's upper and lower half. */
async function halves(url: string): Promise<[number, number]> {
  const { body } = await user.agent.get(url).expect(200);
  const picture = await loadImage(body as Buffer);
  const canvas = createCanvas(64, 64);
  const ctx = canvas.getContext('2d');
  ctx.drawImage(picture, 0, 0, 64, 64);
  const mean = (y: number): number => {
    const { data } = ctx.getImageData(0, y, 64, 28);
    return data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / (64 * 28 * 3);
  };
  return [mean(0), mean(36)];
}

/** Returns a mask in which the upper half may change. */
function upperHalf({ width, height } = size): string {
  const ctx = createCanvas(width, height).getContext('2d');
  ctx.fillRect(0, height / 2, width, height / 2);
  return ctx.canvas.toBuffer('image/png').toString('base64');
}

describe('an image that is edited', () => {
  it('becomes a charged version beside the original, which it names as its parent', async () => {
    const [parent] = scene.imageJobIds;
    const before = await balance();
    const { jobId, url } = await made('/api/images/edit', { instruction: 'make it night' });
    expect(scene.imageUrls).toHaveLength(5);
    expect([scene.imageUrls[0], scene.imageUrls[1], scene.imageUrl]).toEqual([first(), url, first()]);
    const [[noon], [night]] = [await halves(first()), await halves(url)];
    expect(night).toBeLessThan(noon * 0.7);
    expect(before - (await balance())).toBe(1);
    const { body: run } = await user.agent.get(`/api/runs/${jobId}`).expect(200);
    expect(run).toMatchObject({
      ...{ kind: 'imageEdit', parentRunId: parent, trial: false, prompt: 'make it night', canRunAgain: false },
      sent: [{ name: 'Image' }],
    } satisfies Partial<Record<keyof RunDetail, unknown>>);
    const { body: before1 } = await user.agent.get(`/api/runs/${parent}`).expect(200);
    expect((before1 as RunDetail).children).toMatchObject([{ id: jobId, state: 'complete' }]);
  });

  it('changes only within its mask', async () => {
    const { url } = await made('/api/images/edit', { instruction: 'make it night', mask: upperHalf() });
    const [[upper, lower], [changed, kept]] = [await halves(first()), await halves(url)];
    expect(changed).toBeLessThan(upper * 0.7);
    expect(Math.abs(kept - lower)).toBeLessThan(3);
  });

  it.each([
    ['a mask of another size', () => ({ mask: upperHalf({ width: 64, height: 64 }) }), 'The mask has 64 × 64 pixels'],
    ['a mask that is no PNG', () => ({ mask: Buffer.from('mask').toString('base64') }), 'must be a PNG'],
    [
      'an image that is not in the scene',
      () => ({ imageUrl: '/api/media/somewhereelse0000000000' }),
      'no longer in the',
    ],
    ['a model that does not edit', () => ({ model: 'flux-dev' }), 'does not edit images'],
    ['an unknown model', () => ({ model: 'nobody' }), 'nobody does not edit images'],
  ])('is refused with %s, before any zaps are held', async (_, changes, words) => {
    const before = await balance();
    const { body } = await ask('/api/images/edit', { instruction: 'make it night', ...changes() }).expect(400);
    expect((body as { message: string }).message).toContain(words);
    expect(await balance()).toBe(before);
    expect((await read()).imageUrls).toHaveLength(4);
  });

  it('shows in its slot and its job why it failed, and costs nothing', async () => {
    const before = await balance();
    const { jobId, url } = await made('/api/images/edit', { instruction: 'night [sandbox:fail]' });
    expect(url).toBe('');
    expect(scene.imageStatuses[1]).toBe('failed');
    const { body } = await user.agent.get(`/api/midjourney/job/${jobId}`).expect(200);
    expect(body as ImageJob).toMatchObject({ work: 'imageEdit', status: 'failed', error: expect.any(String) });
    expect(await balance()).toBe(before);
  });
});

describe('variations of an image', () => {
  const vary = () =>
    user.agent
      .post('/api/midjourney/generate-image')
      .send({ sceneId, prompt: 'a hill at noon', variationOf: first(), bulk: false });

  it('are four new images in the scene, made from the image as a charged reference', async () => {
    const before = await balance();
    const { jobId } = (await vary().expect(200)).body as { jobId: string };
    await app.idle();
    const old = scene;
    scene = await read();
    expect(scene.imageUrls).toHaveLength(8);
    expect(scene.imageUrls).toEqual(expect.arrayContaining(old.imageUrls));
    expect(scene.imageUrl).toBe(old.imageUrl);
    expect(before - (await balance())).toBe(toZaps(imagesPrice(4, IMAGE_MODEL, 1).units));
    const { body } = await user.agent.get(`/api/runs/${jobId}`).expect(200);
    expect(body).toMatchObject({ parentRunId: old.imageJobIds[0], sent: [{ name: 'Image' }] });
  });
});

describe('an image that is upscaled', () => {
  const upscale = (factor: number) => made('/api/images/upscale', { model: 'topaz-image-upscale', factor });

  it.each([2, 4])('has %d times as many pixels on each side, beside the image', async (factor) => {
    const before = await balance();
    const { url } = await upscale(factor);
    const picture = await loadImage((await user.agent.get(url).expect(200)).body as Buffer);
    expect([picture.width, picture.height]).toEqual([size.width * factor, size.height * factor]);
    expect(scene.imageUrls.slice(0, 2)).toEqual([first(), url]);
    expect(before - (await balance())).toBe(3);
  });

  it('is refused above the limit, before any zaps are held', async () => {
    const { url } = await upscale(4);
    const before = await balance();
    const { body } = await ask('/api/images/upscale', {
      imageUrl: url,
      model: 'topaz-image-upscale',
      factor: 2,
    }).expect(400);
    expect((body as { message: string }).message).toContain('larger than 50 million pixels');
    expect(await balance()).toBe(before);
  });
});
