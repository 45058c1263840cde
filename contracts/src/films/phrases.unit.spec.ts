import fc from 'fast-check';
import { phrasesOf } from './phrases';
import type { Measure } from './phrases';
import { endOf, joinWords, plainText, splitWords } from './words';

const measure: Measure = { width: (text) => [...text].length, maxWidth: 20 };
const linesOf = (text: string, seconds = 4): string[][] =>
  phrasesOf(text, seconds, measure).map(({ lines }) => lines.map((words) => joinWords(words)));
const wordsOf = (text: string): string[] => splitWords(text).map((word) => word.text);

describe('a word', () => {
  it.each([
    ['He said: “No (never)!” – and left…', ['He', 'said:', '“No', '(never)!” –', 'and', 'left…']],
    ['„Hallo“, sagte er. »Ja!«', ['„Hallo“,', 'sagte', 'er.', '»Ja!«']],
    ['Il dit : « Oui, bien sûr ! »', ['Il', 'dit :', '« Oui,', 'bien', 'sûr ! »']],
    ['« Non ! » dit-elle. – Pourquoi ?', ['« Non ! »', 'dit-elle.', '– Pourquoi ?']],
    ['C# costs 100 € if 5 < 6 & so on', ['C#', 'costs', '100', '€', 'if', '5', '<', '6', '&', 'so', 'on']],
    ['a well-known, old-fashioned man', ['a', 'well-known,', 'old-fashioned', 'man']],
    ['He waited—then left', ['He', 'waited—', 'then', 'left']],
    ['The end. *** Later', ['The', 'end.', '***', 'Later']],
    ['灯塔在「风暴」中。', ['灯塔', '在', '「风暴」', '中。']],
    ['C#を学ぶ', ['C#', 'を', '学ぶ']],
    ['1\u00A0000\u202F€ heute', ['1\u00A0000\u202F€', 'heute']],
  ])('in %j keeps its signs and spaces', (text, words) => expect(wordsOf(text)).toEqual(words));

  it.each([
    ['Mr.', 'Brown', null],
    ['(Dr.', 'Who', null],
    ['B.', 'wenn', null],
    ['e.g.', 'Paris', null],
    ['etc.', 'and', null],
    ['etc.', 'Then', 'sentence'],
    ['No.', '5', null],
    ['no.', 'She', 'sentence'],
    ['3.', 'Oktober', null],
    ['3.', 'Then', 'sentence'],
    ['p.m.', 'The', 'sentence'],
    ['sûr ! »', 'Elle', 'sentence'],
    ['“Stop!”', 'he', 'clause'],
    ['sea;', 'the', 'clause'],
    ['है।', 'वह', 'sentence'],
    ['left…', 'Then', 'sentence'],
  ] as const)('%j before %j is the end of a sentence: %s', (word, next, end) => expect(endOf(word, next)).toBe(end));
});

describe('captions', () => {
  it('have at most two lines of similar width, and end with a sentence', () => {
    expect(linesOf('The storm came at night. The keeper lit the lamp and waited.')).toEqual([
      ['The storm came', 'at night.'],
      ['The keeper lit the', 'lamp and waited.'],
    ]);
  });

  it('end with the lines of a poem, as soon as there is enough to read', () => {
    const poem = '朝の霧が港をつつみ\n小さな赤い船がひとつ\n波のうえでゆれている';
    expect(linesOf(poem).map((lines) => lines.join(' '))).toEqual([
      '朝の霧が港をつつみ 小さな赤い船がひとつ',
      '波のうえでゆれている',
    ]);
  });

  it('end with a title that has no full stop', () => {
    expect(linesOf('The Last Ferry\n\nThe storm came.')).toEqual([['The Last Ferry'], ['The storm came.']]);
    expect(linesOf('The Last Ferry\n\n¿ Why ?')).toEqual([['The Last Ferry'], ['¿ Why ?']]);
    expect(linesOf('纸船\n\n黎明时分。')).toEqual([['纸船'], ['黎明时分。']]);
    expect(linesOf('No. Not today.')).toEqual([['No. Not today.']]);
  });

  it.each([
    ['We all went to see Mr. McGregor there.', /Mr\.$/u],
    ['Das kostet dann wohl z. B. hundert Euro.', /(?:z|B)\.$/u],
    ['It cost them about 100 € in the end.', /100$/u],
    ['„Das kostet rund 100 €“, sagte er.', /100$/u],
    ['A long-winded, well-known, half-hearted man.', /-$/u],
    ['Elle lui a dit une fois « non » et partit.', /«$|^»/u],
  ])('break no line of %j within a unit', (text, broken) => {
    for (let maxWidth = 13; maxWidth < 30; maxWidth++) {
      const lines = phrasesOf(text, 4, { ...measure, maxWidth }).flatMap((phrase) => phrase.lines.map(joinWords));
      expect(lines.filter((line) => broken.test(line))).toEqual([]);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(maxWidth);
    }
  });

  it('cut text without spaces, after a hyphen where there is one', () => {
    const lines = linesOf('x'.repeat(2000)).flat();
    expect(lines.join('')).toBe('x'.repeat(2000));
    expect(Math.max(...lines.map((line) => line.length))).toBe(20);
    expect(linesOf('Donaudampfschifffahrts-Gesellschaft').flat()).toEqual(['Donaudampfschifffahr', 'ts-Gesellschaft']);
    expect(linesOf('Elektrizitäts-Gesellschaften').flat()).toEqual(['Elektrizitäts-', 'Gesellschaften']);
  });

  it('use known times of words, also for cut text, and stay for a moment in a pause', () => {
    const text = 'One two. Three';
    const times = [
      [3, 100, 400],
      [7, 500, 900],
      [12, 2000, 2600],
    ] as [number, number, number][];
    const phrases = phrasesOf(text, 3, { ...measure, maxWidth: 8 }, times);
    const words = phrases.flatMap(({ lines }) => lines.flat().map(({ text: word, from, to }) => [word, from, to]));
    expect(words).toEqual([
      ['One', 0.1, 0.4],
      ['two.', 0.5, 0.9],
      ['Three', 2, 2.6],
    ]);
    const [long] = phrasesOf('abcdefgh', 3, { ...measure, maxWidth: 4 }, [[8, 1000, 2000]]);
    expect(long?.lines.flat().map(({ from, to }) => [from, to])).toEqual([
      [1, 1.5],
      [1.5, 2],
    ]);
  });

  it('show the words of the story unchanged, in order, within the time, whatever the text', () => {
    const signs = fc.constantFrom(
      ...[
        '“',
        '„',
        '«',
        ' »',
        '"',
        ' €',
        '$5',
        'C#',
        ' < ',
        '–',
        '—',
        '…',
        'Mr. ',
        'z. B. ',
        '-',
        '***',
        ' ',
        '\u00A0',
      ],
      ...['。', '「', '灯塔', 'สวัสดี', 'नमस्ते', 'سلام', 'שלום', '\n', '3. ', '!', '?', 'word', 'Dr.', '100', '%'],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(signs, { maxLength: 80 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, fc.double({ min: 0.1, max: 60, noNaN: true }), (text, seconds) => {
        const phrases = phrasesOf(text, seconds, { ...measure, maxWidth: 300 });
        const words = phrases.flatMap(({ lines }) => lines.flat());
        expect(joinWords(words)).toBe(
          plainText(text)
            .replaceAll(/[^\S\u00A0\u202F\u2007\uFEFF]+/gu, ' ')
            .replaceAll(/^ | $/gu, ''),
        );
        let at = 0;
        for (const { from, to } of phrasesOf(text, seconds, measure).flatMap(({ lines }) => lines.flat())) {
          expect(from).toBeGreaterThanOrEqual(at - 1e-9);
          expect(to).toBeGreaterThanOrEqual(from);
          at = to;
        }
        expect(at).toBeLessThanOrEqual(seconds + 1e-6);
        expect(phrases.every(({ lines }) => lines.length <= 2 && lines.every((line) => line.length > 0))).toBe(true);
      }),
    );
  });
});
