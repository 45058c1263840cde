import { createHash } from 'node:crypto';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Place, type Subject, SUBJECTS } from './brief';
import { compose, recodePicture, renderPicture } from './render';
import { PLACES } from './places';
import { readBrief } from './read-brief';

const wish = {
  prompt: 'Mara (woman, red coat) on the cliff at dusk, a lighthouse',
  seed: '7',
  variant: 0,
  width: 768,
  height: 1365,
};

/** Size at which things can be told apart, in a fifth of the time of the usual stage. */
const SMALL = { width: 192, height: 341 };
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the mean brightness, 0 to 255. */
async function brightness(bytes: Buffer): Promise<number> {
  const image = await loadImage(bytes);
  const canvas = createCanvas(48, 85);
  const ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0, 48, 85);
  const { data } = ctx.getImageData(0, 0, 48, 85);
  let sum = 0;
  for (let index = 0; index < data.length; index += 4)
    sum += (data[index] ?? 0) + (data[index + 1] ?? 0) + (data[index + 2] ?? 0);
  return sum / (48 * 85 * 3);
}

describe('an image of the sandbox', () => {
  it('is a 9:16 JPEG of the requested size', async () => {
    const image = await loadImage(renderPicture(wish));
    expect([image.width, image.height]).toEqual([768, 1365]);
    const small = await loadImage(renderPicture({ ...wish, width: 270, height: 480 }));
    expect([small.width, small.height]).toEqual([270, 480]);
  });

  it('has the same bytes for the same request', () => {
    expect(digest(renderPicture(wish))).toBe(digest(renderPicture(wish)));
  });

  it('differs in its four variants, with another seed and with another prompt', () => {
    const wishes = [0, 1, 2, 3].map((variant) => ({ ...wish, variant }));
    const all = [...wishes, { ...wish, seed: '8' }, { ...wish, prompt: 'a forest' }].map((one) =>
      digest(renderPicture(one)),
    );
    expect(new Set(all).size).toBe(6);
  });

  it('shows the time of day', async () => {
    const at = (time: string) => brightness(renderPicture({ ...wish, prompt: `a field ${time}` }));
    const [night, dusk, day] = [await at('at night'), await at('at dusk'), await at('at noon')];
    expect(night).toBeLessThan(dusk);
    expect(dusk).toBeLessThan(day);
  });

  it.each(Object.keys(PLACES) as Place[])('can show the place %s with a person', async (place) => {
    const brief = { ...readBrief('Mara (girl) with a lantern at dusk'), place };
    const bytes = compose(brief, 'seed', 1, SMALL).encodeSync('jpeg', 60);
    expect(await brightness(bytes)).toBeGreaterThan(4);
  });

  describe.each([
    ['room', ['lamp', 'bed', 'door', 'clock', 'mirror', 'piano', 'book', 'letter', 'cat']],
    ['harbour', SUBJECTS.filter((subject) => !['table', 'window', 'bed', 'planet', 'fish'].includes(subject))],
  ] as [Place, Subject[]][])('in the place %s', (place, subjects) => {
    const empty = { ...readBrief(''), place };
    const without = digest(compose(empty, 'seed', 0, SMALL).data());

    it.each(subjects)('shows the thing %s', (subject) => {
      expect(digest(compose({ ...empty, subjects: [subject] }, 'seed', 0, SMALL).data())).not.toBe(without);
    });
  });
});

describe('an image from outside', () => {
  it('is re-encoded and cropped to cover', async () => {
    const source = createCanvas(400, 400);
    source.getContext('2d').fillRect(0, 0, 400, 400);
    const recoded = await recodePicture(source.encodeSync('png'), 90, 160);
    const image = await loadImage(recoded);
    expect([image.width, image.height]).toEqual([90, 160]);
    expect(recoded.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.each([
    ['text', Buffer.from('#!ffmpeg\nconcat:/etc/passwd')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, bytes) => {
    await expect(recodePicture(bytes, 90, 160)).rejects.toThrow();
  });
});
