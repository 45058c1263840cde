import { loadImage, createCanvas } from '@napi-rs/canvas';
import { CAPTION_PRESETS, captionLookOf, DRAWN_SCRIPTS, phrasesOf, undrawableScripts } from '@storyreel/contracts';
import type { CaptionLook } from '@storyreel/contracts';
import { isDrawn } from './fonts';
import { captionLayout, drawCaption, drawCard, measureFor } from './text-drawing';

const frame = { width: 720, height: 1280 };
const lookOf = (captions: 'plain' | 'boxed' | 'words'): CaptionLook => {
  const look = captionLookOf({ captions });
  if (!look) throw new Error('no look');
  return look;
};
const look = captionLayout(frame, 'all', lookOf('plain'));

/** Draws the strip of a text's first phrase; `word` is the number of the word being spoken. */
async function strip(text: string, style: 'plain' | 'boxed' | 'words' = 'plain', word?: number): Promise<Buffer> {
  const layout = captionLayout(frame, 'all', lookOf(style));
  const phrase = phrasesOf(text, 2, measureFor(layout, text))[0];
  if (!phrase) throw new Error('no phrase');
  return drawCaption(phrase, layout, word === undefined ? null : (phrase.lines.flat()[word] ?? null));
}

/** Returns the horizontal centre of all yellow pixels, as a share of the width. */
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
    ['Thai', 'ก', 'ข'],
    ['Devanagari', 'क', 'ख'],
    ['Bengali', 'ক', 'খ'],
    ['Tamil', 'க', 'ச'],
    ['Georgian', 'ა', 'ბ'],
    ['Armenian', 'ա', 'բ'],
    ['Ethiopic', 'ሀ', 'ለ'],
    ['Khmer', 'ក', 'ខ'],
    ['Telugu', 'క', 'ఖ'],
    ['Kannada', 'ಕ', 'ಖ'],
    ['Malayalam', 'ക', 'ഖ'],
    ['Gujarati', 'ક', 'ખ'],
    ['Gurmukhi', 'ਕ', 'ਖ'],
    ['Oriya', 'କ', 'ଖ'],
    ['Sinhala', 'ක', 'ඛ'],
    ['Lao', 'ກ', 'ຂ'],
    ['Burmese', 'က', 'ခ'],
  ])('have letters for %s, and no empty boxes', async (_, one, other) => {
    expect((await strip(one)).equals(await strip(other))).toBe(false);
    for (const letter of [one, other]) expect(isDrawn(letter)).toBe(true);
    expect(undrawableScripts(one + other)).toEqual([]);
  });

  it('of other scripts are reported, since no bundled font has their letters', () => {
    const text = 'Hello, “Welt” 5 € ᠮᠣᠩ བོད་ ꦗꦮ ok';
    expect(undrawableScripts(text)).toEqual(['Mongolian', 'Tibetan', 'Javanese']);
    for (const letter of 'ᠮབꦗ') expect(isDrawn(letter)).toBe(false);
    for (const script of DRAWN_SCRIPTS) {
      const pattern = new RegExp(`^\\p{Script=${script}}$`, 'u');
      const letters = Array.from({ length: 0xd7a3 }, (_, code) => String.fromCharCode(code)).filter(
        (letter) => pattern.test(letter) && /\p{Lo}|\p{Ll}/u.test(letter),
      );
      // Tests about a hundred letters from all over the script, since Hangul and Han have 30,000.
      const some = letters.filter((_, at) => at % Math.ceil(letters.length / 100) === 0);
      const drawn = some.filter(isDrawn).length;
      expect([script, drawn > Math.min(20, some.length * 0.4)]).toEqual([script, true]);
    }
  });

  it('join Arabic letters', () => {
    const text = 'سلام';
    const { width } = measureFor(look, text);
    const apart = [...text].reduce((sum, letter) => sum + width(letter), 0);
    expect(width(text)).toBeLessThan(apart * 0.9);
  });

  it('mark the spoken word at its place: the first word at the left, or at the right in right-to-left text', async () => {
    expect(await highlighted(await strip('one two three', 'words', 0))).toBeLessThan(0.4);
    expect(await highlighted(await strip('one two three', 'words', 2))).toBeGreaterThan(0.6);
    expect(await highlighted(await strip('שלום עולם טוב', 'words', 0))).toBeGreaterThan(0.6);
    expect(await highlighted(await strip('שלום עולם טוב', 'words', 2))).toBeLessThan(0.4);
  });

  it.each([
    ['see שלום עולם, now', [0, 2, 1, 3]],
    ['שלום hello world טוב', [3, 1, 2, 0]],
    ['קנה 25 ספרים', [2, 1, 0]],
    ['ראה iPhone 15 חדש', [3, 1, 2, 0]],
  ])('mark the spoken word in lines of mixed direction: %s', async (text, fromLeft) => {
    const at: [word: number, place: number][] = [];
    for (const word of fromLeft) at.push([word, await highlighted(await strip(text, 'words', word))]);
    expect(at.toSorted((a, b) => a[1] - b[1]).map(([word]) => word)).toEqual(fromLeft);
  });

  it('mark the spoken word in a line that begins with another direction than its paragraph', async () => {
    const layout = captionLayout(frame, 'all', lookOf('words'));
    const [phrase] = phrasesOf('שלום לכולם iPhone חדש', 2, { width: (line) => line.length, maxWidth: 12 });
    expect(phrase?.lines[1]?.[0]?.text).toBe('iPhone');
    const word = phrase?.lines.flat().find((one) => one.text === 'iPhone');
    if (!phrase || !word) throw new Error('no such line');
    expect(await highlighted(await drawCaption(phrase, layout, word))).toBeGreaterThan(0.5);
  });

  it.each(CAPTION_PRESETS)('in the look $name differ from all others', async ({ look: chosen }) => {
    const layout = captionLayout(frame, 'all', chosen);
    const phrase = phrasesOf('The lamp', 2, measureFor(layout, 'The lamp'))[0];
    if (!phrase) throw new Error('no phrase');
    const drawn = await drawCaption(phrase, layout, phrase.lines[0]?.[1] ?? null);
    for (const style of ['plain', 'words'] as const)
      expect(drawn.equals(await strip('The lamp', style, 1))).toBe(false);
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

  it.each(['tiktok', 'reels', 'shorts', 'all'] as const)('lie within the area that %s leaves free', (platform) => {
    for (const size of [frame, { width: 1920, height: 1080 }, { width: 360, height: 360 }]) {
      const { x, y, width, height } = captionLayout(size, platform, lookOf('plain')).strip;
      expect(x).toBeGreaterThanOrEqual(size.width * 0.06);
      expect(x + width).toBeLessThanOrEqual(size.width * 0.94);
      expect(y).toBeGreaterThan(size.height * 0.4);
      expect(y + height).toBeLessThanOrEqual(size.height * (size.height > size.width ? 0.81 : 0.94));
      const top = captionLayout(size, platform, { ...lookOf('plain'), place: 'top' }).strip;
      expect(top.y).toBeGreaterThan(size.height * (size.height > size.width ? 0.1 : 0.05));
      const middle = captionLayout(size, platform, { ...lookOf('plain'), place: 'middle' }).strip;
      expect(Math.abs(middle.y + middle.height / 2 - size.height / 2)).toBeLessThanOrEqual(2);
    }
  });
});
