/**
 * Scripts that some voice reads, and others that messages name because none does. The values are the names shown to
 * users.
 */
const SCRIPTS = {
  Latin: 'Latin',
  Cyrillic: 'Cyrillic',
  Greek: 'Greek',
  Arabic: 'Arabic',
  Hebrew: 'Hebrew',
  Devanagari: 'Devanagari',
  Bengali: 'Bengali',
  Tamil: 'Tamil',
  Telugu: 'Telugu',
  Kannada: 'Kannada',
  Malayalam: 'Malayalam',
  Gujarati: 'Gujarati',
  Gurmukhi: 'Gurmukhi',
  Sinhala: 'Sinhala',
  Georgian: 'Georgian',
  Armenian: 'Armenian',
  Ethiopic: 'Ethiopic',
  Hangul: 'Korean',
  Han: 'Chinese',
  Hiragana: 'Japanese',
  Katakana: 'Japanese',
  Thai: 'Thai',
  Khmer: 'Khmer',
  Lao: 'Lao',
  Myanmar: 'Burmese',
  Tibetan: 'Tibetan',
  Mongolian: 'Mongolian',
  Cherokee: 'Cherokee',
} as const;
export type Script = keyof typeof SCRIPTS;

/** Returns the name shown to users. */
export const scriptName = (script: Script): string => SCRIPTS[script];

const PATTERNS = (Object.keys(SCRIPTS) as Script[]).map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const,
);
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Counts a text's letters by script, the most frequent first. Letters of all other scripts count under null. */
export function scriptsIn(text: string): [Script | null, number][] {
  const counts: [Script | null, number][] = PATTERNS.map(([script, pattern]) => [script, countOf(text, pattern)]);
  // Some letters belong to several scripts, such as 'ー', and are counted under none.
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  const common = countOf(text, /[\p{Script=Common}\p{Script=Inherited}]/gu);
  counts.push([null, [...text].length - common - known]);
  return counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
}

/** A language that espeak-ng speaks. */
export interface SpokenLanguage {
  /** BCP 47 tag */
  tag: string;
  name: string;
  /** espeak-ng's name of the language. */
  espeak: string;
  scripts: readonly Script[];
  /** Frequent words, or letters, that distinguish the language from others in its script. */
  words?: string;
  letters?: RegExp;
}

const latin = (tag: string, name: string, espeak: string, words?: string): SpokenLanguage => ({
  ...{ tag, name, espeak, words },
  scripts: ['Latin'],
});
const other = (tag: string, name: string, scripts: Script | Script[], letters?: RegExp): SpokenLanguage => ({
  ...{ tag, name, espeak: tag, letters },
  scripts: [scripts].flat(),
});

/**
 * Languages of espeak-ng in the order of the list of voices; the first of a script is the default for its texts. Left
 * out are those of few speakers and those that espeak-ng reads so poorly that words go missing, such as Thai.
 */
export const LANGUAGES: readonly SpokenLanguage[] = [
  latin(
    'en',
    'British English',
    'en-gb',
    'the and of to in was he she it that his her with they you is for not had as',
  ),
  latin('en-US', 'American English', 'en-us'),
  latin(
    'de',
    'German',
    'de',
    'der die das und ist nicht ein eine den mit von sie er es zu auf im war dem für sich wir',
  ),
  latin('fr', 'French', 'fr', 'le la les et est un une des du il elle dans que qui ne pas pour sur avec se au était'),
  latin('es', 'Spanish', 'es', 'el la los las y de que en un una es por con no se del su al lo como más pero era'),
  latin('it', 'Italian', 'it', 'il la le gli e di che un una è per con non si del della nel sono ma era come più lo'),
  latin('pt', 'Portuguese', 'pt', 'o a os as e de que um uma é por com não se do da no na em mais mas era ele ela'),
  latin('pt-BR', 'Brazilian Portuguese', 'pt-br'),
  latin('nl', 'Dutch', 'nl', 'de het een en van is niet in dat op te met voor zijn hij ze was er aan ook maar naar'),
  latin('pl', 'Polish', 'pl', 'i w na z nie się że do to jest był była jak po co od za ale tak dla przez jego jej'),
  other('ru', 'Russian', 'Cyrillic'),
  latin('tr', 'Turkish', 'tr', 've bir bu da de için ile çok ne daha gibi ama o kadar sonra değil mi vardı her'),
  other('ar', 'Arabic', 'Arabic'),
  other('hi', 'Hindi', 'Devanagari'),
  { ...other('zh', 'Chinese', 'Han'), espeak: 'cmn' },
  other('ja', 'Japanese', ['Han', 'Hiragana', 'Katakana']),
  other('ko', 'Korean', ['Hangul', 'Han']),
  { ...other('yue', 'Cantonese', 'Han', /[嘅咗喺唔佢哋冇嚟啲]/u) },
  other('am', 'Amharic', 'Ethiopic'),
  other('hy', 'Armenian', 'Armenian'),
  other('bn', 'Bengali', 'Bengali'),
  other('bg', 'Bulgarian', 'Cyrillic', /ъ[^ьеёюя\s]/u),
  latin('ca', 'Catalan', 'ca', 'el la els les i de que un una és per amb no es del seu va més però era com dels'),
  latin('hr', 'Croatian', 'hr', 'i u je na se da su od za ne sa to što kao bio bila ali koji iz nije'),
  latin('cs', 'Czech', 'cs', 'a v na je se že do to s z byl byla jako ale po za by tak který jeho ve'),
  latin('da', 'Danish', 'da', 'og i det er en at den til på de med der af ikke han hun var et men sig jeg'),
  latin('eo', 'Esperanto', 'eo', 'la kaj de en estas al ne li ŝi ĝi por kun estis sed ke mi el'),
  latin('et', 'Estonian', 'et', 'ja on ei ta et see oli kui ka ma nii mis aga oma siis'),
  latin('fi', 'Finnish', 'fi', 'ja on ei se hän oli että mutta niin kun joka ovat myös kuin mitä sen hänen'),
  other('ka', 'Georgian', 'Georgian'),
  other('el', 'Greek', 'Greek'),
  other('gu', 'Gujarati', 'Gujarati'),
  other('he', 'Hebrew', 'Hebrew'),
  latin('hu', 'Hungarian', 'hu', 'a az és hogy nem egy is volt ez de meg csak mint már ha el még'),
  latin('is', 'Icelandic', 'is', 'og að í er á sem var það hann hún en til ekki um við með'),
  latin('id', 'Indonesian', 'id', 'yang dan di itu dengan untuk ini dari tidak dia ada pada ke akan mereka'),
  latin('ga', 'Irish', 'ga', 'agus an na ar go bhí sé sí is le ag ní a do'),
  other('kn', 'Kannada', 'Kannada'),
  other('kk', 'Kazakh', 'Cyrillic', /[әғқңұүһ]/iu),
  latin('lv', 'Latvian', 'lv', 'un ir ar no uz bija ka par kas viņš viņa bet tas ne'),
  latin('lt', 'Lithuanian', 'lt', 'ir yra kad į iš su buvo jis ji bet kaip tai ne'),
  other('mk', 'Macedonian', 'Cyrillic', /[ѓќѕ]/iu),
  latin('ms', 'Malay', 'ms'),
  other('ml', 'Malayalam', 'Malayalam'),
  latin('nb', 'Norwegian', 'nb', 'og i det er en at den til på de med som av ikke han hun var et men seg jeg'),
  other('fa', 'Persian', 'Arabic', /^(?!.*[ٹڈڑےں]).*[پچژگک]/su),
  other('pa', 'Punjabi', 'Gurmukhi'),
  latin('ro', 'Romanian', 'ro', 'și în de la o un este nu pe cu că din a mai se era pentru sunt dar'),
  other('sr', 'Serbian', 'Cyrillic', /[ђћџљњј]/iu),
  latin('sk', 'Slovak', 'sk', 'a v na je sa že do to s z bol bola ako ale po za by tak ktorý jeho vo'),
  latin('sl', 'Slovenian', 'sl', 'in je v na se da so z za ne bil bila pa ki ko kot od'),
  latin('sw', 'Swahili', 'sw', 'na ya wa kwa ni katika za la kuwa alikuwa hii'),
  latin('sv', 'Swedish', 'sv', 'och i det är en att den till på de med som av inte han hon var ett men sig jag'),
  other('ta', 'Tamil', 'Tamil'),
  other('te', 'Telugu', 'Telugu'),
  other('uk', 'Ukrainian', 'Cyrillic', /[іїєґ]/iu),
  other('ur', 'Urdu', 'Arabic', /[ٹڈڑےں]/u),
  latin('vi', 'Vietnamese', 'vi', 'và là của có không một những cho trong được với này đã người'),
  latin('cy', 'Welsh', 'cy', 'y yn yr a i o ei oedd ac ar mae wedi am'),
];

const wordsOf = new Map(LANGUAGES.map(({ tag, words = '' }) => [tag, new Set(words.split(' ').filter(Boolean))]));
/** Only this many characters of a text are used to detect its language. */
const SAMPLE = 4_000;

/** Detects the language of a text in a script that some voice reads; English where too few words decide. */
export function languageOf(text: string, script: Script): SpokenLanguage | null {
  const sample = text.slice(0, SAMPLE).normalize('NFC');
  const [first, ...others] = LANGUAGES.filter(({ scripts }) => scripts.includes(script));
  if (first === undefined) return null;
  if (script !== 'Latin') return others.find(({ letters }) => letters?.test(sample)) ?? first;
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const score = ({ tag }: SpokenLanguage): number => words.filter((word) => wordsOf.get(tag)?.has(word)).length;
  return others.reduce((best, one) => (score(one) > score(best) ? one : best), first);
}
