import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { SOCIAL_PLATFORMS, type SocialAccount, type SocialPlatform, type SocialPost } from '@storyreel/contracts';
import { CONFIGURED_PLATFORMS, type ConfiguredPlatforms } from '../../integrations/social/platform-parts';
import { InstallationTrouble } from '../../integrations/social/publish-errors';
import { SocialConsent } from '../../integrations/social/oauth/social-consent';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../../testing/node-stage';
import { InstagramStub } from '../../testing/provider-stubs/instagram-stub';
import { SocialStub } from '../../testing/provider-stubs/social-stub';
import { TikTokStub } from '../../testing/provider-stubs/tiktok-stub';
import { YouTubeStub } from '../../testing/provider-stubs/youtube-stub';
import { CLIP } from '../../testing/samples';
import { KeepConnections } from '../workers/keep-connections';

const PUBLIC_URL = 'https://storyreel.test';
const CONNECTED = '/social?consent=connected';
const FAILED = '/social?consent=failed';
const DAY_S = 86_400;
const PASSWORD = 'correct horse battery';
const CHOICES = {
  privacyLevel: 'SELF_ONLY',
  ...{ allowsComments: true, allowsDuets: false, allowsStitches: false },
  ...{ promotesOwnBrand: true, promotesOthersBrand: false },
};
const tokenKeys = [{ id: 'k1', key: randomBytes(32) }];

const stubs = { youtube: new YouTubeStub(), instagram: new InstagramStub(), tiktok: new TikTokStub() };
let stage: NodeStage;
let node: StagedNode;
let ada: TestUser;
let now = new Date();

beforeAll(async () => {
  stage = await NodeStage.open();
  const settingsOf = async (platform: SocialPlatform) => ({
    clientId: SocialStub.clientId,
    clientSecret: SocialStub.clientSecret,
    baseUrl: await stubs[platform].start(),
  });
  const social = {
    youtube: await settingsOf('youtube'),
    instagram: await settingsOf('instagram'),
    tiktok: await settingsOf('tiktok'),
    tokenKeys,
    publicUrl: PUBLIC_URL,
  };
  node = await stage.node('A', { config: { social }, clock: { now: () => now } });
  ada = await node.newUser();
});
afterAll(async () => {
  await stage.close();
  for (const stub of Object.values(stubs)) await stub.stop();
});

/** Starts consent at the platform. @returns the parameters of the platform's address */
async function authorize(platform: SocialPlatform, agent: Agent = ada.agent): Promise<URLSearchParams> {
  const { headers } = await agent.get(`/api/social/authorize/${platform}`).redirects(0).expect(302);
  return new URL(String(headers.location)).searchParams;
}
const callback = async (platform: SocialPlatform, query: Record<string, string>, agent: Agent = ada.agent) => {
  const { headers } = await agent.get(`/api/social/callback/${platform}`).query(query).redirects(0).expect(302);
  return String(headers.location);
};
const connect = async (platform: SocialPlatform, agent: Agent = ada.agent) =>
  callback(platform, { state: (await authorize(platform, agent)).get('state') ?? '', code: 'stub-code' }, agent);
const accounts = async (agent: Agent = ada.agent) =>
  (await agent.get('/api/social/accounts').expect(200)).body as SocialAccount[];

/** Returns all stored data except the table of tokens, and all responses. */
async function everything(): Promise<string> {
  const { rows } = await stage.database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('platform', 'views', 'events', 'public') and table_type = 'BASE TABLE'`,
  );
  const dumps = await Promise.all(
    rows.map(async ({ name }) => (await stage.database.pool.query(`select t::text as row from ${name} t`)).rows),
  );
  const events: unknown[] = [];
  for await (const event of node.runtime.events.readAll()) events.push(event.data);
  return JSON.stringify([dumps, events]);
}

describe.each(SOCIAL_PLATFORMS)('a connection to %s', (platform) => {
  it('is made with the consent of the account’s owner, and keeps the account’s id when it is renewed', async () => {
    expect(await connect(platform)).toBe(CONNECTED);
    const [account] = (await accounts()).filter((one) => one.platform === platform);
    expect(account).toMatchObject({ kind: 'oauth', isActive: true, accountName: expect.stringMatching(/gull/i) });
    await connect(platform);
    expect((await accounts()).filter((one) => one.platform === platform)).toEqual([account]);
  });

  it('sends a new state each time, and a challenge where the platform supports it', async () => {
    const [first, second] = [await authorize(platform), await authorize(platform)];
    expect(first.get('state')).not.toBe(second.get('state'));
    expect(first.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/social/callback/${platform}`);
    expect(first.get('code_challenge_method')).toBe(platform === 'instagram' ? null : 'S256');
    expect([...first.values()].join()).not.toContain(SocialStub.clientSecret);
  });

  it('is refused without the state of this browser, a second time, late, and without consent', async () => {
    const state = async (agent = ada.agent) => (await authorize(platform, agent)).get('state') ?? '';
    const eve = await node.newUser();
    const theirs = await state();
    expect(await callback(platform, { state: theirs, code: 'stub-code' }, eve.agent)).toBe(FAILED);
    expect(await callback(platform, { state: 'another', code: 'stub-code' })).toBe(FAILED);
    const once = { state: await state(), code: 'stub-code' };
    expect(await callback(platform, once)).toBe(CONNECTED);
    expect(await callback(platform, once)).toBe(FAILED);
    // Simulates concurrent callbacks that all pass the session's check before the first one removes the state from the
    // session.
    const consent = node.get(SocialConsent);
    const begun = consent.begin(platform, ada.id);
    const several = { state: begun?.asked.state, code: 'stub-code' };
    const finish = () => consent.finish(platform, ada.id, begun?.asked, several);
    const ends = await Promise.allSettled(Array.from({ length: 16 }, finish));
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []));
    expect(refusals).toEqual(Array<string>(15).fill('It was used already.'));
    expect(await callback(platform, { state: await state(), error: 'access_denied' })).toBe(FAILED);
    expect(await callback(platform, { state: await state(), code: 'made up' })).toBe(FAILED);
    const late = await state();
    now = new Date(now.getTime() + 11 * 60_000);
    expect(await callback(platform, { state: late, code: 'stub-code' })).toBe(FAILED);
    expect(await accounts(eve.agent)).toEqual([]);
  });

  it('is refused for an answer that is cut off, endless, or contains text that cannot be stored', async () => {
    for (const kind of ['drop', 'half', 'endless'] as const) {
      const [user, operation] = [await node.newUser(), platform === 'instagram' ? 'code' : 'token'];
      stubs[platform].failNext(operation, { kind });
      expect(await connect(platform, user.agent)).toBe(FAILED);
      expect(await accounts(user.agent)).toEqual([]);
    }
    const user = await node.newUser();
    stubs[platform].failNext(platform === 'youtube' ? 'channels' : 'me', { kind: 'nul' });
    await connect(platform, user.agent);
    expect(JSON.stringify(await accounts(user.agent))).not.toContain('\\u0000');
  });

  it('is refused when a permission was withheld, with its name', async () => {
    const [user, stub] = [await node.newUser(), stubs[platform]];
    const scopes = node.get(SocialConsent).scopesOf(platform);
    for (const missing of scopes) {
      stub.scopes = scopes.filter((scope) => scope !== missing).join(platform === 'youtube' ? ' ' : ',');
      expect(await connect(platform, user.agent)).toBe(
        `/social?${new URLSearchParams({ consent: 'incomplete', platform, missing }).toString()}`,
      );
    }
    expect(await accounts(user.agent)).toEqual([]);
    stub.scopes = null;
  });

  it('asks for the permission to read views, and does without it', async () => {
    const [user, stub] = [await node.newUser(), stubs[platform]];
    const needed = node.get(SocialConsent).scopesOf(platform);
    const asked = (await authorize(platform)).get('scope')?.split(/[ ,]/u) ?? [];
    const optional = { youtube: [], instagram: ['instagram_business_manage_insights'], tiktok: ['video.list'] };
    expect(asked).toEqual([...needed, ...optional[platform]]);
    stub.scopes = needed.join(platform === 'youtube' ? ' ' : ',');
    expect(await connect(platform, user.agent)).toBe(CONNECTED);
    stub.scopes = null;
  });

  it('survives a wrong client secret: nobody has to connect again once the operator has corrected it', async () => {
    const [user, stub] = [await node.newUser(), stubs[platform]];
    await connect(platform, user.agent);
    const [account] = await accounts(user.agent);
    const { tokens } = node.get<ConfiguredPlatforms>(CONFIGURED_PLATFORMS);
    const access = () => tokens.renewed(account?.id ?? '', stub.access, new AbortController().signal);
    const wrong = { kind: 'answer', status: 401, body: { error: 'invalid_client' } } as const;
    stub.failNext('token', wrong, wrong);
    await expect(access()).rejects.toBeInstanceOf(InstallationTrouble);
    await expect(access()).rejects.toBeInstanceOf(InstallationTrouble);
    expect((await accounts(user.agent))[0]).toMatchObject({ isActive: true });
    const renewed = await access();
    expect(renewed).toBe(stub.access);
  });

  it('is renewed while nobody publishes, and its owner sees when the platform ends it', async () => {
    const [user, stub, before] = [await node.newUser(), stubs[platform], now];
    stub.lifetime = 60 * DAY_S;
    await connect(platform, user.agent);
    const keeper = node.get(KeepConnections);
    const refreshes = stub.refreshes;
    // Instagram's tokens last 60 days, the refresh tokens of the other platforms at least six months.
    for (let day = 0; day < 200; day += 10) {
      now = new Date(now.getTime() + 10 * DAY_S * 1_000);
      await keeper.look();
    }
    expect(stub.refreshes).toBeGreaterThan(refreshes);
    expect((await accounts(user.agent))[0]).toMatchObject({ isActive: true });
    stub.refresh = null;
    now = new Date(now.getTime() + 200 * DAY_S * 1_000);
    await keeper.look();
    await node.idle();
    expect((await accounts(user.agent))[0]).toMatchObject({ isActive: false });
    [now, stub.lifetime] = [before, 3_600];
    await connect(platform, user.agent);
  });

  it('leaves its tokens in no table, event or answer, and deletes them with the account', async () => {
    const user = await node.newUser();
    await connect(platform, user.agent);
    const stub = stubs[platform];
    const kept = await everything();
    // The sealed row itself must be part of the searched data.
    expect(kept).toContain(user.id);
    for (const secret of [stub.access, stub.refresh ?? '', SocialStub.clientSecret]) expect(kept).not.toContain(secret);
    const [account] = await accounts(user.agent);
    const rows = async () =>
      (await stage.database.pool.query('select from platform.social_tokens where owner_id = $1', [user.id])).rowCount;
    expect(await rows()).toBe(1);
    await ada.agent.delete(`/api/social/accounts/${account?.id}`).expect(404);
    expect(await rows()).toBe(1);
    await user.agent.delete(`/api/social/accounts/${account?.id}`).expect(200);
    expect(await rows()).toBe(0);
    if (platform !== 'instagram')
      expect(stub.withdrawals.map(({ token }) => token)).toEqual([platform === 'youtube' ? stub.refresh : stub.access]);
  });

  it('is withdrawn when its owner’s account is erased, later if the platform fails, and logged without secrets', async () => {
    const user = await node.newUser();
    await connect(platform, user.agent);
    const stub = stubs[platform];
    const rows = async () =>
      (await stage.database.pool.query('select from platform.social_tokens where owner_id = $1', [user.id])).rowCount;
    const said: string[] = [];
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation((words) => void said.push(String(words)));
    const before = stub.withdrawals.length;
    stub.failNext('withdraw', { kind: 'answer', status: 503 });
    await user.agent.post('/api/account/erase').send({ email: user.email, password: PASSWORD }).expect(200);
    await node.idle();
    await user.agent.post('/api/login').send({ email: user.email, password: PASSWORD }).expect(401);
    expect(await node.runtime.accountKeys.erased()).toContain(user.id);
    const { rowCount } = await stage.database.pool.query('select from platform.credentials where user_id = $1', [
      user.id,
    ]);
    expect(rowCount).toBe(0);
    const mayBeAsked = platform !== 'instagram';
    expect(await rows()).toBe(mayBeAsked ? 1 : 0);
    const told = `${platform} could not be told yet that a connection is over and is asked again: it answered 503`;
    expect(said.filter((words) => words.includes('connection is over'))).toEqual(mayBeAsked ? [told] : []);
    const present = { access: stub.access, refresh: stub.refresh };
    // TikTok's access token has expired by then; it is renewed first, since only a valid one can withdraw the grant.
    const time = now;
    now = new Date(now.getTime() + 2 * DAY_S * 1_000);
    await node.get(KeepConnections).look();
    now = time;
    warn.mockRestore();
    expect(await rows()).toBe(0);
    const { clientId, clientSecret } = SocialStub;
    const published: Record<SocialPlatform, Record<string, string | null>[]> = {
      // developers.google.com/identity/protocols/oauth2/web-server, 'Revoking a token', 2026-11-28
      youtube: [{ token: present.refresh }],
      // developers.tiktok.com, 'Manage user access tokens', 2026-11-28
      tiktok: [{ client_key: clientId, client_secret: clientSecret, token: stub.access }],
      // The Instagram login has no request that revokes tokens.
      instagram: [],
    };
    expect(stub.withdrawals.slice(before)).toEqual(published[platform]);
    expect(JSON.stringify(said)).not.toMatch(new RegExp([present.access, present.refresh, clientSecret].join('|')));
  });

  it('publishes a post; after access was revoked, the account is inactive until it is connected again', async () => {
    const user = await node.newUser();
    await connect(platform, user.agent);
    const [account] = await accounts(user.agent);
    const upload = await user.agent.post('/api/objects/upload').expect(200);
    const { uploadURL } = upload.body as { uploadURL: string };
    await user.agent.put(uploadURL).set('content-type', 'video/mp4').send(CLIP).expect(200);
    const finalized = await user.agent.post('/api/objects/finalize').send({ uploadURL });
    const { objectPath, url } = finalized.body as { objectPath?: string; url?: string };
    const publish = async () => {
      const { body } = await user.agent
        .post('/api/social/posts')
        .send({
          title: 'Gull Point',
          content: 'A keeper.',
          platform,
          socialAccountId: account?.id,
          mediaUrls: [objectPath ?? url],
          publishNow: true,
          ...(platform === 'tiktok' && { tiktok: CHOICES }),
        })
        .expect(201);
      await node.idle();
      const posts = (await user.agent.get('/api/social/posts').expect(200)).body as SocialPost[];
      return posts.find(({ id }) => id === (body as SocialPost).id);
    };
    expect(await publish()).toMatchObject({ status: 'published', publishedUrl: expect.stringMatching(/^https/) });
    stubs[platform].access = 'taken away';
    stubs[platform].refresh = null;
    expect(await publish()).toMatchObject({ status: 'failed' });
    expect((await accounts(user.agent))[0]).toMatchObject({ isActive: false });
    await connect(platform, user.agent);
    expect((await accounts(user.agent))[0]).toMatchObject({ isActive: true, id: account?.id });
    expect(await publish()).toMatchObject({ status: 'published' });
  });
});

it('reads TikTok’s choices from the account, and neither schedules nor publishes a post without them', async () => {
  const user = await node.newUser();
  await connect('tiktok', user.agent);
  const [account] = await accounts(user.agent);
  const creator = `/api/social/accounts/${account?.id}/tiktok-creator`;
  expect((await user.agent.get(creator).expect(200)).body).toEqual({
    nickname: 'Gull Point',
    privacyLevels: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    ...{ commentsOff: false, duetsOff: false, stitchesOff: true },
    longestSeconds: 300,
    isAudited: false,
  });
  await ada.agent.get(creator).expect(404);
  stubs.tiktok.failNext('creator', { kind: 'answer', status: 500 });
  await user.agent.get(creator).expect(503);

  const words = { title: 'Gull Point', content: 'A keeper.', platform: 'tiktok', socialAccountId: account?.id };
  const [scheduledAt, before] = [new Date(now.getTime() + DAY_S * 1_000).toISOString(), stubs.tiktok.uploads.length];
  const create = (more: object) => user.agent.post('/api/social/posts').send({ ...words, ...more });
  const message = 'Choose who can watch this video on TikTok.';
  for (const plan of [{ scheduledAt }, { publishNow: true }])
    expect((await create(plan).expect(400)).body).toMatchObject({ message });
  await create({ scheduledAt, tiktok: { ...CHOICES, promotesOthersBrand: true } }).expect(400);

  const { id } = (await create({}).expect(201)).body as SocialPost;
  await user.agent.post(`/api/social/posts/${id}/publish`).expect(400);
  const change = (more: object) => user.agent.patch(`/api/social/posts/${id}`).send(more);
  await change({ scheduledAt }).expect(400);
  const planned = await change({ scheduledAt, tiktok: CHOICES }).expect(200);
  expect(planned.body).toMatchObject({ status: 'scheduled', tiktok: CHOICES });
  await change({ tiktok: null }).expect(400);
  const copy = await user.agent.post(`/api/social/posts/${id}/duplicate`).expect(201);
  expect(copy.body).toMatchObject({ status: 'draft', tiktok: CHOICES });
  await node.idle();
  expect(stubs.tiktok.uploads).toHaveLength(before);
});

it('reads Instagram’s answers in both of their forms', async () => {
  const user = await node.newUser();
  stubs.instagram.isListed = true;
  expect(await connect('instagram', user.agent)).toBe(CONNECTED);
  expect(await accounts(user.agent)).toMatchObject([{ accountName: 'gull.point' }]);
  stubs.instagram.isListed = false;
});

it('answers an unknown platform as not found', async () => {
  for (const route of ['authorize', 'callback']) await ada.agent.get(`/api/social/${route}/myspace`).expect(404);
});
