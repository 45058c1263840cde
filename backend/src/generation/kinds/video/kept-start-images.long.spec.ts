import { createCanvas } from '@napi-rs/canvas';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { eventually } from '../../../testing/eventually';
import { projectWithScene } from '../../../testing/make-story';
import { AbandonedUploads } from '../../../infra/storage/abandoned-uploads';
import { keyOfMediaUrl, MediaStore, StoredObjects } from '../../../infra/storage';
import { OBJECT_STORAGE, type ObjectStorage } from '../../../infra/storage/object-storage';
import { PROVIDERS, type Providers } from '../../../integrations/providers.token';
import { FetchStartImage } from './start-image-jobs';
import { KeptStartImages, StartImages } from './start-image';

const OUTSIDE = 'https://pictures.example.com/a.png';

describe('a start image that was fetched for a clip', () => {
  let app: TestApp;
  let user: TestUser;
  let picture: Buffer;
  /** Called after an image was fetched and before it is stored. */
  let beforeKeeping = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    app = await startTestApp();
    user = await app.newUser();
    await app.idle();
    picture = Buffer.from(await createCanvas(9, 16).encode('png'));
    const images = app.get<StartImages>(StartImages);
    const read = images.read.bind(images);
    jest.spyOn(images, 'read').mockImplementation(async (url, ...rest) => {
      if (url !== OUTSIDE) return read(url, ...rest);
      await beforeKeeping();
      return { bytes: picture, mimeType: 'image/png', poster: picture };
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app?.close();
  });
  afterEach(() => {
    beforeKeeping = () => Promise.resolve();
  });

  async function newScene(): Promise<string> {
    const { sceneId } = await projectWithScene(user);
    await user.agent.post(`/api/scenes/${sceneId}/images`).send({ imageUrl: OUTSIDE }).expect(200);
    return sceneId;
  }
  async function animate(sceneId: string, prompt = 'waves'): Promise<string> {
    const settings = { prompt, duration: 5, mode: 'standard' };
    const ask = { sceneId, modelId: 'kling-v2.1', settings };
    const { body } = await user.agent.post('/api/replicate/generate-video').send(ask).expect(200);
    return (body as { predictionId: string }).predictionId;
  }
  const statusOf = async (clip: string) =>
    ((await user.agent.get(`/api/replicate/prediction/${clip}`).expect(200)).body as { status: string }).status;
  const addressOf = (jobId: string) => app.get<KeptStartImages>(KeptStartImages).fetchedFor(user.id, jobId);

  /** Returns the address and the blob of the start image that is stored while the provider makes the clip. */
  async function keptFor(clip: string): Promise<{ url: string; blob: string }> {
    const url = await eventually('The kept picture', () => addressOf(clip), 10_000);
    const object = await app.get<StoredObjects>(StoredObjects).findReady(keyOfMediaUrl(url) ?? '');
    if (!object) throw new Error('The kept picture has no row');
    return { url, blob: object.blob };
  }
  /** Keeps the provider's prediction in the state 'processing' until the returned function is called. */
  function holdProvider(): () => void {
    const { video } = app.get<Providers>(PROVIDERS);
    const look = jest.spyOn(video, 'get').mockResolvedValue({ id: 'held', status: 'processing', outputs: [] });
    return () => look.mockRestore();
  }
  async function expectGone({ url, blob }: { url: string; blob: string }): Promise<void> {
    await app.idle();
    await user.agent.get(url).expect(404);
    await expect(app.get<ObjectStorage>(OBJECT_STORAGE).stat(blob)).resolves.toBeNull();
    const { rows } = await app.runtime.pool.query('select state from platform.stored_objects where blob = $1', [blob]);
    expect(rows).toEqual([]);
  }

  it.each([
    ['is made', 'waves', 'succeeded'],
    ['has failed', `waves ${FAIL_MARK}`, 'failed'],
  ])('is kept while the clip is made, and deleted when the clip %s', async (_, prompt, status) => {
    const letGo = holdProvider();
    const clip = await animate(await newScene(), prompt);
    const kept = await keptFor(clip);
    await user.agent.get(kept.url).expect(200);
    letGo();
    await expectGone(kept);
    expect(await statusOf(clip)).toBe(status);
  });

  it('is deleted when the clip was cancelled', async () => {
    const letGo = holdProvider();
    const sceneId = await newScene();
    const clip = await animate(sceneId);
    const kept = await keptFor(clip);
    await user.agent.delete(`/api/scenes/${sceneId}`).expect(200);
    await expectGone(kept);
    letGo();
  });

  it('is deleted when the clip was deleted and cleaned up during the fetch', async () => {
    const images = app.get<KeptStartImages>(KeptStartImages);
    const [keep, forget] = [jest.spyOn(images, 'keep'), jest.spyOn(images, 'forget')];
    const sceneId = await newScene();
    beforeKeeping = async () => {
      await user.agent.delete(`/api/scenes/${sceneId}`).expect(200);
      await eventually('The deletion', () => Promise.resolve(forget.mock.results[0] ?? null), 10_000);
      await forget.mock.results[0]?.value;
    };
    const clip = await animate(sceneId);
    await app.idle();
    expect(keep).toHaveBeenCalledWith(user.id, clip, expect.anything());
    expect(await addressOf(clip)).toBeNull();
    keep.mockRestore();
    forget.mockRestore();
  });

  it('that a killed node left behind is deleted when its job is taken over', async () => {
    const sceneId = await newScene();
    const clip = await animate(sceneId);
    await app.idle();
    // Simulates a run that was cut off before it could see that its clip had ended: the run left this image behind.
    const kept = app.get<KeptStartImages>(KeptStartImages);
    await kept.keep(user.id, clip, { bytes: picture, mimeType: 'image/png', poster: picture });
    const left = await keptFor(clip);
    const scene = (await user.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as { projectId: string };
    const job = {
      id: '1',
      queue: 'start-images',
      dedupKey: clip,
      ownerId: user.id,
      payload: { projectId: scene.projectId, jobId: clip },
      attempt: 2,
      maxAttempts: 3,
      correlationId: clip,
      causationId: clip,
    };
    const following = await app.get<FetchStartImage>(FetchStartImage).run(job, new AbortController().signal);
    expect(following).toEqual([]);
    await expectGone(left);
  });

  it('whose bytes a killed node left without a row is deleted by the sweep', async () => {
    const media = app.get<MediaStore>(MediaStore);
    const letGo = holdProvider();
    const clip = await animate(await newScene());
    const kept = await keptFor(clip);
    const discard = jest.spyOn(media, 'discard').mockRejectedValueOnce(new Error('killed'));
    await expect(app.get<KeptStartImages>(KeptStartImages).forget(user.id, clip)).rejects.toThrow('killed');
    discard.mockRestore();
    const older = `update platform.stored_objects set created_at = created_at - interval '7 hours' where blob = $1`;
    await app.runtime.pool.query(older, [kept.blob]);
    await app.get<AbandonedUploads>(AbandonedUploads).sweep();
    letGo();
    await expectGone(kept);
  });
});
