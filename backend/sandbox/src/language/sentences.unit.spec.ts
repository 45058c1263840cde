import { languageOf } from './languages';
import { phrases, sentences } from './sentences';

const texts = (story: string): string[] => sentences(story).map(({ text }) => text);

describe('the language of a text', () => {
  it.each([
    ['The fog lay on the harbour and nobody was there.', 'en'],
    ['Der Nebel lag über dem Hafen, und es war niemand da.', 'de'],
    ['La brume couvrait le port et il ne vit personne.', 'fr'],
    ['雾笼罩着港口，码头上没有人。', 'zh'],
    ['港に霧が立っていた。だれもいなかった。', 'ja'],
    ['Туман лежал над гаванью, и никого не было.', 'und'],
    [
      'Mgła leżała nad portem i nikogo tam nie było, tylko stara łódka stukała o kamień, a wiatr ucichł już wczoraj rano przy brzegu.',
      'und',
    ],
    ['Sea', 'en'],
    ['', 'en'],
  ])('%s: %s', (text, tag) => {
    expect(languageOf(text).tag).toBe(tag);
  });
});

describe('a sentence', () => {
  it.each([
    ['after an abbreviation', 'Mr. Fox met Dr. Owl at 2.30 p.m. and left. He ran.', 2],
    ['whose speech asks', '"Who is there?" asked Mara. Nobody answered.', 2],
    ['in German quotation marks', '»Wer ist da?«, fragte Lina. Niemand antwortete.', 2],
    ['in Chinese', '雾散了。小梅说：“灯亮了！”老人点点头。', 3],
    ['in Japanese, with the tag of its speech', '「行こう。」と漁師は言った。雨が降る。「だめ！」と母は言った。', 3],
    ['in Russian', 'Туман лежал над гаванью. Никого не было.', 2],
    [
      'of verse, over the ends of its lines',
      'The heron stands\nAnd counts the fish\nAs a miser might.\n\nThen it flies.',
      2,
    ],
    [
      'of a wrapped text',
      'The old man walked along the whole long\nquay. Mara followed him to the\nboat.\n\nIt rained.',
      3,
    ],
  ])('%s', (_, story, count) => {
    expect(texts(story)).toHaveLength(count);
  });

  it('keeps the speech’s text apart from the narrator’s', () => {
    const [first, second, third] = sentences('"It rains," said Mara. "And it blows. Come in." She shut the door.');
    expect(first).toMatchObject({ spoken: true, narrated: 'said Mara.', words: 4 });
    expect(second).toMatchObject({ spoken: true, narrated: '', opensSpoken: false });
    expect(third).toMatchObject({ spoken: true, narrated: '', opensSpoken: true });
  });

  it('of a script is a scene heading, a name, speech or action', () => {
    const script = 'INT. KITCHEN - NIGHT\n\nMara stirs the soup.\n\nTOM (whispers)\nIs it ready?';
    expect(sentences(script).map(({ text, mark, spoken }) => [text, mark, spoken])).toEqual([
      ['INT. KITCHEN - NIGHT', true, false],
      ['Mara stirs the soup.', false, false],
      ['TOM (whispers)', true, true],
      ['Is it ready?', false, true],
    ]);
  });

  it('at the beginning, alone and without a full stop, is a heading', () => {
    expect(sentences('The Lamp\n\nMara ran.').map(({ mark }) => mark)).toEqual([true, false]);
  });

  it('counts the words of a script without spaces', () => {
    expect(sentences('小梅坐在石桥上。')[0]?.words).toBeGreaterThan(3);
  });
});

describe('the sentences of a paragraph longer than the window that is read', () => {
  it('are the same wherever the windows end', () => {
    const sentence = 'Dr. Mara asked: "Is the lamp lit?" and nobody in the whole tower knew what to say to that. ';
    const found = sentences(sentence.repeat(300));
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set([sentence.trim()]));
    expect(found).toHaveLength(300);
  });

  it('may be longer than a window themselves', () => {
    const endless = `${'and the sea went on '.repeat(500)}for ever. Then it stopped.`;
    const [last, ...parts] = texts(endless).reverse();
    expect(last).toBe('Then it stopped.');
    expect(parts.reverse().join(' ')).toBe(endless.slice(0, -' Then it stopped.'.length));
    expect(parts.every((part) => part.startsWith('and the sea'))).toBe(true);
  });
});

describe('the phrases of a sentence', () => {
  const of = (story: string): string[] => sentences(story).flatMap((one) => phrases(one).map(({ text }) => text));

  it.each([
    [
      'Mara, a girl of eleven, ran; the sea was 1,200 miles wide.',
      ['Mara', 'a girl of eleven', 'ran', 'the sea was 1,200 miles wide'],
    ],
    ['"Is it you?" said Mr. Fox.', ['Is it you?', 'said Mr. Fox']],
    ['HARROW FORD, 4 May - The bridge opened.', ['HARROW FORD', '4 May', 'The bridge opened']],
    ['黎明时分，雾还在：“走吧！”', ['黎明时分', '雾还在', '走吧！']],
  ])('%s', (story, expected) => {
    expect(of(story)).toEqual(expected);
  });
});
