import { createCanvas } from '@napi-rs/canvas';
import { drawStoryboard, type StoryboardFrame } from './draw-storyboard';

const SCRIPTS = [
  'A lighthouse at dawn',
  'Η Μάρα ανεβαίνει · Мара поднимается',
  'מארה מטפסת במדרגות 12',
  'مارا تصعد السلالم',
  'मारा सीढ़ियाँ चढ़ती है',
  '灯台の階段を上る',
  '등대의 계단을 오른다',
  'มารากำลังขึ้นบันได',
];
const frame = (text: string): StoryboardFrame => ({
  title: text,
  facts: '5 s · With Mara',
  texts: [`“${text}”`, `${text} `.repeat(60)],
  image: null,
});
const pages = { title: 'The Keeper', paper: 'a4' as const, frames: 4 as const, ratio: 9 / 16 };
const draw = (
  changes: Partial<typeof pages> | object,
  frames: StoryboardFrame[],
  signal = new AbortController().signal,
) => drawStoryboard({ ...pages, ...changes }, frames, signal).then((bytes) => bytes.toString('latin1'));
/** Returns an image with so many colours that lossless compression could not make it small. */
function photo(): Promise<Buffer> {
  const canvas = createCanvas(90, 160);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 14_400; at++) {
    context.fillStyle = `hsl(${(at * 137) % 360} 60% ${(at * 31) % 100}%)`;
    context.fillRect(at % 90, Math.floor(at / 90), 1, 1);
  }
  return canvas.encode('jpeg', 80);
}
const pagesIn = (pdf: string): number => [...pdf.matchAll(/\/Type \/Page\b/gu)].length;

describe('a storyboard as PDF', () => {
  it.each([
    ['a4', 2, 4, '595 842'],
    ['a4', 4, 2, '595 842'],
    ['letter', 6, 2, '612 792'],
  ] as const)('on %s with %i scenes a page has %i pages', async (paper, frames, count, size) => {
    const pdf = await draw({ paper, frames }, Array(8).fill(frame('Noon')) as StoryboardFrame[]);
    expect(pagesIn(pdf)).toBe(count);
    expect(pdf).toContain(`/MediaBox [0 0 ${size}]`);
  });

  it('contains its words as text, in a font for each script', async () => {
    const pdf = await draw({ frames: 6 }, SCRIPTS.map(frame));
    expect(pdf).not.toContain('/Subtype /Image');
    // A font of one weight is embedded as its file, a variable font as outlines. Both state which letters they draw.
    expect([...pdf.matchAll(/\/(?:FontFile2|Type3)\b/gu)].length).toBeGreaterThanOrEqual(7);
    expect([...pdf.matchAll(/\/ToUnicode/gu)].length).toBeGreaterThanOrEqual(7);
  });

  it('keeps an image as JPEG, and has an empty place for one that is missing', async () => {
    const image = await photo();
    const pdf = await draw({}, [
      { ...frame('Noon'), image: () => Promise.resolve(image) },
      { ...frame('Dusk'), image: () => Promise.resolve(null) },
    ]);
    expect([...pdf.matchAll(/DCTDecode/gu)]).toHaveLength(1);
  });

  it('stops being drawn when its client disconnects', async () => {
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    await expect(draw({}, [frame('Noon')], gone.signal)).rejects.toThrow('gone');
  });
});
