import fc from 'fast-check';
import { clauseSpans, countWords, sentenceSpans, sentencesOf, spokenSeconds, unitEnd } from './sentences';

describe('cutting a text into sentences', () => {
  it.each<[string, string, string[]]>([
    ['not at a title', 'He met Mr. Fox and Prof. Owl. They left.', ['He met Mr. Fox and Prof. Owl.', 'They left.']],
    [
      'not at initials',
      'J. K. Rowling wrote it. The U.S. Army came.',
      ['J. K. Rowling wrote it.', 'The U.S. Army came.'],
    ],
    ['after the pronoun', 'She is taller than I. He laughed.', ['She is taller than I.', 'He laughed.']],
    ['after No', 'No. He would not. See No. 5 there.', ['No.', 'He would not.', 'See No. 5 there.']],
    ['after the hour', 'It began at 5 p.m. Everyone came.', ['It began at 5 p.m.', 'Everyone came.']],
    ['not at a decimal', 'It cost 2.30 euros. He paid.', ['It cost 2.30 euros.', 'He paid.']],
    ['not at a number of a list', '1. Once there was a fox. 2. It ran.', ['1. Once there was a fox.', '2. It ran.']],
    [
      'in German',
      'Am 3. Mai kam Hr. Dr. Kranz, z. B. um 5 Uhr. Er ging.',
      ['Am 3. Mai kam Hr. Dr. Kranz, z. B. um 5 Uhr.', 'Er ging.'],
    ],
    [
      'in German speech',
      '„Wer ist da?“, fragte Lina. „Niemand!“ Sie lachte.',
      ['„Wer ist da?“, fragte Lina.', '„Niemand!“', 'Sie lachte.'],
    ],
    ['in French', '« Bonjour ! » dit-il. Mme. Petit sortit.', ['« Bonjour ! » dit-il.', 'Mme. Petit sortit.']],
    ['in Spanish', '¿Quién es? ¡Nadie! La Sra. Ruiz rio.', ['¿Quién es?', '¡Nadie!', 'La Sra. Ruiz rio.']],
    ['at an ellipsis that ends', 'He waited… Then he left… alone.', ['He waited…', 'Then he left… alone.']],
    ['with the tag of its speech', '"Go!" she said. "Now?" he asked.', ['"Go!" she said.', '"Now?" he asked.']],
    ['in Chinese', '“走吧！”他说。雾散了……小梅笑了。', ['“走吧！”他说。', '雾散了……', '小梅笑了。']],
    ['in Japanese', '「行こう。」と漁師は言った。雨が降る。', ['「行こう。」と漁師は言った。', '雨が降る。']],
    ['in Hindi', 'लड़की चली गई। वह हँसी।', ['लड़की चली गई।', 'वह हँसी।']],
    ['in Arabic', 'من هناك؟ لا أحد.', ['من هناك؟', 'لا أحد.']],
    [
      'over the lines of a verse',
      'The heron stands\nand counts. It flies.',
      ['The heron stands\nand counts.', 'It flies.'],
    ],
    ['at a blank line', 'The Heron\n\nIt flies.', ['The Heron', 'It flies.']],
    ['of white space into none', ' \n ', []],
  ])('%s', (_, text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  it('cuts an endless one at line ends, else between words', () => {
    const endless = 'the boy walked through the wood and the dog ran behind him over the hill '.repeat(12).trim();
    const cut = sentencesOf(endless);
    expect(cut.length).toBeGreaterThan(6);
    for (const part of cut) expect(countWords(part)).toBeLessThan(30);
    expect(cut.filter((part) => /^(?:and|the)\s/u.test(part)).length).toBeGreaterThan(cut.length / 2);
    expect(cut.join(' ')).toBe(endless);

    const verse =
      'the heron stands in the rain\nand counts what the river brings\nas a miser might\nuntil it flies away home';
    expect(sentencesOf(verse).every((part) => verse.split('\n').some((line) => part.endsWith(line)))).toBe(true);
    expect(sentencesOf(verse).length).toBeGreaterThan(1);
  });

  it('cuts a script without spaces and full stops between its words', () => {
    const thai = 'เด็กหญิงเดินไปที่แม่น้ำและเห็นเรือลำเล็กลอยอยู่บนน้ำ '.repeat(8).trim();
    const cut = sentencesOf(thai);
    expect(cut.length).toBeGreaterThan(2);
    expect(cut.join('').replaceAll(' ', '')).toBe(thai.replaceAll(' ', ''));
    for (const part of cut) expect(thai.startsWith(part) || thai.includes(` ${part}`)).toBe(true);
  });

  it('keeps every character, in order, whatever the text', () => {
    const bit = fc.constantFrom(
      'Mr. ',
      'a b c ',
      '. ',
      '… ',
      '"',
      '\n',
      '\n\n',
      '。',
      'ไทย',
      ' and ',
      '1. ',
      '（',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bit, fc.string({ maxLength: 9 })), { maxLength: 60 }), (bits) => {
        const text = bits.join('');
        for (const spans of [sentenceSpans(text), clauseSpans(text)]) {
          const said = spans.map(({ start, end }) => text.slice(start, end)).join('');
          expect(said.replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
          spans.forEach(({ start, end }, index) => {
            expect(end).toBeGreaterThan(start);
            expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
          });
        }
      }),
    );
  });
});

it.each([
  ['said,', '', 'clause'],
  ['Mr.', 'Fox', null],
  ['done.”', '', 'sentence'],
  ['No.', '5', null],
  ['No.', 'He', 'sentence'],
  ['行こう。」', '', 'sentence'],
  ['fox', '', null],
])('%s before %j ends %s', (word, next, end) => {
  expect(unitEnd(word, next)).toBe(end);
});

it('cuts sentences into clauses, not within numbers', () => {
  const text = 'Mara, who was 1,200 miles away, ran; it rained. 雨、風。';
  expect(clauseSpans(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    'Mara,',
    'who was 1,200 miles away,',
    'ran;',
    'it rained.',
    '雨、',
    '風。',
  ]);
});

it.each([
  ['word '.repeat(150), 60],
  ['灯'.repeat(42), 10],
  ['あ'.repeat(70), 10],
  ['', 0],
])('estimates the speaking time of %j', (text, seconds) => {
  expect(spokenSeconds(text)).toBeCloseTo(seconds, 5);
});
