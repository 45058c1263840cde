import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { splitStory } from './split-story';

const EXAMPLE = readFileSync(join(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');

const pieces = (text: string): string[] => text.split(/\s+/u).filter((piece) => piece !== '');

const kept = (story: string, maxScenes?: number): string[] =>
  splitStory(story, maxScenes).flatMap(({ text }) => pieces(text));

describe('the example story', () => {
  const scenes = splitStory(EXAMPLE);

  it('becomes between 4 and 20 beats, none of them a lone sentence of a few words', () => {
    expect(scenes.length).toBeGreaterThanOrEqual(4);
    expect(scenes.length).toBeLessThanOrEqual(20);
    for (const { text } of scenes) expect(pieces(text).length).toBeGreaterThan(10);
  });

  it('begins new scenes where time and place change', () => {
    const beginnings = scenes.map(({ text }) => text.slice(0, 28));
    for (const turn of [
      'By noon the sun',
      'In the kitchen of',
      'In the evening the',
      'Night fell with the',
      'In the morning the sea',
    ]) {
      expect(beginnings.some((beginning) => beginning.startsWith(turn))).toBe(true);
    }
  });

  it('keeps a dialogue together', () => {
    const talk = scenes.find(({ text }) => text.includes('You tie that like a landsman'));
    expect(talk?.text).toContain('He coughs');
  });

  it('keeps its heading with the next paragraph', () => {
    expect(scenes[0]?.text).toMatch(/^The Keeper of Gull Point\s+At dawn/u);
  });

  it('gives every scene its own short title', () => {
    const titles = scenes.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(pieces(title).length).toBeLessThanOrEqual(8);
    expect(titles).toContain('Night fell with the first thunder');
  });

  it('loses no word', () => {
    expect(kept(EXAMPLE)).toEqual(pieces(EXAMPLE));
  });

  it.each([1, 3, 6])('fits into %d scenes on request', (most) => {
    expect(splitStory(EXAMPLE, most)).toHaveLength(most);
    expect(kept(EXAMPLE, most)).toEqual(pieces(EXAMPLE));
  });
});

describe('any story', () => {
  const sentence = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 })
    .map((words) => words.join(' '));
  const ends = fc.constantFrom('. ', '! ', '? ', '… ', '."\n', '\n\n', '\r\n\r\n', ' — ', '。', '\n***\n', ' ');
  const story = fc.array(fc.tuple(sentence, ends), { maxLength: 24 }).map((parts) => parts.flat().join(''));

  it('keeps all of its text in order', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 1, max: 25 }), (text, most) => {
        // The texts are compared without white space: a script that has none is cut between its characters.
        expect(kept(text, most).join('')).toBe(pieces(text).join(''));
        expect(splitStory(text, most).length).toBeLessThanOrEqual(Math.min(most, 20));
      }),
      { numRuns: 30, interruptAfterTimeLimit: 8_000 },
    );
  });

  it.each(['', '   \n\n\t '])('without text has no scenes: %j', (empty) => {
    expect(splitStory(empty)).toEqual([]);
  });

  it('of one word is one scene with a title', () => {
    expect(splitStory('Once')).toEqual([{ title: 'Once', text: 'Once' }]);
  });

  it.each([
    ['without punctuation', Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')],
    ['of verse without punctuation', 'the heron stands in the rain\nand counts what the river brings\n'.repeat(12)],
    ['in Thai, which has no full stops', 'เด็กหญิงเดินไปที่แม่น้ำและเห็นเรือลำเล็กลอยอยู่บนน้ำ '.repeat(14)],
    [
      'in Japanese without full stops',
      '夜明けの港に霧が立っていたマラは網を直していた船長は何も言わなかった'.repeat(6),
    ],
  ])('%s becomes several scenes of similar length, each with its own title', (_, text) => {
    const scenes = splitStory(text);
    expect(scenes.length).toBeGreaterThanOrEqual(4);
    const lengths = scenes.map((scene) => scene.text.length);
    expect(Math.max(...lengths)).toBeLessThan(Math.min(...lengths) * 4);
    for (const { title } of scenes) expect(text.toLowerCase()).toContain(title.toLowerCase().replace(/…$/u, ''));
  });

  it('in another writing system is cut where its time changes', () => {
    const morning = '夜明けの港に霧が立っていた。マラは網を直していた。船長は何も言わなかった。';
    const noon = '昼になると太陽が出た。犬が走ってきた。マラは網をおいて、犬の頭をなでた。';
    expect(splitStory(`${morning}\n\n${noon}`)).toEqual([
      { title: 'マラは網を直していた', text: morning },
      { title: '犬が走ってきた', text: noon },
    ]);
  });
});

describe('a title', () => {
  const titleOf = (story: string): string | undefined => splitStory(story, 1)[0]?.title;

  it.each([
    ['is a whole sentence when one is short enough', 'Peter was frightened. He ran.', 'Peter was frightened'],
    [
      'does not end after a title',
      'Presently he came to a pond where Mr. McGregor filled cans.',
      'Presently he came to a pond where…',
    ],
    [
      'leaves a joining word out',
      'The gulls that had followed the boats all the way screamed, and Mara ran away.',
      'Mara ran away',
    ],
    [
      'is no tag of a speech',
      '"I think that it is going to rain all day long today," said old Mrs. Rabbit.',
      'I think that it is going to rain…',
    ],
    [
      'ends before no apposition',
      'It was then that Mr. Fox, a baker of bread, began to sell the loaves at the market.',
      'A baker of bread',
    ],
    [
      'keeps the mark of a question',
      '"Where to?" asked the driver, who had come all the way from the sea that night.',
      'Where to?',
    ],
  ])('%s', (_, story, title) => {
    expect(titleOf(story)).toBe(title);
  });
});
