import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { THUMBNAIL_WIDTHS } from '@storyreel/contracts';
import { Pool } from 'pg';
import { DecoderFailed, Pictures } from '../../infra/media/pictures';
import { MediaStore, type SavedMedia, StoredObjects, type Visibility } from '../../infra/storage';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { blackPng } from '../../testing/crafted-pictures';
import { Thumbnails } from './thumbnails';

const FOR_GOOD = 'private, max-age=31536000, immutable';
const FOR_NOW = 'private, max-age=60';

let app: TestApp;
let owner: TestUser;
let media: MediaStore;
let thumbnails: Thumbnails;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.newUser();
  media = app.get<MediaStore>(MediaStore);
  thumbnails = app.get<Thumbnails>(Thumbnails);
});
let limits: Thumbnails['limits'];
beforeAll(() => void (limits = { ...thumbnails.limits }));
beforeEach(() => Object.assign(thumbnails.limits, { patienceMs: 60_000, waiting: 256 }));
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  Object.assign(thumbnails.limits, limits);
  return app.close();
});

/** Draws a PNG of 720 × 1280 pixels. */
function draw(paint: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(720, 1_280);
  paint(canvas.getContext('2d'));
  return canvas.toBuffer('image/png');
}
/** A photo-like image that compresses badly. */
const PICTURE = draw((context) => {
  const pixels = context.createImageData(720, 1_280);
  for (let at = 0, value = 7; at < pixels.data.length; at += 1) {
    value = Math.imul(value, 1_103_515_245) + 12_345;
    pixels.data[at] = at % 4 === 3 ? 255 : value >>> 24;
  }
  context.putImageData(pixels, 0, 0);
});
/** An image that compresses well: few colours with sharp edges. */
const CHART = draw((context) => {
  for (let at = 0; at < 4_000; at += 1) {
    context.fillStyle = `hsl(${(at * 37) % 360} 60% ${at % 100}%)`;
    context.fillRect((at * 97) % 720, (at * 61) % 1_280, 19, 23);
  }
});

interface Wish {
  bytes?: Buffer;
  contentType?: string;
  visibility?: Visibility;
  key?: string;
}
const save = ({ bytes = PICTURE, contentType = 'image/png', visibility = 'private', key }: Wish = {}) =>
  media.save({ ownerId: owner.id, buffer: bytes, contentType, visibility, maxBytes: 20_000_000, key });

const blobOf = async ({ key }: SavedMedia): Promise<string> =>
  (await app.get<StoredObjects>(StoredObjects).findReady(key))?.blob ?? '';
const fileOf = (blob: string): string => join(app.home, 'media', blob.slice(0, 2), blob.slice(2, 4), blob);

/** Returns the thumbnails stored for an image. */
async function copiesOf(blob: string): Promise<{ blob: string; key: string; visibility: string }[]> {
  const sql = 'select blob, key, visibility from platform.stored_objects where thumbnail_of = $1';
  return (await app.get<Pool>(Pool).query(sql, [blob])).rows as { blob: string; key: string; visibility: string }[];
}

/** Counts the reads of an image's bytes, both for serving the image and for generating its thumbnails. */
function readsOf(blob: string): () => number {
  const read = jest.spyOn(media, 'read');
  return () => read.mock.calls.filter(([object]) => object.blob === blob).length;
}

describe('an image of ours', () => {
  it.each(THUMBNAIL_WIDTHS)('is served %d pixels wide, whole, as WebP, and to be kept for good', async (width) => {
    const { url, size } = await save();
    const { body, headers } = await owner.agent.get(`${url}?width=${width}`).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': FOR_GOOD });
    const shown = await loadImage(body as Buffer);
    expect([shown.width, shown.height]).toEqual([width, Math.round((width * 1_280) / 720)]);
    expect((body as Buffer).length).toBeLessThan(size);
    await owner.agent.get(`${url}?width=${width}`).set('if-none-match', String(headers.etag)).expect(304);
    const original = await owner.agent.get(url).expect(200).expect('content-type', 'image/png');
    expect(original.headers.etag).not.toBe(headers.etag);
  });

  it('is served itself, for good, where a copy would not be smaller', async () => {
    const { url } = await save({ bytes: CHART });
    for (let time = 1; time <= 2; time += 1) {
      const { headers } = await owner.agent.get(`${url}?width=640`).expect(200);
      expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': FOR_GOOD });
    }
  });

  it('is turned upright by its EXIF orientation', async () => {
    // An EXIF block with one entry: orientation 6, a quarter turn to the right.
    const exif = '45786966000049492a00080000000100120103000100000006000000' + '00000000';
    const turned = Buffer.from(`ffe1${(2 + exif.length / 2).toString(16).padStart(4, '0')}${exif}`, 'hex');
    const jpeg = createCanvas(1_280, 720).toBuffer('image/jpeg');
    const bytes = Buffer.concat([jpeg.subarray(0, 2), turned, jpeg.subarray(2)]);
    const { url } = await save({ bytes, contentType: 'image/jpeg' });
    const { body } = await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/webp');
    const shown = await loadImage(body as Buffer);
    expect([shown.width, shown.height]).toEqual([160, 284]);
  });

  it('is framed for platforms’ feeds: whole, as JPEG, once, and cached for good', async () => {
    const picture = await save();
    const blob = await blobOf(picture);
    const reads = readsOf(blob);
    for (let time = 1; time <= 2; time += 1) {
      const { body, headers } = await owner.agent.get(`${picture.url}?frame=feed`).expect(200);
      expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': FOR_GOOD });
      const shown = await loadImage(body as Buffer);
      expect([shown.width, shown.height]).toEqual([1_024, 1_280]);
    }
    expect(reads()).toBe(1);
    const { body: cut } = await owner.agent.get(`${picture.url}?frame=feed-cropped`).expect(200);
    const { width, height } = await loadImage(cut as Buffer);
    expect(width / height).toBeCloseTo(0.8, 2);
    expect(height).toBeLessThan(1_280);
    const text = await save({ bytes: Buffer.from('no image'), contentType: 'image/png' });
    await owner.agent.get(`${text.url}?frame=feed`).expect(200).expect('content-type', 'image/png');
    await owner.agent.get(`${text.url}?frame=square`).expect(400);
  });

  it('has no other widths', async () => {
    const { url } = await save();
    for (const width of ['161', '0', '-1', 'x', '']) await owner.agent.get(`${url}?width=${width}`).expect(400);
  });

  it('is decoded once for all widths, however many requests are concurrent', async () => {
    const picture = await save();
    const blob = await blobOf(picture);
    const reads = readsOf(blob);
    const ask = (width: number) =>
      owner.agent.get(`${picture.url}?width=${width}`).expect('content-type', 'image/webp');
    await Promise.all([160, 320, 640, 320].map(ask));
    await ask(640);
    expect(reads()).toBe(1);
    await expect(copiesOf(blob)).resolves.toHaveLength(3);
  });
});

describe('thumbnails', () => {
  it('are as private as their image, under any address', async () => {
    const picture = await save();
    await owner.agent.get(`${picture.url}?width=160`).expect('content-type', 'image/webp');
    const stranger = await app.newUser();
    const foreign = await stranger.agent.get(`${picture.url}?width=160`).expect(404);
    expect(foreign.text).toBe((await stranger.agent.get(`/api/media/${'A'.repeat(32)}?width=160`).expect(404)).text);
    await app.anonymous().get(`${picture.url}?width=160`).expect(404);
    for (const { key, visibility } of await copiesOf(await blobOf(picture))) {
      expect(visibility).toBe('private');
      await stranger.agent.get(`/api/media/${key}`).expect(404);
    }
  });

  it('are public when their image is', async () => {
    const { url } = await save({ visibility: 'public' });
    const { headers } = await app.anonymous().get(`${url}?width=160`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('are deleted with their image', async () => {
    const picture = await save({ key: 'goes' });
    await owner.agent.get(`${picture.url}?width=320`).expect('content-type', 'image/webp');
    const blob = await blobOf(picture);
    const copies = await copiesOf(blob);
    await media.remove(owner.id, 'goes');
    await expect(copiesOf(blob)).resolves.toEqual([]);
    for (const copy of copies) expect(() => rmSync(fileOf(copy.blob))).toThrow('ENOENT');
    await owner.agent.get(`${picture.url}?width=320`).expect(404);
  });

  it('are not left behind when their image is deleted while they are made', async () => {
    const picture = await save({ key: 'goes too' });
    const blob = await blobOf(picture);
    const through = media.save.bind(media);
    jest.spyOn(media, 'save').mockImplementationOnce(async (small) => {
      await media.remove(owner.id, 'goes too');
      return through(small);
    });
    await owner.agent.get(`${picture.url}?width=320`);
    await expect(copiesOf(blob)).resolves.toEqual([]);
  });

  it('are made again when they are lost', async () => {
    const picture = await save();
    await owner.agent.get(`${picture.url}?width=320`).expect('content-type', 'image/webp');
    for (const { blob } of await copiesOf(await blobOf(picture))) rmSync(fileOf(blob));
    await owner.agent.get(`${picture.url}?width=320`).expect(200).expect('content-type', 'image/webp');
  });
});

describe('the image itself is served, and not cached for good,', () => {
  it.each([
    ['that claims too many pixels', blackPng(20_000, 20_000), 'image/png'],
    ['that is no image', Buffer.from('<script>alert(1)</script>'), 'image/png'],
    ['that is a clip', Buffer.from('0123456789'), 'video/mp4'],
  ])('for a file %s, which is decoded once at most', async (_, bytes, contentType) => {
    const file = await save({ bytes, contentType });
    const reads = readsOf(await blobOf(file));
    for (let time = 1; time <= 3; time += 1) {
      const { headers } = await owner.agent.get(`${file.url}?width=160`).expect(200);
      expect(headers).toMatchObject({ 'content-type': contentType, 'cache-control': FOR_NOW });
      expect(headers['content-length']).toBe(String(file.size));
    }
    expect(reads()).toBe(contentType === 'video/mp4' ? 3 : 4);
  });

  it('while its thumbnails take long, which are served later', async () => {
    const { url } = await save();
    thumbnails.limits.patienceMs = 0;
    await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/png').expect('cache-control', FOR_NOW);
    thumbnails.limits.patienceMs = 60_000;
    await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/webp').expect('cache-control', FOR_GOOD);
  });

  it('while their decoder fails, which is not started again for each request', async () => {
    const decode = jest.spyOn(Pictures.prototype, 'decode').mockRejectedValue(new DecoderFailed('It was killed.'));
    const { url } = await save();
    for (let time = 1; time <= 3; time += 1)
      await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/png').expect('cache-control', FOR_NOW);
    expect(decode).toHaveBeenCalledTimes(1);
  });

  it('while too many others wait', async () => {
    const { url } = await save();
    thumbnails.limits.waiting = 0;
    await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/png').expect('cache-control', FOR_NOW);
    thumbnails.limits.waiting = 1;
    await owner.agent.get(`${url}?width=160`).expect('content-type', 'image/webp');
  });
});
