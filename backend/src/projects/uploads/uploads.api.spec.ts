import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { DecoderFailed, Pictures } from '../../infra/media/pictures';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { CLIP, WEBM } from '../../testing/samples';

const MB = 1_048_576;

let now = new Date('2026-03-01T12:00:00.000Z');
let app: TestApp;
let user: TestUser;
let png: Buffer;

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  user = await app.newUser();
  png = Buffer.from(await createCanvas(9, 16).encode('png'));
});
afterAll(() => app.close());

const begin = async (query = '', of = user): Promise<string> =>
  ((await of.agent.post(`/api/objects/upload${query}`).expect(200)).body as { uploadURL: string }).uploadURL;
const put = (url: string, bytes: Buffer | string, type = 'image/png') =>
  user.agent.put(url).set('content-type', type).send(bytes);
const finalize = (uploadURL: string, visibility = 'public') =>
  user.agent.post('/api/objects/finalize').send({ uploadURL, visibility });

/** Files in the storage, including partly written ones. */
const storedFiles = (): string[] =>
  readdirSync(join(app.home, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('an upload', () => {
  const uploadURL = expect.stringMatching(/^\/api\/uploads\//);

  it('begins at /api/upload without a body [UPLOAD-01]', async () => {
    await expect(user.agent.post('/api/upload').expect(200)).resolves.toMatchObject({ body: { uploadURL } });
  });

  it('begins at /api/objects/upload without a body [UPLOAD-03]', async () => {
    await expect(user.agent.post('/api/objects/upload').expect(200)).resolves.toMatchObject({ body: { uploadURL } });
  });

  it('takes the raw file and makes it readable at a public address [UPLOAD-04, UPLOAD-05]', async () => {
    const url = await begin();
    await put(url, png).expect(200, { size: png.length });
    const { body } = await finalize(url).expect(200);
    expect(body).toEqual({
      url: expect.stringMatching(/^\/api\/media\/[\w-]{32}$/),
      contentType: 'image/png',
      size: png.length,
    });
    const read = await app
      .anonymous()
      .get((body as { url: string }).url)
      .expect(200)
      .expect('content-type', 'image/png');
    expect(read.body).toEqual(png);
  });

  it('of audio goes by /api/upload, PUT and finalize, and answers a url [UPLOAD-02]', async () => {
    const wav = Buffer.from(
      'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
      'latin1',
    );
    const { body } = await user.agent.post('/api/upload').expect(200);
    const { uploadURL } = body as { uploadURL: string };
    await put(uploadURL, wav, 'audio/wav').expect(200);
    expect((await finalize(uploadURL).expect(200)).body).toMatchObject({
      url: expect.any(String),
      contentType: 'audio/wav',
    });
  });

  it('is finalized once: a repeat answers the same, and later bytes are refused', async () => {
    const url = await begin();
    await put(url, png).expect(200);
    const answers = await Promise.all([finalize(url), finalize(url)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await finalize(url).expect(200)).body).toEqual(answers[0]?.body);
    await put(url, png).expect(409);
  });

  it('may be sent again before it is finalized; the newer bytes replace the older', async () => {
    const before = storedFiles().length;
    const url = await begin();
    const larger = Buffer.from(await createCanvas(18, 32).encode('png'));
    await put(url, png).expect(200);
    now = new Date(now.getTime() + 1_000);
    await put(url, larger).expect(200);
    expect((await finalize(url).expect(200)).body).toMatchObject({ size: larger.length });
    expect(storedFiles()).toHaveLength(before + 1);
  });

  it('stores no replaced bytes, also before it is finalized', async () => {
    const before = storedFiles().length;
    const url = await begin();
    for (let n = 0; n < 3; n++) await put(url, png).expect(200);
    expect(storedFiles()).toHaveLength(before + 1);
    await Promise.all([1, 2, 3, 4].map(() => put(url, png).expect(200)));
    expect(storedFiles()).toHaveLength(before + 1);
    await finalize(url).expect(200);
  });

  it('keeps its complete bytes when newer ones are cut off, and can be sent again', async () => {
    const url = await begin();
    await put(url, png).expect(200);
    await cutOff(url);
    const larger = Buffer.from(await createCanvas(18, 32).encode('png'));
    await put(url, larger).expect(200);
    await cutOff(url);
    expect((await finalize(url).expect(200)).body).toMatchObject({ size: larger.length });
  });

  it('gets the type of its bytes', async () => {
    const url = await begin();
    await put(url, WEBM, 'video/mp4').expect(200);
    expect((await finalize(url).expect(200)).body).toMatchObject({ contentType: 'video/webm' });
  });

  it('cannot be finalized before its bytes have arrived', async () => {
    expect((await finalize(await begin()).expect(409)).body).toMatchObject({ code: 'conflict' });
  });
});

describe('an upload address', () => {
  it('expires', async () => {
    const url = await begin();
    now = new Date(now.getTime() + 15 * 60_000);
    await put(url, png).expect(400);
  });
  it('is for the user who requested it', async () => {
    const other = await app.newUser();
    const foreign = await begin('', other);
    await put(foreign, png).expect(404);
    await finalize(foreign).expect(404);
    await app.anonymous().put(foreign).set('content-type', 'image/png').send(png).expect(401);
  });
  it('is for the requested type and purpose', async () => {
    await put(await begin('?type=image/jpeg'), png).expect(415);
    await put(await begin('?purpose=audio'), png).expect(415);
    await put(await begin(), png, 'image/svg+xml').expect(415);
    await put(await begin(), png, 'text/html').expect(415);
    await user.agent.post('/api/upload?type=image/png&purpose=audio').expect(415);
    await user.agent.post('/api/upload?type=text/html').expect(400);
  });
  it('is unknown after tampering, and malformed when it is no address', async () => {
    const url = await begin();
    await put(`${url.slice(0, -5)}AAAAA`, png).expect(404);
    await put('/api/uploads/nonsense', png).expect(400);
    await finalize('https://example.com/elsewhere').expect(400);
  });
});

describe('a file of another type than stated', () => {
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['half a PNG', null],
  ])('%s named .png is refused and deleted', async (_, text) => {
    const before = storedFiles().length;
    const url = await begin('?type=image/png');
    await put(url, text === null ? png.subarray(0, png.length / 2) : Buffer.from(text)).expect(200);
    expect((await finalize(url).expect(415)).body).toMatchObject({ code: 'unsupported_media_type' });
    expect(storedFiles()).toHaveLength(before);
  });
});

describe('an image whose decoder fails', () => {
  it('is kept, and can be finalized as soon as the decoder works again', async () => {
    const decode = jest.spyOn(app.get<Pictures>(Pictures), 'decode');
    decode.mockRejectedValueOnce(new DecoderFailed('It was killed.'));
    const url = await begin();
    await put(url, png).expect(200);
    const { body } = await finalize(url).expect(503).expect('retry-after', '5');
    expect(body).toEqual({
      message: "The image couldn't be checked right now. Please try again.",
      code: 'unavailable',
    });
    await finalize(url).expect(200);
    decode.mockRestore();
  });
});

describe('an unusable clip', () => {
  it.each([
    ['half an MP4', CLIP.subarray(0, CLIP.length / 2), 'a part of it is missing'],
    ['an AVI', Buffer.concat([Buffer.from('RIFF\0\x02\0\0AVI LIST'), Buffer.alloc(600)]), 'AVI files can'],
  ])('since it is %s is refused with the reason', async (_, bytes, words) => {
    const url = await begin('?purpose=video');
    await put(url, bytes, 'video/mp4').expect(200);
    expect((await finalize(url).expect(415)).body).toMatchObject({ message: expect.stringContaining(words) as string });
  });
});

describe('a file that is too large', () => {
  it.each([
    ['image', 20 * MB],
    ['style-image', 10 * MB],
    ['audio', 50 * MB],
    ['post-media', 50 * MB],
    ['completed-video', 100 * MB - 1],
  ])(
    'is refused when a %s of more than %i bytes is announced [AUDIO-10, CREATE-14, STYLE-12]',
    async (purpose, limit) => {
      await user.agent.post(`/api/upload?purpose=${purpose}&size=${limit}`).expect(200);
      await user.agent.post(`/api/upload?purpose=${purpose}&size=${limit + 1}`).expect(413);
    },
  );

  it('is refused while it streams in, and nothing of it is stored', async () => {
    const before = storedFiles().length;
    const url = await begin('?purpose=style-image');
    expect(await stream(url, 10 * MB + 1)).toBe(413);
    expect(storedFiles()).toHaveLength(before);
    await finalize(url).expect(409);
  });

  it('is accepted at exactly the limit', async () => {
    expect(await stream(await begin('?purpose=style-image'), 10 * MB)).toBe(200);
  });

  it('is refused when a completed video has 100MB, but not with a byte less [CREATE-15]', async () => {
    const limit = 100 * MB;
    const begun = () => begin('?purpose=completed-video');
    expect(await stream(await begun(), limit, 'video/mp4')).toBe(413);
    expect(await stream(await begun(), limit - 1, 'video/mp4')).toBe(200);
  });

  it('is refused as media of a post over 50MB, whether it is an image or a clip [COMPOSER-11]', async () => {
    const limit = 50 * 1_048_576;
    const begun = () => begin('?purpose=post-media');
    expect(await stream(await begun(), limit + 1, 'image/png')).toBe(413);
    expect(await stream(await begun(), limit + 1, 'video/mp4')).toBe(413);
    expect(await stream(await begun(), limit, 'video/mp4')).toBe(200);
    expect(await stream(await begun(), 1, 'audio/mpeg')).toBe(415);
  });

  it('is refused when it was interrupted', async () => {
    await put(await begin(`?size=${png.length - 1}`), png).expect(413);
    await put(await begin(`?size=${png.length + 1}`), png).expect(400);
  });
});

describe('a sender that disconnects', () => {
  it('leaves nothing behind', async () => {
    const url = await begin();
    await cutOff(url);
    await finalize(url).expect(409);
  });
});

/** Sends the beginning of a file and disconnects; resolves when the storage holds no part of the file. */
async function cutOff(url: string): Promise<void> {
  const before = storedFiles().length;
  const cookie = await cookieOf(user);
  const connected = httpRequest(app.url + url, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', 'content-length': '1000000', cookie },
  });
  connected.on('error', () => undefined);
  await new Promise<void>((resolve) => connected.write(png, () => resolve()));
  await until(() => storedFiles().length > before);
  connected.destroy();
  await until(() => storedFiles().length === before);
}

/** Sends zeros in chunks, without a Content-Length. Returns the status. */
async function stream(url: string, bytes: number, type = 'image/png'): Promise<number> {
  const cookie = await cookieOf(user);
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      app.url + url,
      { method: 'PUT', headers: { 'content-type': type, cookie } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sending.on('error', reject);
    const chunk = Buffer.alloc(65_536);
    for (let left = bytes; left > 0; left -= chunk.length)
      sending.write(left < chunk.length ? chunk.subarray(0, left) : chunk);
    sending.end();
  });
}

async function cookieOf({ email, password }: TestUser): Promise<string> {
  const { headers } = await app.anonymous().post('/api/login').send({ email, password }).expect(200);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
