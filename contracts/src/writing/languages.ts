import type { SpeechVoice } from '../generation/speech';
import { storyWords } from './markup';

/** Scripts of the languages below, and other scripts that messages name. The values are the names shown to users. */
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

/** Counts a text's letters by script, the most frequent script first. Letters of all other scripts count under null. */
export function scriptsIn(text: string): [Script | null, number][] {
  const counts: [Script | null, number][] = PATTERNS.map(([script, pattern]) => [script, countOf(text, pattern)]);
  // Characters such as 'ー' belong to several scripts and count under none.
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  const common = countOf(text, /[\p{Script=Common}\p{Script=Inherited}]/gu);
  counts.push([null, [...text].length - common - known]);
  return counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
}

export interface Language {
  /** BCP 47 tag. */
  tag: string;
  /** Name in English, for users and for text models. */
  name: string;
  scripts: readonly Script[];
  /** Frequent words or letters that distinguish the language from others in the same script. */
  words?: string;
  letters?: RegExp;
}

const latin = (tag: string, name: string, words?: string): Language => ({ tag, name, words, scripts: ['Latin'] });
const other = (tag: string, name: string, scripts: Script | Script[], letters?: RegExp): Language => ({
  ...{ tag, name, letters },
  scripts: [scripts].flat(),
});

/** Languages in which stories are recognised; the first language of a script is the most likely one for texts in it. */
export const LANGUAGES: readonly Language[] = [
  latin(
    'en',
    'English',
    'the and of to in was he she it that his her with they you is for not had as were on at by this but from when have one',
  ),
  latin(
    'de',
    'German',
    'der die das und ist nicht ein eine den mit von sie er es zu auf im war dem für sich wir als nur nach aus bei schon oder noch wie hatte',
  ),
  latin(
    'fr',
    'French',
    'le la les et est un une des du il elle dans que qui ne pas pour sur avec se au était quand déjà mais aux cette sont très ses son sa',
  ),
  latin(
    'es',
    'Spanish',
    'el la los las y de que en un una es por con no se del su al lo como más pero era estaba ya cuando había muy también entre sobre hasta ella él sin',
  ),
  latin(
    'it',
    'Italian',
    'il la le gli e di che un una è per con non si del della nel sono ma era come più lo già quando dei alla nella anche suo sua aveva',
  ),
  latin(
    'pt',
    'Portuguese',
    'o a os as e de que um uma é por com não se do da no na em mais mas era ele ela estava já quando muito foi ao pela pelo dela seu',
  ),
  latin(
    'nl',
    'Dutch',
    'de het een en van is niet in dat op te met voor zijn hij ze was er aan ook maar naar toen deze door bij nog haar had',
  ),
  latin('pl', 'Polish', 'i w na z nie się że do to jest był była jak po co od za ale tak dla przez jego jej'),
  other('ru', 'Russian', 'Cyrillic'),
  latin('tr', 'Turkish', 've bir bu da de için ile çok ne daha gibi ama o kadar sonra değil mi vardı her'),
  other('ar', 'Arabic', 'Arabic'),
  other('hi', 'Hindi', 'Devanagari'),
  other('zh', 'Chinese', 'Han'),
  other('ja', 'Japanese', ['Han', 'Hiragana', 'Katakana']),
  other('ko', 'Korean', ['Hangul', 'Han']),
  other('yue', 'Cantonese', 'Han', /[嘅咗喺唔佢哋冇嚟啲]/u),
  other('am', 'Amharic', 'Ethiopic'),
  other('hy', 'Armenian', 'Armenian'),
  other('bn', 'Bengali', 'Bengali'),
  other('bg', 'Bulgarian', 'Cyrillic', /ъ[^ьеёюя\s]/u),
  latin(
    'ca',
    'Catalan',
    'el la els les i de que un una és per amb no es del seu va més però era com dels quan estava també ja molt',
  ),
  latin('hr', 'Croatian', 'i u je na se da su od za ne sa to što kao bio bila ali koji iz nije'),
  latin('cs', 'Czech', 'a v na je se že do to s z byl byla jako ale po za by tak který jeho ve'),
  latin('da', 'Danish', 'og i det er en at den til på de med der af ikke han hun var et men sig jeg'),
  latin('eo', 'Esperanto', 'la kaj de en estas al ne li ŝi ĝi por kun estis sed ke mi el'),
  latin('et', 'Estonian', 'ja on ei ta et see oli kui ka ma nii mis aga oma siis'),
  latin('fi', 'Finnish', 'ja on ei se hän oli että mutta niin kun joka ovat myös kuin mitä sen hänen'),
  other('ka', 'Georgian', 'Georgian'),
  other('el', 'Greek', 'Greek'),
  other('gu', 'Gujarati', 'Gujarati'),
  other('he', 'Hebrew', 'Hebrew'),
  latin('hu', 'Hungarian', 'a az és hogy nem egy is volt ez de meg csak mint már ha el még'),
  latin('is', 'Icelandic', 'og að í er á sem var það hann hún en til ekki um við með'),
  latin('id', 'Indonesian', 'yang dan di itu dengan untuk ini dari tidak dia ada pada ke akan mereka'),
  latin('ga', 'Irish', 'agus an na ar go bhí sé sí is le ag ní a do'),
  other('kn', 'Kannada', 'Kannada'),
  other('kk', 'Kazakh', 'Cyrillic', /[әғқңұүһ]/iu),
  latin('lv', 'Latvian', 'un ir ar no uz bija ka par kas viņš viņa bet tas ne'),
  latin('lt', 'Lithuanian', 'ir yra kad į iš su buvo jis ji bet kaip tai ne'),
  other('mk', 'Macedonian', 'Cyrillic', /[ѓќѕ]/iu),
  latin('ms', 'Malay'),
  other('ml', 'Malayalam', 'Malayalam'),
  latin('nb', 'Norwegian', 'og i det er en at den til på de med som av ikke han hun var et men seg jeg'),
  other('fa', 'Persian', 'Arabic', /^(?!.*[ٹڈڑےں]).*[پچژگک]/su),
  other('pa', 'Punjabi', 'Gurmukhi'),
  latin('ro', 'Romanian', 'și în de la o un este nu pe cu că din a mai se era pentru sunt dar'),
  other('sr', 'Serbian', 'Cyrillic', /[ђћџљњј]/iu),
  latin('sk', 'Slovak', 'a v na je sa že do to s z bol bola ako ale po za by tak ktorý jeho vo'),
  latin('sl', 'Slovenian', 'in je v na se da so z za ne bil bila pa ki ko kot od'),
  latin('sw', 'Swahili', 'na ya wa kwa ni katika za la kuwa alikuwa hii'),
  latin('sv', 'Swedish', 'och i det är en att den till på de med som av inte han hon var ett men sig jag'),
  other('ta', 'Tamil', 'Tamil'),
  other('te', 'Telugu', 'Telugu'),
  other('uk', 'Ukrainian', 'Cyrillic', /[іїєґ]/iu),
  other('ur', 'Urdu', 'Arabic', /[ٹڈڑےں]/u),
  latin('vi', 'Vietnamese', 'và là của có không một những cho trong được với này đã người'),
  latin('cy', 'Welsh', 'y yn yr a i o ei oedd ac ar mae wedi am'),
  other('mr', 'Marathi', 'Devanagari', /(?<!\p{L})(?:आहे|आणि|होते|होता|नाही)(?![\p{L}\p{M}])/u),
  other('ne', 'Nepali', 'Devanagari', /(?<!\p{L})(?:छ|थियो|थिए|हुन्छ|गर्‍यो)(?![\p{L}\p{M}])/u),
  other('th', 'Thai', 'Thai'),
  other('km', 'Khmer', 'Khmer'),
  other('lo', 'Lao', 'Lao'),
  other('my', 'Burmese', 'Myanmar'),
  other('si', 'Sinhala', 'Sinhala'),
];

const byTag = new Map(LANGUAGES.map((language) => [language.tag, language]));
export const isLanguageTag = (tag: string): boolean => byTag.has(tag);

/** Returns the name of a language for users and text models; null for none. */
export const languageName = (tag: string | null | undefined): string | null => byTag.get(tag ?? '')?.name ?? null;

const wordsOf = LANGUAGES.map(({ tag, words = '' }) => [tag, words.split(' ').filter(Boolean)] as const);
/** Weight of each word, and the languages in which it occurs. A word of several languages weighs less. */
const weights = new Map<string, { tags: string[]; weight: number }>();
for (const [tag, words] of wordsOf) {
  for (const word of words) {
    const tags = [...(weights.get(word)?.tags ?? []), tag];
    weights.set(word, { tags, weight: 1 / tags.length });
  }
}
/** Only this many characters of a text are used to detect its language. */
const SAMPLE = 4_000;

interface Guess {
  language: Language;
  /** Sum of the weights of the language's words in the sample; infinite when letters decide. */
  score: number;
  /** Score of the next best language. */
  second: number;
  /** Number of words in the sample that belong to the language. */
  hits: number;
  words: number;
}

function guess(sample: string, script: Script): Guess | null {
  const [first, ...others] = LANGUAGES.filter(({ scripts }) => scripts.includes(script));
  if (first === undefined) return null;
  if (script !== 'Latin') {
    const language = others.find(({ letters }) => letters?.test(sample)) ?? first;
    return { language, score: Infinity, second: 0, hits: 0, words: 0 };
  }
  const scores = new Map<string, { score: number; hits: number }>();
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  for (const word of words) {
    const { tags = [], weight = 0 } = weights.get(word) ?? {};
    for (const tag of tags) {
      const { score, hits } = scores.get(tag) ?? { score: 0, hits: 0 };
      scores.set(tag, { score: score + weight, hits: hits + 1 });
    }
  }
  const none = { score: 0, hits: 0 };
  const ranked = [first, ...others]
    .map((language) => ({ language, ...(scores.get(language.tag) ?? none) }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = ranked;
  return best ? { ...best, second: next?.score ?? 0, words: words.length } : null;
}

const sampleOf = (text: string): string => text.slice(0, SAMPLE).normalize('NFC');

/**
 * Returns the most likely language of a text in a script. With too few known words, this is English or else the
 * script's first language.
 */
export const likelyLanguage = (text: string, script: Script): Language | null =>
  guess(sampleOf(text), script)?.language ?? null;

/**
 * Returns the most frequent script of a text. Han counts only in a text without Kana and Hangul, since Japanese and
 * Korean texts may contain more Chinese characters than letters of their own script.
 */
export function mainScript(text: string): Script | null {
  const found = scriptsIn(text).flatMap(([script]) => script ?? []);
  const own = found.find((script) => script === 'Hiragana' || script === 'Katakana' || script === 'Hangul');
  const [first = null] = found;
  return first === 'Han' && own !== undefined ? own : first;
}

/**
 * Minimum letters of a text whose language can be detected; a Chinese or Japanese character counts as several letters.
 */
const FEWEST_LETTERS = 12;
const SIGNS: readonly Script[] = ['Han', 'Hiragana', 'Katakana', 'Hangul'];
const FEWEST_SIGNS = 4;
/**
 * A language in Latin letters is certain if the sample has this many of its words, if they are this share of all words,
 * and if its score is this many times that of the next best language.
 */
const FEWEST_HITS = 3;
const HIT_SHARE = 0.08;
const AHEAD = 1.3;

/** Detects the language of a text; null when the text is too short, or two languages are about equally likely. */
export function detectLanguage(text: string): string | null {
  const sample = sampleOf(text);
  const script = mainScript(sample);
  if (script === null) return null;
  const letters = scriptsIn(sample).reduce((sum, [, count]) => sum + count, 0);
  if (letters < (SIGNS.includes(script) ? FEWEST_SIGNS : FEWEST_LETTERS)) return null;
  const found = guess(sample, script);
  if (!found) return null;
  if (found.score === Infinity) return found.language.tag;
  const isCertain =
    found.hits >= FEWEST_HITS && found.hits >= found.words * HIT_SHARE && found.score >= found.second * AHEAD;
  return isCertain ? found.language.tag : null;
}

/**
 * Returns the language of a project's texts: the chosen language, or that of its story; null while the language is not
 * known.
 */
export const languageOfProject = ({ language, story }: { language: string | null; story: string }): string | null =>
  language ?? detectLanguage(storyWords(story.slice(0, 2 * SAMPLE)));

/**
 * Returns the voices, beginning with the default voice for texts in a language: the first voice for that language or
 * for any language. The order stays unchanged when no voice fits or the language is not known.
 */
export function voicesFor(voices: readonly SpeechVoice[], language: string | null): readonly SpeechVoice[] {
  const fits = (voice: SpeechVoice) => voice.language === null || baseOf(voice.language) === baseOf(language ?? '');
  const fitting = language === null ? undefined : voices.find(fits);
  return fitting ? [fitting, ...voices.filter((voice) => voice !== fitting)] : voices;
}

/** Returns the language of a tag without its region: 'pt' of 'pt-BR'. */
const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';
