import { createCanvas } from '@napi-rs/canvas';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { eventually } from '../../../testing/eventually';
import { projectWithScene } from '../../../testing/make-story';
import { GenerationFailed } from '../../workers/run-generation';
import { type StartImage, StartImages } from './start-image';

/** External addresses; the host decides their behaviour. The fetch itself is tested in the outbound specs. */
const SLOW = 'https://slow.example.com/a.png';
const FINE = 'https://fine.example.com/a.png';
const GONE = 'https://gone.example.com/a.png';

describe('an external start image of a clip', () => {
  let app: TestApp;
  const fetched: string[] = [];
  let pending = 0;
  let ended = 0;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    const images = app.get<StartImages>(StartImages);
    const read = images.read.bind(images);
    const picture = Buffer.from(await createCanvas(9, 16).encode('png'));
    jest.spyOn(images, 'read').mockImplementation(async (url, ownerId, signal): Promise<StartImage> => {
      if (url.startsWith('/')) return read(url, ownerId, signal);
      fetched.push(url);
      if (url === GONE) throw new GenerationFailed("Couldn't load the scene's image: it answered 404.");
      if (url === FINE) return { bytes: picture, mimeType: 'image/png', poster: picture };
      pending += 1;
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason as Error);
        }),
      );
    });
  });
  afterAll(() => app?.close());

  async function sceneWith(user: TestUser, imageUrl: string): Promise<string> {
    const { sceneId } = await projectWithScene(user);
    await user.agent.post(`/api/scenes/${sceneId}/images`).send({ imageUrl }).expect(200);
    return sceneId;
  }
  async function animate(user: TestUser, sceneId: string): Promise<string> {
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    const ask = { sceneId, modelId: 'kling-v2.1', settings };
    const { body } = await user.agent.post('/api/replicate/generate-video').send(ask).expect(200);
    return (body as { predictionId: string }).predictionId;
  }
  const clip = async (user: TestUser, id: string) =>
    (await user.agent.get(`/api/replicate/prediction/${id}`).expect(200)).body as {
      status: string;
      error: string | null;
    };
  const ends = (user: TestUser, id: string) =>
    eventually(
      'The end of the clip',
      async () => {
        const found = await clip(user, id);
        return found.status === 'succeeded' || found.status === 'failed' ? found : null;
      },
      20_000,
    );
  const newUser = async () => {
    const user = await app.newUser();
    await eventually(
      'The sign-up grant',
      async () => {
        const { body } = await user.agent.get('/api/credits/balance').expect(200);
        return (body as { balance: number }).balance === 100 ? true : null;
      },
      10_000,
    );
    return user;
  };

  it('is fetched without occupying a clip slot, however slowly, and is deleted when its clip has ended', async () => {
    const [ada, bob] = [await newUser(), await newUser()];
    const slow: string[] = [];
    for (let i = 0; i < 4; i++) slow.push(await sceneWith(ada, SLOW));
    const clips: string[] = [];
    for (const sceneId of slow) clips.push(await animate(ada, sceneId));
    await eventually('The first fetches', async () => (pending === 2 ? true : null), 10_000);

    // Bob's clips, from a stored and from an external image, overtake Ada's.
    const { sceneId } = await projectWithScene(bob);
    await bob.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
    await eventually(
      'His images',
      async () => {
        const { body } = await bob.agent.get(`/api/scenes/${sceneId}`).expect(200);
        return (body as { imageStatus: string }).imageStatus === 'complete' ? true : null;
      },
      20_000,
    );
    expect(await ends(bob, await animate(bob, sceneId))).toMatchObject({ status: 'succeeded' });
    expect(await ends(bob, await animate(bob, await sceneWith(bob, FINE)))).toMatchObject({ status: 'succeeded' });
    expect(fetched.filter((url) => url === FINE)).toHaveLength(1);
    // Each user may have two concurrent fetches.
    expect([pending, ended]).toEqual([2, 0]);

    for (const id of slow) await ada.agent.delete(`/api/scenes/${id}`).expect(200);
    await eventually('The end of the fetches', async () => (ended === pending ? true : null), 10_000);
    for (const id of clips) expect(await clip(ada, id)).toMatchObject({ status: 'failed' });
    await app.idle();
    await ada.agent.get('/api/credits/balance').expect(200, { balance: 100 });
    // The test makes five images and two clips while other suites run.
  }, 90_000);

  it('that cannot be fetched fails its clip, whose zaps are returned', async () => {
    const user = await newUser();
    const id = await animate(user, await sceneWith(user, GONE));
    expect(await ends(user, id)).toMatchObject({ status: 'failed', error: expect.stringContaining('it answered 404') });
    await app.idle();
    await user.agent.get('/api/credits/balance').expect(200, { balance: 100 });
  });

  it('is also fetched first for a clip that an earlier release has queued', async () => {
    const user = await newUser();
    const sceneId = await sceneWith(user, FINE);
    const held = await app.runtime.pool.connect();
    // Moves the row to the queue that earlier releases used, before a worker can claim it.
    await held.query(`create function as_before() returns trigger language plpgsql as
      $$ begin if new.dedup_key not like '%:fetched' and new.process is not null then new.queue = 'videos'; end if; return new; end $$`);
    await held.query(`create trigger as_before before insert on platform.jobs for each row
      when (new.queue = 'start-images') execute function as_before()`);
    held.release();
    const id = await animate(user, sceneId);
    expect(await ends(user, id)).toMatchObject({ status: 'succeeded' });
    await app.idle();
    const { rows } = await app.runtime.pool.query(
      `select queue from platform.jobs where queue in ('videos', 'start-images')`,
    );
    expect(rows).toEqual([]);
  });
});
