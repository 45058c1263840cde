/** Kinds of speech sounds that can be told apart by loudness and hiss. */
export type SoundKind = 'vowel' | 'voiced' | 'hiss' | 'breath' | 'stop' | 'any';

export interface SpeechSound {
  kind: SoundKind;
  /** Seconds at an ordinary pace. */
  seconds: number;
}

/** Average lengths in seconds, measured with three English voices. */
const SECONDS: Record<SoundKind, number> = {
  ...{ vowel: 0.095, voiced: 0.075, hiss: 0.105, breath: 0.075, stop: 0.072, any: 0.08 },
};
const sound = (kind: SoundKind, factor = 1): SpeechSound => ({ kind, seconds: SECONDS[kind] * factor });
const VOWEL = sound('vowel');

/** Spellings and the sounds they stand for, the longest spelling first. */
const GRAPHEMES: readonly [RegExp, SpeechSound[]][] = [
  [/^(?:tsch|sch|tch|sh|ch|ss|zz|cz|sz|dj|dz)/u, [sound('hiss')]],
  [/^(?:ough|augh|igh|eigh)/u, [sound('vowel', 1.3)]],
  [/^(?:th|ph|ff|gh)/u, [sound('breath')]],
  [/^(?:ck|pp|tt|bb|dd|gg|cc|kk)/u, [sound('stop')]],
  [/^(?:ng|mm|nn|ll|rr|gn|kn|wr|wh)/u, [sound('voiced')]],
  [/^qu/u, [sound('stop'), sound('voiced', 0.6)]],
  [/^x/u, [sound('stop', 0.7), sound('hiss', 0.8)]],
  [/^c(?=[eiy])/u, [sound('hiss')]],
  [/^[szjßç]/u, [sound('hiss')]],
  [/^[ptkbdgcq]/u, [sound('stop')]],
  [/^[fvh]/u, [sound('breath')]],
  [/^(?:w|y(?=[aeiou]))/u, [sound('voiced', 0.8)]],
  [/^[mnlr]/u, [sound('voiced')]],
  [/^[aeiouy]{2,}/u, [sound('vowel', 1.35)]],
  [/^[aeiouy]/u, [VOWEL]],
];

/** Letters of other alphabets, each with a Latin spelling of its sound. */
const ALPHABETS = new Map<string, string>();
function alphabet(letters: string, spellings: string): void {
  const all = spellings.split(' ');
  for (const [index, letter] of Array.from(letters).entries()) ALPHABETS.set(letter, all[index] ?? '');
}
alphabet(
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґћђљњјџѓќѕ',
  'a b v g d ye zh z i y k l m n o p r s t u f h ts ch sh sh a i - e yu ya i yi ye g ch j l n y j g k z',
);
alphabet('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t i f h ps o');
alphabet(
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'a b g d e v z t i k l m n o p zh r s t u p k g k sh ch ts dz ts ch h j h',
);
alphabet(
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև',
  'a b g d ye z e e t zh i l h ts k h dz r ch m y n sh o ch p j r s v t r ts v p k o f yev',
);
alphabet('אבגדהוזחטיכךלמםנןסעפףצץקרשת', 'a va ga da ha va za ha ta ya ka h la ma m na n sa a pa f tsa ts ka ra sha ta');
alphabet(
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئپچژگک',
  'a b t th j h h d th r z s sh s d t th a g f k k l m n h u i a a - a i a u i p ch zh g k',
);

const KANA =
  'a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji - tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa wi we wo n vu ka ke';
alphabet(Array.from({ length: 86 }, (_, index) => String.fromCharCode(0x3041 + index)).join(''), KANA);

const HANGUL = {
  first: 'k k n t t r m p p s s - j j ch k t p h'.split(' '),
  last: '- k k k n n n t l l l l l l l l m p p t t ng t t k t p t'.split(' '),
};
/** In the Unicode blocks of Indic scripts, the same sounds have the same offsets. */
const INDIC: readonly [from: number, to: number, spelling: string][] = [
  ...([
    [0x05, 0x14, 'a'],
    [0x15, 0x18, 'k'],
    [0x19, 0x19, 'n'],
    [0x1a, 0x1d, 'ch'],
    [0x1e, 0x1e, 'n'],
  ] as const),
  ...([
    [0x1f, 0x22, 't'],
    [0x23, 0x23, 'n'],
    [0x24, 0x27, 't'],
    [0x28, 0x29, 'n'],
    [0x2a, 0x2d, 'p'],
  ] as const),
  ...([
    [0x2e, 0x2e, 'm'],
    [0x2f, 0x35, 'l'],
    [0x36, 0x38, 's'],
    [0x39, 0x39, 'h'],
  ] as const),
].map(([from, to, spelling]) => [from, to, spelling]);

/** Spells a letter of another script in Latin letters; a question mark stands for a sound that is not known. */
function inLatin(letter: string): string {
  const known = ALPHABETS.get(letter) ?? ALPHABETS.get(String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60));
  if (known !== undefined) return known === '-' ? '' : known;
  const code = letter.codePointAt(0) ?? 0;
  if (code >= 0xac00 && code <= 0xd7a3) {
    const at = code - 0xac00;
    return [HANGUL.first[Math.floor(at / 588)], 'a', HANGUL.last[at % 28]].join('').replaceAll('-', '');
  }
  if (code >= 0x900 && code < 0xdff) {
    const place = code % 0x80;
    const [, , consonant] = INDIC.find(([from, to]) => place >= from && place <= to) ?? [];
    if (consonant !== undefined) return consonant === 'a' ? 'a' : `${consonant}a`;
    // A vowel sign replaces the inherent vowel of its letter, and the virama (0x4d) removes the vowel.
    return place === 0x4d ? '<' : place >= 0x3e && place <= 0x4c ? '<a' : '';
  }
  if (/\p{Script=Han}/u.test(letter)) return '?a?';
  if (/\p{M}/u.test(letter)) return '';
  return /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(letter) ? '?' : '?a';
}

function latinOf(word: string): string {
  let latin = '';
  for (const letter of word.normalize('NFD').toLowerCase().normalize('NFC')) {
    const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '') || letter;
    if (/^[a-zßøæœı]$/u.test(bare))
      latin += bare.replace('ø', 'o').replace('æ', 'e').replace('œ', 'o').replace('ı', 'i');
    else {
      const spelling = inLatin(letter);
      if (spelling.startsWith('<')) latin = latin.slice(0, -1) + spelling.slice(1);
      else if (letter === 'ー') latin += 'a';
      else latin += spelling;
    }
  }
  return latin;
}

/**
 * Factor for the length of words of one to three letters: they are the most frequent ones and are spoken without
 * stress.
 */
const UNSTRESSED = 0.72;

/** Languages that do not speak the last 'e' of a word. */
const SILENT_E: readonly string[] = ['en', 'fr'];

/** Estimates the sounds of a word from its spelling. */
export function speechSounds(spelling: string, language: string): SpeechSound[] {
  const sounds: SpeechSound[] = [];
  for (const word of spelling.split(/[\s-]+/u)) {
    const letters = latinOf(word);
    const latin = SILENT_E.includes(language) ? letters.replace(/(?<=[aeiouy].*[^aeiouyl])e(?=s?$)/u, '') : letters;
    const factor = word.length <= 3 && /^[a-z]+$/iu.test(word) ? UNSTRESSED : 1;
    for (let rest = latin; rest !== '';) {
      const [pattern, found] = GRAPHEMES.find(([graphemes]) => graphemes.test(rest)) ?? [/^./u, [sound('any')]];
      sounds.push(...found.map(({ kind, seconds }) => ({ kind, seconds: seconds * factor })));
      rest = rest.replace(pattern, '');
    }
  }
  return sounds;
}
