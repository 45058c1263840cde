import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import { LIMITS } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { PNG } from '../../testing/routes/belongings';

let app: TestApp;
let user: TestUser;
let youtube: SocialAccount;
let tiktok: SocialAccount;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  [youtube, tiktok] = [await connect('youtube'), await connect('tiktok')];
});
afterAll(() => app?.close());

async function connect(platform: string, accountName = `My ${platform} account`, of = user): Promise<SocialAccount> {
  const account = { platform, accountName, accountId: `${platform} of ${of.id}`, accessToken: 'tell-nobody' };
  return (
    await of.agent
      .post('/api/social/accounts')
      .send({ ...account, isActive: true })
      .expect(201)
  ).body as SocialAccount;
}
const words = (fields: object = {}) => ({
  title: 'Gull Point',
  content: 'A keeper.',
  platform: 'youtube',
  socialAccountId: youtube.id,
  ...fields,
});
const create = async (fields: object = {}): Promise<SocialPost> =>
  (await user.agent.post('/api/social/posts').send(words(fields)).expect(201)).body as SocialPost;
const refused = async (fields: object) =>
  (await user.agent.post('/api/social/posts').send(words(fields))).body as { code: string; message: string };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const one = async (id: string): Promise<SocialPost | undefined> =>
  ((await user.agent.get('/api/social/posts').expect(200)).body as SocialPost[]).find((post) => post.id === id);
const upload = async (type: string, body: Buffer, of = user): Promise<string> => {
  const opened = await of.agent.post(`/api/objects/upload?type=${type}&purpose=image`).expect(200);
  const { uploadURL } = opened.body as { uploadURL: string };
  await of.agent.put(new URL(uploadURL, app.url).pathname).set('content-type', type).send(body).expect(200);
  const finalized = await of.agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return (finalized.body as { url: string }).url;
};

describe('an account', () => {
  it('stores nothing of the token that was sent with it, in no event and no answer', async () => {
    const stored = JSON.stringify((await app.events()).map(({ data, metadata }) => ({ data, metadata })));
    expect(stored).toContain(`youtube of ${user.id}`);
    expect(stored).not.toContain('tell-nobody');
    expect(JSON.stringify((await user.agent.get('/api/social/accounts')).body)).not.toContain('tell-nobody');
  });

  it('keeps its id when it is connected again, with its newest name', async () => {
    const again = await connect('youtube', 'The lighthouse');
    expect(again).toEqual({ ...youtube, accountName: 'The lighthouse' });
    youtube = again;
  });

  it('is refused beyond the maximum number', async () => {
    const other = await app.newUser();
    const ask = (n: number) => ({ platform: 'tiktok', accountName: 'A', accountId: `${n}`, accessToken: 'x' });
    for (let n = 0; n < LIMITS.accountsPerUser; n++) {
      await other.agent
        .post('/api/social/accounts')
        .send({ ...ask(n), isActive: true })
        .expect(201);
    }
    const answer = await other.agent.post('/api/social/accounts').send({ ...ask(1_000), isActive: true });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'limit_reached']);
  });
});

describe('a post', () => {
  it('goes only to an account of its platform that accepts posts', async () => {
    expect(await refused({ socialAccountId: tiktok.id })).toMatchObject({ code: 'bad_request' });
    const gone = await connect('instagram');
    await user.agent.delete(`/api/social/accounts/${gone.id}`).expect(200);
    expect(await refused({ platform: 'instagram', socialAccountId: gone.id })).toMatchObject({ code: 'not_found' });
  });

  it('on TikTok and YouTube has no images, wherever they are stored [COMPOSER-24, COMPOSER-26]', async () => {
    const onTikTok = { platform: 'tiktok', socialAccountId: tiktok.id };
    const picture = await upload('image/png', PNG);
    for (const place of [onTikTok, {}]) {
      for (const url of [picture, 'https://example.com/a.PNG?size=2'])
        expect(await refused({ ...place, mediaUrls: [url] })).toMatchObject({ code: 'validation_failed' });
      await create({ ...place, mediaUrls: ['https://example.com/a.mp4'] });
    }
    const instagram = { platform: 'instagram', socialAccountId: (await connect('instagram')).id };
    expect(await create({ ...instagram, mediaUrls: [picture] })).toMatchObject({ mediaUrls: [picture] });
  });

  it('refuses media of other users, and missing ones', async () => {
    const theirs = await upload('image/png', PNG, await app.newUser());
    for (const url of [theirs, `/api/media/${'x'.repeat(32)}`, '/api/media/../secrets']) {
      expect(await refused({ mediaUrls: [url] })).toMatchObject({ code: 'validation_failed' });
      const film = { videoId: 'v', videoUrl: url, videoType: 'scene', videoTitle: 'T', videoFilename: 'f.mp4' };
      expect(await refused({ selectedProjectVideo: film })).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('belongs to a scene of its own project', async () => {
    const project = async () =>
      ((await user.agent.post('/api/projects').send({ title: 'P' }).expect(201)).body as { id: string }).id;
    const [mine, another] = [await project(), await project()];
    const scene = (await user.agent.post('/api/scenes').send({ projectId: mine }).expect(201)).body as { id: string };
    expect(await create({ projectId: mine, sceneId: scene.id })).toMatchObject({ sceneId: scene.id });
    expect(await refused({ projectId: another, sceneId: scene.id })).toMatchObject({ code: 'not_found' });
    const { id } = await create({ projectId: another });
    await user.agent.patch(`/api/social/posts/${id}`).send({ sceneId: scene.id }).expect(404);
  });

  it('is not scheduled in the past, nor beyond any lifetime', async () => {
    const { message } = await refused({ scheduledAt: inDays(-1) });
    expect(message).toBe('That time has passed. Choose a later one.');
    for (const scheduledAt of [inDays(366 * 11), '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
      expect(await refused({ scheduledAt })).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('stores the intended instant, however its time zone is written', async () => {
    const at = new Date(Date.now() + 86_400_000);
    at.setUTCMilliseconds(0);
    const inBerlin = `${new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    const { id, scheduledAt } = await create({ scheduledAt: inBerlin });
    expect(scheduledAt).toBe(at.toISOString());
    const before = (await app.events(`post-${id}`)).length;
    await user.agent.patch(`/api/social/posts/${id}`).send({ scheduledAt: at.toISOString() }).expect(200);
    expect(await app.events(`post-${id}`)).toHaveLength(before);
  });

  it('is published now, in the sandbox, with what the platform would get', async () => {
    const { id } = await create({ hashtags: ['sea'], mentions: ['mara'], publishNow: true });
    await app.idle();
    expect(await one(id)).toMatchObject({
      status: 'published',
      isPublishing: false,
      publishedAt: expect.any(String),
      publishedUrl: expect.any(String),
    });
    const { body } = await user.agent.get('/api/social/sandbox-posts').expect(200);
    expect(body).toContainEqual(
      expect.objectContaining({ postId: id, accountName: youtube.accountName, text: 'A keeper.\n\n@mara\n\n#sea' }),
    );
    const repeated = await user.agent.post(`/api/social/posts/${id}/publish`);
    expect([repeated.status, (repeated.body as { code: string }).code]).toEqual([409, 'conflict']);
    await user.agent
      .patch(`/api/social/posts/${id}`)
      .send({ scheduledAt: inDays(1) })
      .expect(409);
    await user.agent.patch(`/api/social/posts/${id}`).send({ title: 'Other' }).expect(409);
  });

  it('fails with a message when its account is removed, and is published once there is one again', async () => {
    const account = await connect('instagram');
    const { id } = await create({ platform: 'instagram', socialAccountId: account.id });
    await user.agent.delete(`/api/social/accounts/${account.id}`).expect(200);
    await user.agent.post(`/api/social/posts/${id}/publish`).expect(200);
    await app.idle();
    expect(await one(id)).toMatchObject({
      status: 'failed',
      question: null,
      failure: 'Its Instagram account is no longer connected.',
    });
  });

  it('is restored with its schedule when its deletion is undone', async () => {
    const scheduledAt = new Date(Date.now() + 1_000).toISOString();
    const { id } = await create({ scheduledAt });
    await user.agent.delete(`/api/social/posts/${id}`).expect(200);
    const restored = await user.agent.post('/api/social/posts/restore').send({ id }).expect(200);
    expect(restored.body).toMatchObject({ status: 'scheduled', scheduledAt });
  });
});
