import { plainEnglish } from './speak';
import { engineVoice, findVoice, SANDBOX_VOICES, type SandboxVoice, unspeakable } from './voices';

function voice(id: string): SandboxVoice {
  const found = findVoice(id);
  if (!found) throw new Error(`There is no voice ${id}`);
  return found;
}

describe('the voices of the sandbox', () => {
  it('have their own ids and names, and the first one suits any language', () => {
    expect(new Set(SANDBOX_VOICES.map(({ id }) => id)).size).toBe(SANDBOX_VOICES.length);
    expect(new Set(SANDBOX_VOICES.map(({ name }) => name)).size).toBe(SANDBOX_VOICES.length);
    expect(SANDBOX_VOICES[0]).toMatchObject({ name: 'Language of the words, low', language: null });
    // Existing projects use these ids.
    for (const id of ['en-low', 'en-US-high', 'de-low', 'zh-high', 'ja-low']) expect(findVoice(id)).toBeDefined();
  });

  it.each([
    ['The fox was in the garden, and it was cold.', 'rms'],
    ['Hello!', 'rms'],
    ['Der Fuchs war im Garten, und es war kalt.', 'de+m3'],
    ['Le renard était dans le jardin et il ne dormait pas.', 'fr+m3'],
    ['El zorro estaba en el jardín y no dormía.', 'es+m3'],
    ['La volpe era nel giardino e non dormiva più.', 'it+m3'],
    ['A raposa não estava em casa, mas o gato era dela.', 'pt+m3'],
    ['De vos was in de tuin en het was koud.', 'nl+m3'],
    ['Lis był w ogrodzie i nie spał.', 'pl+m3'],
    ['Räven var i trädgården och det var kallt.', 'sv+m3'],
    ['Лиса была в саду.', 'ru+m3'],
    ['Лисиця була в саду і не спала.', 'uk+m3'],
    ['الثعلب في الحديقة', 'ar+m3'],
    ['روباه در باغ بود و گربه', 'fa+m3'],
    ['从前有一个小女孩。', 'cmn+m3'],
    ['佢喺屋企。', 'yue+m3'],
    ['昔々、山の中に老人が住んでいた。', 'ja+m3'],
    ['여우가 정원에 있었다.', 'ko+m3'],
    ['लोमड़ी बगीचे में थी।', 'hi+m3'],
    ['Η αλεπού ήταν στον κήπο.', 'el+m3'],
  ])('follow the language of the text: %s', (text, expected) => {
    expect(engineVoice(voice('auto-low'), text).voice).toBe(expected);
  });

  it('keep their language when they have one', () => {
    expect(engineVoice(voice('de-high'), 'The fox was in the garden.')).toEqual({ engine: 'espeak', voice: 'de+f2' });
    expect(engineVoice(voice('en-high'), 'Der Fuchs war im Garten.')).toEqual({ engine: 'flite', voice: 'slt' });
  });

  it.each([
    ['en-low', '狐は庭にいた。', "is in Japanese letters, which the voice “English, low” doesn't read"],
    ['de-low', 'Лиса была в саду.', "is in Cyrillic letters, which the voice “German, low” doesn't read"],
    ['auto-low', 'កញ្ជ្រោងនៅក្នុងសួន', 'is in Khmer letters, which no voice of the sandbox reads'],
    ['auto-low', 'สุนัขจิ้งจอกอยู่ในสวน', 'is in Thai letters, which no voice of the sandbox reads'],
    ['auto-low', 'ꦫꦱ', 'is in letters, which no voice of the sandbox reads'],
    ['auto-low', '… — !', 'has no words that can be spoken'],
    ['en-low', 'He wrote 狐 on the wall of the house.', null],
    ['en-low', 'Café, 2026: “naïve”!', null],
    ['en-low', '42', null],
    ['ja-low', 'ABC と 狐', null],
    ['ru-low', 'Hello there', null],
  ])('support or do not support: %s %s', (id, text, expected) => {
    expect(unspeakable(text, voice(id))).toBe(expected);
  });
});

describe('a text for Flite', () => {
  it.each([
    ['“Don’t go…” — café', '"Don\'t go..." ,  cafe'],
    ['C# costs £5 & 5 < 6', 'C sharp costs 5  pounds   and  5  less than  6'],
    ['Straße, Łódź, 100 €', 'Strasse, lodz, 100  euros '],
    ['a 🌊 wave\nand on', 'a   wave\nand on'],
  ])('has the letters that Flite reads: %s', (text, expected) => {
    expect(plainEnglish(text)).toBe(expected);
  });
});
