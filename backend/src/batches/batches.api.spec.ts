import { type Batch, type BatchDetail, type BatchQuote, toUnits } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { withJobsOnHold } from '../testing/jobs-on-hold';
import { STORY } from '../testing/make-story';
import { purposeOf } from '../testing/repeatable/world';
import { PaidWork } from '../money/zaps';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());

interface Story {
  user: TestUser;
  projectId: string;
  sceneIds: string[];
}

async function storyOf(scenes: number, prompt = (n: number) => `a lighthouse, ${n}`): Promise<Story> {
  const user = await app.newUser();
  await app.idle();
  const project = await user.agent.post('/api/projects').send({ title: 'The Lamp', story: STORY }).expect(201);
  const projectId = (project.body as { id: string }).id;
  const sceneIds: string[] = [];
  for (let n = 1; n <= scenes; n++) {
    const given = { projectId, title: `Scene ${n}`, description: 'Mara climbs.', imagePrompt: prompt(n) };
    const { body } = await user.agent.post('/api/scenes').send(given).expect(201);
    sceneIds.push((body as { id: string }).id);
  }
  return { user, projectId, sceneIds };
}

let keys = 0;
const start = ({ user, projectId, sceneIds }: Story, more: object = {}) =>
  user.agent
    .post('/api/batches')
    .send({ projectId, kind: 'images', sceneIds, zaps: 0, idempotencyKey: `batch-key-${++keys}`, ...more });
const started = async (story: Story, more?: object): Promise<Batch> =>
  (await start(story, more).expect(201)).body as Batch;
const steer = async ({ user }: Story, { id }: Batch, step: 'pause' | 'resume' | 'cancel' | 'retry'): Promise<Batch> =>
  (await user.agent.post(`/api/batches/${id}/${step}`).expect(200)).body as Batch;
const look = async ({ user }: Story, { id }: Batch): Promise<BatchDetail> =>
  (await user.agent.get(`/api/batches/${id}`).expect(200)).body as BatchDetail;
const imagesOf = async ({ user, projectId }: Story): Promise<number[]> => {
  const { body } = await user.agent.get('/api/scenes').query({ projectId }).expect(200);
  return (body as { imageUrls: string[] }[]).map(({ imageUrls }) => imageUrls.length);
};
const balance = async ({ user }: Story) =>
  ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;
const entries = async ({ user }: Story, type: string) =>
  (await app.events(`wallet-${user.id}`)).filter((event) => event.type === type);

/** Spends the wallet's zaps, leaving this many. */
async function leave({ user }: Story, zaps: number): Promise<void> {
  const price = { units: toUnits(100 - zaps), usd: 0, version: 'v' };
  const hold = { userId: user.id, holdId: crypto.randomUUID(), price, purpose: purposeOf(null, crypto.randomUUID()) };
  await app.get(PaidWork).reserve({ ...hold, bulk: false, deadline: '2999-01-01T00:00:00.000Z' });
}

describe('a batch of images', () => {
  it('generates every scene once, without further requests, at the plan’s price', async () => {
    const story = await storyOf(6);
    const batch = await started(story);
    expect(batch).toMatchObject({
      status: 'running',
      running: 3,
      waiting: 3,
      projectTitle: 'The Lamp',
      kind: 'images',
    });
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'ended', isOver: true, made: 6, running: 0, waiting: 0 });
    expect(await imagesOf(story)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(await entries(story, 'ZapsReserved')).toHaveLength(6);
    expect(await entries(story, 'ZapsSettled')).toHaveLength(6);
    expect(await balance(story)).toBe(100);
    const { body } = await story.user.agent.get('/api/batches').expect(200);
    expect(body).toMatchObject([{ id: batch.id, made: 6, sceneMs: expect.any(Number), problems: [] }]);
  });

  it('is started once, however often it is requested with one key', async () => {
    const story = await storyOf(2);
    const idempotencyKey = 'the-same-key';
    const first = await started(story, { idempotencyKey });
    await app.idle();
    expect(await started(story, { idempotencyKey })).toMatchObject({ id: first.id, made: 2 });
    await start(story, { idempotencyKey, sceneIds: story.sceneIds.slice(1) }).expect(422);
    await app.idle();
    expect(await imagesOf(story)).toEqual([4, 4]);
  });

  it('starts no scene while it is paused, and continues when it is resumed', async () => {
    const story = await storyOf(5);
    const batch = await withJobsOnHold(app.runtime.pool, async () => {
      const running = await started(story);
      return steer(story, running, 'pause');
    });
    expect(batch).toMatchObject({ status: 'paused', running: 3, waiting: 2 });
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'paused', isOver: false, made: 3, waiting: 2 });
    await steer(story, batch, 'resume');
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'ended', made: 5 });
    expect(await imagesOf(story)).toEqual([4, 4, 4, 4, 4]);
  });

  it('reserves nothing for scenes that had not begun when it was cancelled', async () => {
    const story = await storyOf(5);
    const batch = await withJobsOnHold(app.runtime.pool, async () => steer(story, await started(story), 'cancel'));
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'cancelled', isOver: true, cancelled: 5, made: 0 });
    expect(await entries(story, 'ZapsReserved')).toEqual([]);
    expect(await imagesOf(story)).toEqual([0, 0, 0, 0, 0]);
  });

  it('lists the failed scenes, and retries them on request', async () => {
    const story = await storyOf(4, (n) => (n === 2 ? `${FAIL_MARK} dark` : `a lighthouse, ${n}`));
    const batch = await started(story);
    await app.idle();
    const failed = await look(story, batch);
    expect(failed).toMatchObject({ status: 'ended', made: 3, failed: 1 });
    expect(failed.problems).toEqual([{ sceneId: story.sceneIds[1], message: expect.any(String) }]);
    await story.user.agent
      .patch(`/api/scenes/${story.sceneIds[1]}`)
      .send({ imagePrompt: 'a lighthouse at noon' })
      .expect(200);
    await story.user.agent.post(`/api/scenes/${story.sceneIds[1]}/cleanup-dead-images`).expect(200);
    expect(await steer(story, batch, 'retry')).toMatchObject({
      status: 'running',
      isOver: false,
      failed: 0,
      running: 1,
    });
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'ended', made: 4, failed: 0, problems: [] });
    expect(await imagesOf(story)).toEqual([4, 4, 4, 4]);
    expect(await entries(story, 'ZapsSettled')).toHaveLength(4);
  });

  it('retries nothing while another batch of its kind is in progress, nor two that are requested at once', async () => {
    const story = await storyOf(3, (n) => (n === 2 ? `${FAIL_MARK} dark` : `a lighthouse, ${n}`));
    const old = await started(story);
    await app.idle();
    const newer = await withJobsOnHold(app.runtime.pool, async () => {
      const one = await started(story, { sceneIds: [story.sceneIds[0]] });
      const refused = await story.user.agent.post(`/api/batches/${old.id}/retry`).expect(409);
      expect(refused.body).toMatchObject({ code: 'already_in_progress' });
      return one;
    });
    await app.idle();
    expect(await look(story, newer)).toMatchObject({ isOver: true, made: 1 });
    await withJobsOnHold(app.runtime.pool, async () => {
      const asked = [
        story.user.agent.post(`/api/batches/${old.id}/retry`),
        start(story, { sceneIds: [story.sceneIds[2]] }),
      ];
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    });
    await app.idle();
    // A refused retry can be requested again.
    expect(await steer(story, old, 'retry')).toMatchObject({ id: old.id });
  });

  it('skips scenes that were deleted meanwhile, and leaves out full ones', async () => {
    const story = await storyOf(5);
    const full = story.sceneIds[4] ?? '';
    for (let n = 0; n < 9; n++) {
      await story.user.agent
        .post(`/api/scenes/${full}/images`)
        .send({ imageUrl: `https://example.com/${n}.png` })
        .expect(200);
    }
    const batch = await withJobsOnHold(app.runtime.pool, async () => {
      const running = await started(story);
      await story.user.agent.delete(`/api/scenes/${story.sceneIds[3]}`).expect(200);
      return running;
    });
    expect(batch).toMatchObject({ skipped: 1, waiting: 1, running: 3 });
    await app.idle();
    const over = await look(story, batch);
    expect(over).toMatchObject({ status: 'ended', made: 3, skipped: 2 });
    expect(over.problems).toEqual(
      expect.arrayContaining([
        { sceneId: full, message: 'A scene can have at most 12 images.' },
        { sceneId: story.sceneIds[3], message: 'This scene was deleted.' },
      ]),
    );
  });

  it('is started once by two concurrent requests with different keys', async () => {
    const story = await storyOf(3);
    const other = await storyOf(1);
    await withJobsOnHold(app.runtime.pool, async () => {
      const asked = await Promise.all([start(story), start(story), start(other), start(story)]);
      const ofStory = asked.filter((_, at) => at !== 2);
      expect(ofStory.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      for (const { body } of ofStory.filter(({ status }) => status === 409)) {
        expect(body).toMatchObject({ code: 'already_in_progress' });
      }
      expect(asked[2]?.status).toBe(201);
    });
    await app.idle();
    const { body } = await story.user.agent.get('/api/batches').expect(200);
    expect(body).toMatchObject([{ made: 3, isOver: true }]);
    expect(await imagesOf(story)).toEqual([4, 4, 4]);
    expect(await entries(story, 'ZapsReserved')).toHaveLength(3);
  });

  it('is refused when it has nothing to generate', async () => {
    const blank = await storyOf(1, () => '');
    await start(blank).expect(400);
  });
});

describe('a batch of descriptions', () => {
  it('is charged scene by scene, and pauses when the zaps run out', async () => {
    const story = await storyOf(6);
    const batch = await withJobsOnHold(app.runtime.pool, async () => {
      const running = await started(story, { kind: 'descriptions', zaps: 3 });
      await leave(story, 2);
      return running;
    });
    await app.idle();
    const paused = await look(story, batch);
    expect(paused).toMatchObject({ status: 'paused', made: 4, waiting: 2, spentZaps: 2 });
    expect(paused.pause).toMatchObject({ code: 'insufficient_zaps', message: expect.stringMatching(/Insufficient/) });
    await story.user.agent.post('/api/credits/add-zaps').send({ amount: 100 }).expect(200);
    await steer(story, batch, 'resume');
    await app.idle();
    expect(await look(story, batch)).toMatchObject({ status: 'ended', made: 6, spentZaps: 3, pause: null });
    expect(await entries(story, 'ZapsSettled')).toHaveLength(6);
    expect(await balance(story)).toBe(99);
  });

  it('is refused without enough zaps for all scenes, and when its price has changed', async () => {
    const story = await storyOf(3);
    await start(story, { kind: 'descriptions', zaps: 1 }).expect(409);
    await leave(story, 1);
    await start(story, { kind: 'descriptions', zaps: 1.5 }).expect(402);
  });
});

describe('a batch of clips', () => {
  const clips = { modelId: 'hailuo-02', settings: { resolution: '512p' } };

  it('is quoted for the scenes that have a main image, and costs what was quoted', async () => {
    const story = await storyOf(3);
    for (const sceneId of story.sceneIds.slice(0, 2)) {
      const image = { imageUrl: 'https://example.com/i.png' };
      await story.user.agent.post(`/api/scenes/${sceneId}/images`).send(image).expect(200);
    }
    const { projectId, sceneIds } = story;
    const asked = { projectId, sceneIds, kind: 'clips', clips };
    const { body } = await story.user.agent.post('/api/batches/quote').send(asked).expect(200);
    const quote = body as BatchQuote;
    expect(quote).toMatchObject({ scenes: 2, includedScenes: 0 });
    expect(quote.leftOut).toEqual([{ sceneId: sceneIds[2], message: expect.stringMatching(/image/) }]);
    const batch = await started(story, { kind: 'clips', clips, zaps: quote.zaps });
    expect(batch).toMatchObject({ modelId: 'hailuo-02', skipped: 1, zaps: quote.zaps });
    await app.idle();
    const reserved = await entries(story, 'ZapsReserved');
    const units = reserved.map(({ data }) => (data as { units: number }).units);
    expect(units.reduce((sum, one) => sum + one, 0)).toBe(toUnits(quote.zaps));
  });

  it('requires the settings of its clips, which other batches refuse', async () => {
    const story = await storyOf(1);
    await start(story, { kind: 'clips' }).expect(400);
    await start(story, { clips }).expect(400);
  });
});

describe('a batch of somebody else', () => {
  it('is not found', async () => {
    const story = await storyOf(1);
    const batch = await started(story);
    await app.idle();
    const stranger = await app.newUser();
    const none = '00000000-0000-4000-8000-000000000000';
    for (const step of ['pause', 'resume', 'cancel', 'retry']) {
      const foreign = await stranger.agent.post(`/api/batches/${batch.id}/${step}`).expect(404);
      const unknown = await stranger.agent.post(`/api/batches/${none}/${step}`).expect(404);
      expect(foreign.text).toBe(unknown.text);
    }
    await stranger.agent.get(`/api/batches/${batch.id}`).expect(404);
    await start({ ...story, user: stranger }).expect(404);
    const { body } = await stranger.agent.get('/api/batches').expect(200);
    expect(body).toEqual([]);
  });
});
