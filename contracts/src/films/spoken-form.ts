import { isAbbreviation } from './words';

/**
 * Languages with rules for reading numerals, signs and abbreviations aloud; texts in other languages use the rules of
 * the nearest one.
 */
export type ReadIn = 'en' | 'de' | 'fr' | 'es';

const FREQUENT: Record<ReadIn, RegExp> = {
  en: /\b(?:the|and|of|was|with|that|his|her|for|is)\b/giu,
  de: /\b(?:der|die|das|und|nicht|ein|eine|mit|ist|war|den|zu)\b/giu,
  fr: /\b(?:le|la|les|et|est|une|des|du|dans|que|qui|pas|pour)\b/giu,
  es: /\b(?:el|los|las|una|por|con|del|que|como|pero|era|y)\b/giu,
};

/** Guesses the language in which the numerals and signs of a text are read. */
export function readIn(text: string): ReadIn {
  let best: ReadIn = 'en';
  let most = 0;
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const count = text.match(FREQUENT[language])?.length ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

interface Numerals {
  /** Words for 0 to 19. */
  ones: string[];
  /** Words for 20, 30 and so on to 90. */
  tens: string[];
  hundred: string;
  thousand: string;
  million: string;
  point: string;
}

const NUMERALS: Record<ReadIn, Numerals> = {
  en: {
    ones: (
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
      'seventeen eighteen nineteen'
    ).split(' '),
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
    ...{ hundred: 'hundred', thousand: 'thousand', million: 'million', point: 'point' },
  },
  de: {
    ones: (
      'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn ' +
      'siebzehn achtzehn neunzehn'
    ).split(' '),
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' '),
    ...{ hundred: 'hundert', thousand: 'tausend', million: 'millionen', point: 'komma' },
  },
  fr: {
    ones: (
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept ' +
      'dix-huit dix-neuf'
    ).split(' '),
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix'.split(' '),
    ...{ hundred: 'cent', thousand: 'mille', million: 'millions', point: 'virgule' },
  },
  es: {
    ones: (
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis ' +
      'diecisiete dieciocho diecinueve'
    ).split(' '),
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' '),
    ...{ hundred: 'cientos', thousand: 'mil', million: 'millones', point: 'coma' },
  },
};

function spelled(value: number, language: ReadIn): string {
  const { ones, tens, hundred, thousand, million } = NUMERALS[language];
  const one = ones[value];
  if (one !== undefined) return one;
  const rest = (unit: number): string => (value % unit === 0 ? '' : ` ${spelled(value % unit, language)}`);
  if (value < 100) {
    const ten = tens[Math.floor(value / 10) - 2] ?? '';
    if (value % 10 === 0) return ten;
    if (language === 'de') return `${ones[value % 10] ?? ''}und${ten}`;
    // In French, 71 is 'sixty and eleven'.
    if (language === 'fr' && [7, 9].includes(Math.floor(value / 10)))
      return `${tens[Math.floor(value / 10) - 3] ?? ''} ${ones[10 + (value % 10)] ?? ''}`;
    return `${ten}${language === 'es' ? ' y' : ''} ${ones[value % 10] ?? ''}`;
  }
  for (const [unit, name] of [
    [1_000_000, million],
    [1000, thousand],
    [100, hundred],
  ] as const) {
    if (value < unit) continue;
    const many = Math.floor(value / unit);
    const count = many === 1 && language !== 'en' ? '' : `${spelled(many, language)} `;
    return `${count}${name}${rest(unit)}`;
  }
  return '';
}

const CURRENCIES: Record<ReadIn, Record<string, string>> = {
  en: { $: 'dollars', '€': 'euros', '£': 'pounds', '¥': 'yen' },
  de: { $: 'dollar', '€': 'euro', '£': 'pfund', '¥': 'yen' },
  fr: { $: 'dollars', '€': 'euros', '£': 'livres', '¥': 'yens' },
  es: { $: 'dólares', '€': 'euros', '£': 'libras', '¥': 'yenes' },
};
const SIGNS: Record<ReadIn, Record<string, string>> = {
  en: { '<': 'less than', '>': 'greater than', '=': 'equals', '+': 'plus', '&': 'and', '%': 'percent', '°': 'degrees' },
  de: { '<': 'kleiner als', '>': 'größer als', '=': 'gleich', '+': 'plus', '&': 'und', '%': 'prozent', '°': 'grad' },
  fr: { '<': 'inférieur à', '>': 'supérieur à', '=': 'égale', '+': 'plus', '&': 'et', '%': 'pour cent', '°': 'degrés' },
  es: { '<': 'menor que', '>': 'mayor que', '=': 'igual', '+': 'más', '&': 'y', '%': 'por ciento', '°': 'grados' },
};
const OTHER_SIGNS: Record<string, string> = {
  '#': 'sharp',
  '@': 'at',
  '§': 'paragraph',
  '×': 'times',
  '*': 'asterisk',
};

const ABBREVIATIONS: Record<ReadIn, Record<string, string>> = {
  en: {
    ...{ mr: 'mister', mrs: 'misis', ms: 'miz', dr: 'doctor', st: 'saint', prof: 'professor', rev: 'reverend' },
    ...{
      gen: 'general',
      col: 'colonel',
      capt: 'captain',
      lt: 'lieutenant',
      vs: 'versus',
      no: 'number',
      etc: 'etcetera',
    },
  },
  de: {
    ...{ dr: 'doktor', prof: 'professor', hr: 'herr', fr: 'frau', nr: 'nummer', bzw: 'beziehungsweise', ca: 'zirka' },
    ...{ usw: 'und so weiter', vgl: 'vergleiche', evtl: 'eventuell', ggf: 'gegebenenfalls', st: 'sankt', z: 'zum' },
    ...{ d: 'das', h: 'heißt', u: 'und', a: 'anderem', inkl: 'inklusive', mio: 'millionen', mrd: 'milliarden' },
  },
  fr: {
    m: 'monsieur',
    mme: 'madame',
    mlle: 'mademoiselle',
    dr: 'docteur',
    st: 'saint',
    env: 'environ',
    etc: 'etcétéra',
  },
  es: { sr: 'señor', sra: 'señora', srta: 'señorita', dr: 'doctor', ud: 'usted', uds: 'ustedes', etc: 'etcétera' },
};

const LETTER_NAMES = 'ey bi si di i ef ji eych ay jey key el em en o pi kyu ar es ti yu vi dabelyu ex way zi'.split(
  ' ',
);
const letterName = (letter: string): string => LETTER_NAMES[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;

function spelledNumber(numeral: string, language: ReadIn): string {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}|\d{4,}))?$/u.exec(numeral) ?? [];
  const integer = whole.replaceAll(/\D/gu, '');
  const digits = (text: string): string =>
    Array.from(text, (digit) => NUMERALS[language].ones[Number(digit)]).join(' ');
  const value = Number(integer);
  const after = decimals === '' ? '' : ` ${NUMERALS[language].point} ${digits(decimals)}`;
  // Long numbers and those with leading zeros are read digit by digit.
  if (integer.length > 9 || (integer.length > 1 && integer.startsWith('0'))) return digits(integer) + after;
  const isYear = integer === numeral && value >= 1100 && (value < 2000 || (value >= 2010 && value < 2100));
  if (isYear && (language === 'en' || (language === 'de' && value < 2000))) {
    const [century, year] = [Math.floor(value / 100), value % 100];
    const hundred = language === 'de' || year === 0 ? ` ${NUMERALS[language].hundred}` : year < 10 ? ' o' : '';
    return `${spelled(century, language)}${hundred}${year === 0 ? '' : ` ${spelled(year, language)}`}`;
  }
  return spelled(value, language) + after;
}

/** A word as it is read aloud, with numerals, signs, currencies and abbreviations spelled out. */
export interface SpokenForm {
  spelling: string;
  /** True for signs that some voices read and others leave out, such as '***'. */
  isOptional: boolean;
}

/** @param before the preceding word, for abbreviations of two words */
export function spokenForm(word: string, language: ReadIn, before = ''): SpokenForm {
  const isShort = isAbbreviation(word, undefined) || /^etc\.|^usw\./u.test(word);
  const spelling: string[] = [];
  let isRead = false;
  const price = /^(\P{L}*?)([$€£¥])(\d+)[.,](\d\d)(?!\d)/u.exec(word);
  if (price) {
    const [, , sign = '', whole = '', cents = ''] = price;
    const rest = cents === '00' ? '' : ` ${spelledNumber(String(Number(cents)), language)} sents`;
    return {
      spelling: `${spelledNumber(whole, language)} ${CURRENCIES[language][sign] ?? ''}${rest}`,
      isOptional: false,
    };
  }
  let currency = '';
  for (const [part] of word.matchAll(/\p{Nd}[\p{Nd}.,]*\p{Nd}|\p{Nd}|[\p{L}\p{M}]+|\p{S}|[*#@%&§]/gu)) {
    if (/^\p{Nd}/u.test(part)) {
      spelling.push(spelledNumber(part, language), currency);
      currency = '';
      isRead = true;
    } else if (/^[\p{L}\p{M}]/u.test(part)) {
      const known = part === 'B' && before.startsWith('z') ? 'beispiel' : ABBREVIATIONS[language][part.toLowerCase()];
      // A single letter such as 'I' is read as a word, but 'U.S.' and 'C#' are read letter by letter.
      const isLetters = /^\p{Lu}{1,3}$/u.test(part) && (/^[B-HJ-NP-Z]/u.test(part) || isShort);
      const isUnreadable = /^[a-z]{2,}$/iu.test(part) && !/[aeiouy]/iu.test(part);
      if (isShort && known !== undefined) spelling.push(known);
      else if (isLetters || isUnreadable) spelling.push(Array.from(part, letterName).join(' '));
      else spelling.push(part);
      isRead = true;
    } else {
      const money = CURRENCIES[language][part];
      // '$5' is read 'five dollars'.
      if (money !== undefined && !isRead && /\d/u.test(word)) currency = money;
      else spelling.push(money ?? SIGNS[language][part] ?? OTHER_SIGNS[part] ?? '');
      isRead ||= part in SIGNS[language] || money !== undefined;
    }
  }
  return { spelling: spelling.filter((part) => part !== '').join(' '), isOptional: !isRead };
}
