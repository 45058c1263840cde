import { loadImage, createCanvas } from '@napi-rs/canvas';
import { captionLook, drawCaption, drawCard, measureFor } from './text-drawing';
import { phrasesOf } from '@storyreel/contracts';

const frame = { width: 720, height: 1280 };
const look = captionLook(frame, 'all');

/** Draws the strip of a text's first phrase; `word` is the one being spoken. */
async function strip(text: string, style: 'plain' | 'boxed' | 'words' = 'plain', word?: number): Promise<Buffer> {
  const phrase = phrasesOf(text, 2, measureFor(look, text))[0];
  if (!phrase) throw new Error('no phrase');
  return drawCaption(phrase, look, style, word === undefined ? null : (phrase.lines.flat()[word] ?? null));
}

/** Horizontal centre of all yellow pixels, as a share of the width. */
async function highlighted(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let sum = 0;
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 0) > 200 && (data[at + 2] ?? 255) < 60 && (data[at + 3] ?? 0) > 200) {
      sum += (at / 4) % image.width;
      count += 1;
    }
  }
  return sum / count / image.width;
}

describe('captions', () => {
  it.each([
    ['Latin', 'a', 'b'],
    ['Cyrillic', 'ж', 'д'],
    ['Greek', 'λ', 'ω'],
    ['Hebrew', 'א', 'ש'],
    ['Arabic', 'ش', 'ك'],
    ['Chinese', '灯', '塔'],
    ['Japanese', 'の', '揺'],
    ['Korean', '안', '세'],
    ['emoji', '😀', '🎉'],
  ])('have letters for %s, and no empty boxes', async (_, one, other) => {
    expect((await strip(one)).equals(await strip(other))).toBe(false);
  });

  it('join Arabic letters', () => {
    const text = 'سلام';
    const { width } = measureFor(look, text);
    const apart = [...text].reduce((sum, letter) => sum + width(letter), 0);
    expect(width(text)).toBeLessThan(apart * 0.9);
  });

  it('mark the word being said where it stands: the first one left, and right where that is the beginning', async () => {
    expect(await highlighted(await strip('one two three', 'words', 0))).toBeLessThan(0.4);
    expect(await highlighted(await strip('one two three', 'words', 2))).toBeGreaterThan(0.6);
    expect(await highlighted(await strip('שלום עולם טוב', 'words', 0))).toBeGreaterThan(0.6);
    expect(await highlighted(await strip('שלום עולם טוב', 'words', 2))).toBeLessThan(0.4);
  });

  it.each(['👨‍👩‍👧‍👦🇫🇷🏳️‍🌈'.repeat(20), '\u{10FFFF}\uD800', 'x'.repeat(2000), '\u202Eabc\u0000'])(
    'are drawn whatever the text',
    async (text) => {
      for (const style of ['plain', 'boxed', 'words'] as const) {
        expect((await loadImage(await strip(text, style, 0))).width).toBe(look.strip.width);
      }
      expect((await loadImage(await drawCard(text, frame))).height).toBe(frame.height);
    },
  );

  it.each(['tiktok', 'reels', 'shorts', 'all'] as const)('lie within what %s leaves free', (platform) => {
    for (const size of [frame, { width: 1920, height: 1080 }, { width: 360, height: 360 }]) {
      const { x, y, width, height } = captionLook(size, platform).strip;
      expect(x).toBeGreaterThanOrEqual(size.width * 0.06);
      expect(x + width).toBeLessThanOrEqual(size.width * 0.94);
      expect(y).toBeGreaterThan(size.height * 0.4);
      expect(y + height).toBeLessThanOrEqual(size.height * (size.height > size.width ? 0.81 : 0.94));
    }
  });
});
