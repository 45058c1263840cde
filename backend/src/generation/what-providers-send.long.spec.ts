import type { Scene } from '@storyreel/contracts';
import { eventually } from '../testing/eventually';
import { projectWithScene } from '../testing/make-story';
import type { StagedNode, TestUser } from '../testing/node-stage';
import { half, JPEG } from '../testing/outputs';
import { onStubs } from '../testing/provider-stubs/on-stubs';
import { CLIP } from '../testing/samples';

const PAGE = Buffer.from('<!doctype html><title>Sign in</title>');

/** `outputs-of-providers` covers all possible outputs; these tests check the results over HTTP. */
describe('an unusable result of Replicate', () => {
  let node: StagedNode;
  let ada: TestUser;
  let sceneId: string;
  let asked = 0;
  const { replicate } = onStubs((begun) => ({ node, ada } = begun), { decodes: true });
  beforeEach(async () => {
    ada = await node.newUser();
    ({ sceneId } = await projectWithScene(ada));
  });

  const balance = async () => ((await ada.agent.get('/api/credits/balance')).body as { balance: number }).balance;
  const scene = async () => (await ada.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
  const comes = async (path: string, order: object, files: Buffer[]): Promise<void> => {
    const before = replicate.accepted;
    await ada.agent
      .post(path)
      .send({ sceneId, idempotencyKey: `asked-${sceneId}-${asked++}`, ...order })
      .expect(200);
    const { id } = await eventually('A prediction', async () => replicate.predictions[before] ?? null, 10_000);
    const endings = files.map((bytes, n) => ({ name: `${n}.${path.includes('video') ? 'mp4' : 'jpg'}`, bytes }));
    replicate.succeed(id, endings);
    await node.idle();
  };
  const images = (...files: Buffer[]) => comes('/api/midjourney/generate-image', { prompt: 'a lighthouse' }, files);
  const clip = (file: Buffer) => {
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    return comes('/api/replicate/generate-video', { modelId: 'kling-v2.1', settings }, [file]);
  };

  it('instead of images releases the zaps, and can be retried; of four images the good ones are kept', async () => {
    const before = await balance();
    await images(half(JPEG), half(JPEG), PAGE, Buffer.alloc(0));
    expect((await scene()).imageStatuses).toEqual(Array(4).fill('failed'));
    expect(await balance()).toBe(before);
    await images(JPEG, PAGE, JPEG, JPEG);
    const { imageStatuses, imageUrls } = await scene();
    expect(imageStatuses.slice(4)).toEqual(['complete', 'failed', 'complete', 'complete']);
    expect(await balance()).toBe(before - 3);
    const { headers } = await ada.agent.get(imageUrls[4] ?? '').expect(200);
    expect(headers['content-type']).toBe('image/jpeg');
  });

  it('instead of a clip releases the zaps, and can be retried', async () => {
    await images(JPEG, JPEG, JPEG, JPEG);
    const before = await balance();
    await clip(half(CLIP));
    expect([(await scene()).videos, await balance()]).toEqual([[], before]);
    await clip(CLIP);
    const { videos } = await scene();
    expect(videos).toMatchObject([{ status: 'complete', mimeType: 'video/mp4', size: CLIP.length }]);
    expect(await balance()).toBeLessThan(before);
  });
});
