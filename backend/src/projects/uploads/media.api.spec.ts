import { Readable } from 'node:stream';
import { MediaStore, type Visibility } from '../../infra/storage';
import { KEPT_TYPE } from '../../integrations/results/kept-results';
import { RECORDING_TYPE } from '../../integrations/recording/run-recordings';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';

const TEXT = '0123456789';
let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.newUser();
});
afterAll(() => app.close());

const store = () => app.get<MediaStore>(MediaStore);
const save = (visibility: Visibility, key?: string) =>
  store().save({
    ownerId: owner.id,
    buffer: Buffer.from(TEXT),
    contentType: 'video/mp4',
    visibility,
    maxBytes: 100,
    key,
  });

describe('a public file', () => {
  it('is served to anybody with its address, with its type, and cached for good', async () => {
    const { url } = await save('public');
    const { headers, body } = await app.anonymous().get(url).expect(200);
    expect(String(body)).toBe(TEXT);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    await app.anonymous().get(url).set('if-none-match', String(headers.etag)).expect(304);
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('is served in part for %s', async (range, part, answered) => {
    const { url } = await save('public');
    const { body, headers } = await app.anonymous().get(url).set('range', range).expect(206);
    expect(String(body)).toBe(part);
    expect(headers['content-range']).toBe(answered);
    expect(headers['content-length']).toBe(String(part.length));
  });

  it('is served whole when the client’s part is of another file', async () => {
    const { url } = await save('public');
    const { headers } = await app.anonymous().get(url).expect(200);
    const from = (ifRange: string) => app.anonymous().get(url).set({ range: 'bytes=7-', 'if-range': ifRange });
    expect(String((await from(String(headers.etag)).expect(206)).body)).toBe('789');
    for (const other of ['"another"', `W/${headers.etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      expect(String((await from(other).expect(200)).body)).toBe(TEXT);
    }
  });

  it('has no part past its end, and is served whole for an invalid range', async () => {
    const { url } = await save('public');
    await app.anonymous().get(url).set('range', 'bytes=10-').expect(416).expect('content-range', 'bytes */10');
    await app.anonymous().get(url).set('range', 'lines=1-2').expect(200);
  });

  it('answers HEAD without its bytes', async () => {
    const { url } = await save('public');
    await app.anonymous().head(url).expect(200).expect('content-length', '10');
  });

  it('is saved under the requested name, which cannot name a folder', async () => {
    const { url } = await save('public');
    const { headers } = await app
      .anonymous()
      .get(`${url}?download=${encodeURIComponent('../Łódź "1".mp4')}`)
      .expect(200);
    expect(headers['content-disposition']).toContain("filename*=UTF-8''");
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['content-disposition']).not.toContain('/');
    expect(headers['content-type']).toBe('video/mp4');
  });
});

describe('a private file', () => {
  it('is served to its owner, and is not found for others', async () => {
    const { url } = await save('private');
    await owner.agent.get(url).expect(200).expect('cache-control', 'private, max-age=31536000, immutable');
    const stranger = await app.newUser();
    const foreign = await stranger.agent.get(url).expect(404);
    const unknown = await stranger.agent.get(`/api/media/${'A'.repeat(32)}`).expect(404);
    expect(foreign.text).toBe(unknown.text);
    await app.anonymous().get(url).expect(404);
  });
});

describe('an invalid address', () => {
  it.each(['x', '..%2F..%2Fetc%2Fpasswd', 'a.b'])('%s is malformed', async (key) => {
    await app.anonymous().get(`/api/media/${key}`).expect(400);
  });
});

describe('an internal file', () => {
  it.each([RECORDING_TYPE, KEPT_TYPE])('as %s is not served, not even to its owner', async (contentType) => {
    const kept = { ownerId: owner.id, buffer: Buffer.from(TEXT), contentType, maxBytes: 100 };
    const { key, url } = await store().save({ ...kept, visibility: 'private' });
    await owner.agent.get(url).expect(404);
    await app
      .anonymous()
      .get(store().shareUrlOf(key, new Date(Date.now() + 60_000)))
      .expect(404);
    expect(await store().open(key, owner.id)).not.toBeNull();
  });
});

describe('the store', () => {
  it('keeps the first bytes of a job that is repeated', async () => {
    const first = await save('public', 'job-1');
    const again = {
      ownerId: owner.id,
      contentType: 'video/mp4',
      visibility: 'public' as const,
      maxBytes: 100,
      key: 'job-1',
    };
    const stream = Readable.from([Buffer.from('other')], { objectMode: false });
    await expect(store().save({ ...again, stream })).resolves.toEqual(first);
    expect(String((await app.anonymous().get(first.url)).body)).toBe(TEXT);
  });

  it('returns the same file to two concurrent attempts', async () => {
    const [a, b] = await Promise.all([save('public', 'job-2'), save('public', 'job-2')]);
    expect(a).toEqual(b);
  });

  it('refuses a file above the limit', async () => {
    const big = {
      ownerId: owner.id,
      buffer: Buffer.alloc(101),
      contentType: 'video/mp4',
      visibility: 'public' as const,
    };
    await expect(store().save({ ...big, maxBytes: 100 })).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});

describe('a private file that was shared for a limited time', () => {
  const later = (ms: number) => new Date(Date.now() + ms);
  const shareUrl = async (ms: number) => store().shareUrlOf((await save('private')).key, later(ms));

  it('is served without a session, and only until then', async () => {
    const { body } = await app
      .anonymous()
      .get(await shareUrl(60_000))
      .expect(200);
    expect(String(body)).toBe(TEXT);
    await app
      .anonymous()
      .get(await shareUrl(-1))
      .expect(404);
  });

  it('is not opened by another file’s signature, a later end, or an invented signature', async () => {
    const [url, another] = [await shareUrl(60_000), (await save('private')).url];
    const shared = new URL(url, 'http://storyreel.test').searchParams.get('shared') ?? '';
    const [, mac = ''] = shared.split('.');
    const path = url.split('?')[0] ?? '';
    const wrong = [
      `${another}?shared=${shared}`,
      `${path}?shared=${later(120_000).getTime()}.${mac}`,
      `${path}?shared=${shared.slice(0, -1)}`,
      `${path}?shared=`,
      `${path}?shared=0.${'A'.repeat(43)}`,
      path,
    ];
    for (const address of wrong) await app.anonymous().get(address).expect(404);
  });
});
