import type { SocialPlatform } from '@storyreel/contracts';
import { SocialStage } from '../../testing/social-stage';
import {
  AccessRevoked,
  ContentRefused,
  InstallationTrouble,
  PublishOutcomeUnknown,
  PublishPassing,
  PublishRateLimited,
} from './publish-errors';

const { signal } = new AbortController();
let stage: SocialStage;
beforeAll(async () => {
  stage = await SocialStage.open();
});
afterAll(() => stage?.close());

/** Names of the operations that begin, complete and query a publication. */
const STEPS: [SocialPlatform, { begin: string; last: string; ask: string }][] = [
  ['youtube', { begin: 'begin', last: 'piece', ask: 'ask' }],
  ['instagram', { begin: 'container', last: 'publish', ask: 'status' }],
  ['tiktok', { begin: 'begin', last: 'piece', ask: 'status' }],
];

/** Returns the label of the newest post, as the platform received it. */
const labelOf: Record<SocialPlatform, () => unknown> = {
  youtube: () => stage.stubs.youtube.sessions.at(-1)?.resource.status.containsSyntheticMedia,
  instagram: () => stage.stubs.instagram.containers.at(-1)?.fields.is_ai_generated === 'true',
  tiktok: () => stage.stubs.tiktok.uploads.at(-1)?.post.is_aigc,
};

describe.each(STEPS)('%s', (platform, { begin, last, ask }) => {
  let before: number;
  const stub = () => stage.stubs[platform];
  const made = () => stub().published - before;
  const publisher = (patience = {}) => stage.publisher(platform, patience);
  beforeEach(() => {
    stage.now = new Date();
    stub().heal();
    stub().refresh = `refresh-of-${stub().published}`;
    stub().sendsRefresh = true;
    before = stub().published;
  });

  it('publishes a post once, reports its progress, and answers the same again on any node', async () => {
    const post = await stage.publication(platform);
    expect(await publisher().find(post, { signal })).toEqual({ status: 'absent' });
    const told: number[] = [];
    const published = await publisher().publish(post, { signal, onProgress: (fraction) => told.push(fraction) });
    expect(published).toMatchObject({ url: expect.stringMatching(/^https:\/\/www\./), externalId: expect.any(String) });
    expect(await publisher().publish(post, { signal })).toEqual(published);
    expect(await publisher().find(post, { signal })).toEqual({ status: 'published', ...published });
    expect(made()).toBe(1);
    expect(told.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });

  it('labels generated media, and nothing else', async () => {
    for (const generated of [true, false]) {
      const mediaUrls = [stage.file(300_000, 'video/mp4', generated)];
      await publisher().publish(await stage.publication(platform, { mediaUrls }), { signal });
      expect(labelOf[platform]()).toEqual(generated);
    }
  });

  it('renews a refused token once for all concurrent requests', async () => {
    const post = await stage.publication(platform);
    const another = { ...post, key: crypto.randomUUID() };
    const third = { ...post, key: crypto.randomUUID() };
    stub().access = 'another-one-by-now';
    const refreshes = stub().refreshes;
    await Promise.all([post, another, third].map((one) => publisher().publish(one, { signal })));
    expect(made()).toBe(3);
    expect(stub().refreshes - refreshes).toBe(1);
  });

  it('renews a token before it expires, and keeps its refresh token when the answer has none', async () => {
    const post = await stage.publication(platform);
    stub().sendsRefresh = false;
    const refreshes = stub().refreshes;
    for (const lifetimes of [0, 1, 2]) {
      stage.now = new Date(Date.now() + 3_600_000_000 + lifetimes * stub().lifetime * 1_000);
      await publisher().publish({ ...post, key: crypto.randomUUID() }, { signal });
    }
    expect(stub().refreshes - refreshes).toBe(3);
  });

  it('treats a refused refresh as the end of its access, and stops asking', async () => {
    const post = await stage.publication(platform);
    stub().access = 'another-one-by-now';
    stub().refresh = null;
    await expect(publisher().publish(post, { signal })).rejects.toThrow(AccessRevoked);
    const requests = stub().server.requests.length;
    await expect(publisher().publish(post, { signal })).rejects.toThrow(AccessRevoked);
    expect(stub().server.requests).toHaveLength(requests);
    expect(made()).toBe(0);
  });

  it('waits as long as the platform says, in seconds or as a date', async () => {
    const post = await stage.publication(platform);
    stub().failNext(begin, { kind: 'answer', status: 429, headers: { 'retry-after': '120' } });
    await expect(publisher().publish(post, { signal })).rejects.toMatchObject({
      name: 'PublishRateLimited',
      until: new Date(stage.now.getTime() + 120_000),
    });
    stub().failNext(begin, { kind: 'answer', status: 429, headers: { 'retry-after': 'nonsense' } });
    await expect(publisher().publish(post, { signal })).rejects.toThrow(PublishRateLimited);
    await publisher().publish(post, { signal });
    expect(made()).toBe(1);
  });

  it('is not asked to publish twice when it refuses temporarily at the last step', async () => {
    const post = await stage.publication(platform);
    stub().failNext(last, { kind: 'answer', status: 429, headers: { 'retry-after': '5' } });
    await expect(publisher().publish(post, { signal })).rejects.toThrow(PublishRateLimited);
    expect(await publisher().find(post, { signal })).toEqual({ status: 'absent' });
    await publisher().publish(post, { signal });
    expect(made()).toBe(1);
  });

  it('passes a refusal on in the platform’s words, without characters that cannot be stored', async () => {
    const post = await stage.publication(platform);
    const body = { error: { code: 400, message: 'No\0 such \ud83d thing' } };
    stub().failNext(begin, { kind: 'answer', status: 400, body: platform === 'tiktok' ? tiktokProblem : body });
    const refusal = await publisher()
      .publish(post, { signal })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ContentRefused);
    expect(String(refusal)).toMatch(/thing/);
    expect(String(refusal)).not.toContain('\0');
    expect(made()).toBe(0);
  });

  it('hides the token that a refusal quotes', async () => {
    const post = await stage.publication(platform);
    const message = `Malformed access token ${stub().access}`;
    const body = { error: { code: platform === 'tiktok' ? 'invalid_params' : 400, message } };
    stub().failNext(begin, { kind: 'answer', status: 400, body });
    await expect(publisher().publish(post, { signal })).rejects.toThrow(/: Malformed access token \[removed\]$/);
  });

  it.each(['drop', 'half', 'endless', 'nul'] as const)(
    'looks up a lost answer of the last step (%s), and publishes nothing twice',
    async (kind) => {
      const post = await stage.publication(platform);
      stub().failNext(last, { kind });
      await publisher().publish(post, { signal });
      expect(made()).toBe(1);
      expect(await publisher().find(post, { signal })).toMatchObject({ status: 'published' });
    },
  );

  it('does not take a lost answer for a failure; the next attempt, on another node, looks it up first', async () => {
    const post = await stage.publication(platform);
    stub().failNext(last, { kind: 'drop' });
    // Instagram's container is also queried before the last step.
    if (platform === 'instagram') stub().failNext(ask, { kind: 'pass' });
    stub().failNext(ask, ...Array.from({ length: 8 }, () => ({ kind: 'drop' as const })));
    await expect(publisher({ losses: 1 }).publish(post, { signal })).rejects.toThrow(PublishOutcomeUnknown);
    stub().heal();
    const sent = stub().server.requests.length;
    expect(await publisher().publish(post, { signal })).toMatchObject({ externalId: expect.any(String) });
    expect(stub().server.requests.length).toBeGreaterThan(sent);
    expect(made()).toBe(1);
  });

  it.each(['drop', 'half', 'endless', 'nul'] as const)(
    'loses one attempt at most when the answer of the first step is lost (%s)',
    async (kind) => {
      const post = await stage.publication(platform);
      stub().failNext(begin, { kind });
      await publisher()
        .publish(post, { signal })
        .catch((error: unknown) => expect(error).toBeInstanceOf(PublishPassing));
      await publisher().publish(post, { signal });
      expect(made()).toBe(1);
    },
  );

  it('continues after a crash at any of its requests, on another node', async () => {
    // Simulates a killed server: its requests get no answer, and it does nothing more.
    for (const operation of [begin, last, ask]) {
      const post = await stage.publication(platform);
      before = stub().published;
      stub().failNext(operation, { kind: 'stall' });
      const killed = new AbortController();
      const first = publisher().publish(post, { signal: killed.signal });
      const settled = first.then(
        () => 'published',
        (error: unknown) => String(error),
      );
      stub().onStall = () => killed.abort(new Error('killed'));
      expect(['published', 'Error: killed']).toContain(await settled);
      stub().heal();
      await publisher().publish(post, { signal });
      expect([operation, made()]).toEqual([operation, 1]);
    }
  });

  it('publishes once when two nodes work at the same time', async () => {
    const post = await stage.publication(platform);
    const tries = await Promise.allSettled([1, 2, 3].map(() => publisher().publish(post, { signal })));
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Error);
    await publisher().publish(post, { signal });
    expect(made()).toBe(1);
  });

  it('reports a token sealed with a lost key as the installation’s fault, not as the platform’s refusal', async () => {
    const post = await stage.publication(platform);
    const lost = stage.publisher(platform, {}, { id: 'k1', key: Buffer.alloc(32) });
    await expect(lost.publish(post, { signal })).rejects.toThrow(InstallationTrouble);
    stub().failNext(last, { kind: 'answer', status: 429 });
    await expect(publisher().publish(post, { signal })).rejects.toThrow(PublishRateLimited);
    expect(await lost.find(post, { signal })).toEqual({ status: 'unknown' });
    await expect(lost.publish(post, { signal })).rejects.toThrow(PublishOutcomeUnknown);
    await publisher().publish(post, { signal });
    expect(made()).toBe(1);
  });

  it('refuses files that are missing or outside our storage', async () => {
    for (const mediaUrls of [['https://example.com/v.mp4'], [`/api/media/${'x'.repeat(32)}`], []])
      await expect(publisher().publish(await stage.publication(platform, { mediaUrls }), { signal })).rejects.toThrow(
        ContentRefused,
      );
    expect(made()).toBe(0);
  });
});

const tiktokProblem = { error: { code: 'invalid_params', message: 'No\0 such \ud83d thing' } };
