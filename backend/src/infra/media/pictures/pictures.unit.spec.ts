import { readdirSync, readFileSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { blackPng, lyingGif, turnedPng } from '../../../testing/crafted-pictures';
import { head } from '../../../testing/outputs';
import { DecoderFailed } from './decoder-process';
import { Pictures, UnusablePicture } from './pictures';

const png = createCanvas(800, 400).toBuffer('image/png');
const pictures = new Pictures();
const decode = (bytes: Uint8Array, ownerId = 'ada') => pictures.decode(ownerId, () => Promise.resolve(bytes));
const MB = 1_048_576;

/** Returns the number of running child processes. */
function children(): number {
  if (process.platform !== 'linux') return 0;
  return readdirSync(`/proc/${process.pid}/task`)
    .map((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).length)
    .reduce((sum, count) => sum + count, 0);
}

describe('a picture from outside', () => {
  it('is recognised by its bytes', async () => {
    await expect(decode(png)).resolves.toEqual({ type: 'image/png', width: 800, height: 400, stills: [] });
  });

  it('is returned in the requested sizes, and never enlarged', async () => {
    const wishes = [100, 5_000].map((side) => ({ maxWidth: side, maxHeight: side, quality: 80 }));
    const { stills } = await pictures.decode('ada', () => Promise.resolve(png), { stills: wishes });
    const sizes = (await Promise.all(stills.map((still) => loadImage(still)))).map(({ width, height }) => [
      width,
      height,
    ]);
    expect(sizes).toEqual([
      [100, 50],
      [800, 400],
    ]);
  });

  it('stands upright, as its EXIF chunk says', async () => {
    const wish = { maxWidth: 100, maxHeight: 100, quality: 80 };
    const bytes = turnedPng(png, 6);
    const { width, height, stills } = await pictures.decode('ada', () => Promise.resolve(bytes), { stills: [wish] });
    const still = await loadImage(stills[0] ?? '');
    expect([width, height, still.width, still.height]).toEqual([400, 800, 50, 100]);
  });

  it.each([
    ['tall', 900, 1_600, [1_280, 1_600]],
    ['wide', 2_100, 700, [1_440, 754]],
    ['of a good shape', 1_000, 1_000, [1_000, 1_000]],
  ])('is placed whole on a frame in its own colours when it is %s', async (_, width, height, size) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ff0000';
    context.fillRect(0, 0, width, height);
    const wish = { maxWidth: 1_440, maxHeight: 1_800, quality: 92, ratios: [0.8, 1.91] as const };
    const bytes = canvas.toBuffer('image/png');
    const { stills } = await pictures.decode('ada', () => Promise.resolve(bytes), { stills: [wish] });
    const shown = await loadImage(stills[0] ?? '');
    const drawn = createCanvas(shown.width, shown.height).getContext('2d');
    drawn.drawImage(shown, 0, 0);
    const red = (x: number, y: number): number => drawn.getImageData(x, y, 1, 1).data[0] ?? 0;
    expect([shown.width, shown.height]).toEqual(size);
    expect(red(shown.width / 2, shown.height / 2)).toBeGreaterThan(245);
    const isFramed = width !== height;
    // The frame is darker than the image, but not black.
    if (isFramed) expect([red(2, 2) > 80, red(2, 2) < 200]).toEqual([true, true]);
    else expect(red(2, 2)).toBeGreaterThan(245);
  });

  it.each([
    ['tall', 900, 1_600, [900, 1_125]],
    ['wide', 2_100, 700, [1_337, 700]],
    ['of a good shape', 1_000, 1_000, [1_000, 1_000]],
  ])('is cropped around its centre when it is %s and cropping is requested', async (_, width, height, size) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ff0000';
    context.fillRect(0, 0, width, height);
    const wish = { maxWidth: 1_440, maxHeight: 1_800, quality: 92, ratios: [0.8, 1.91] as const, isCropped: true };
    const { stills } = await pictures.decode('ada', () => Promise.resolve(canvas.toBuffer('image/png')), {
      stills: [wish],
    });
    const shown = await loadImage(stills[0] ?? '');
    const drawn = createCanvas(shown.width, shown.height).getContext('2d');
    drawn.drawImage(shown, 0, 0);
    expect([shown.width, shown.height]).toEqual(size);
    expect(drawn.getImageData(2, 2, 1, 1).data[0]).toBeGreaterThan(245);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['a header without its pixels', png.subarray(0, 60)],
  ])('is refused when it is %s', async (_, bytes) => {
    await expect(decode(bytes)).rejects.toThrow(UnusablePicture);
  });
});

it.each([
  ['HEIC', head('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['TIFF', head('II*\0\x08\0\0\0')],
])('a %s is refused by its format’s name, with an alternative', async (name, bytes) => {
  await expect(decode(bytes)).rejects.toThrow(
    `${name} files can't be used here. Please use JPEG, PNG, WebP, GIF, AVIF or BMP.`,
  );
});

describe('a small file that claims many pixels', () => {
  it('is refused by its header', async () => {
    await expect(decode(blackPng(20_000, 20_000))).rejects.toThrow('more than 50 million pixels');
  });

  it('is refused when its header states a wrong size', async () => {
    await expect(decode(lyingGif(20_000, 20_000))).rejects.toThrow(UnusablePicture);
  });

  it('takes no memory of the server, and is accepted within the limit', async () => {
    const large = blackPng(7_000, 7_000);
    const before = process.memoryUsage().rss;
    await Promise.all(['ada', 'ben', 'cy', 'di'].map((owner) => decode(large, owner)));
    // Decoding one of these images takes 200 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MB);
  });
});

describe('a decoder that fails', () => {
  it('is not blamed on the picture: its owner may retry, and the log has the reason', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const error = new DecoderFailed('It ended by SIGTRAP.');
    const failing = new Pictures({ decoder: { decode: () => Promise.reject(error) } });
    await expect(failing.decode('ada', () => Promise.resolve(png))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
    expect(logged.mock.calls).toEqual([[error, 'It ended by SIGTRAP.']]);
    logged.mockRestore();
  });
});

describe('many pictures at once', () => {
  it('are read and decoded two at a time, and one of each owner', async () => {
    const running = new Set<string>();
    let most = 0;
    const one = (owner: string) =>
      pictures.decode(owner, async () => {
        expect(running.has(owner)).toBe(false);
        running.add(owner);
        most = Math.max(most, running.size);
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(owner);
        return png;
      });
    const before = children();
    await Promise.all(['ada', 'ada', 'ada', 'ben', 'cy'].map(one));
    expect(most).toBeLessThanOrEqual(2);
    expect(children()).toBeLessThanOrEqual(before);
  });

  it('are refused temporarily above a limit', async () => {
    let goAway = (): void => undefined;
    const held = new Promise<Buffer>((_, reject) => (goAway = () => reject(new Error('gone'))));
    const crowd = Promise.allSettled(Array.from({ length: 70 }, (_, n) => pictures.decode(`owner-${n}`, () => held)));
    await expect(decode(png, 'late')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    goAway();
    const outcomes = (await crowd).map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message);
    expect(outcomes.filter((message) => message === 'gone')).toHaveLength(66);
  });
});

describe('a decoding whose result is no longer needed', () => {
  it('ends with its signal', async () => {
    const gone = new AbortController();
    const decoding = pictures.decode('ada', () => Promise.resolve(png), { signal: gone.signal });
    gone.abort(new Error('the job was cancelled'));
    await expect(decoding).rejects.toThrow();
    await expect(decode(png)).resolves.toMatchObject({ width: 800 });
  });
});
