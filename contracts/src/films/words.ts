/** A word with its adjoining punctuation. */
export interface Word {
  /** The word as in the text; may contain spaces, as in '« Bonjour !'. */
  text: string;
  /** True when a space precedes the word. */
  spaced: boolean;
  /** True when no line may begin with this word, because it follows an abbreviation or is a unit after its number. */
  tied: boolean;
  /** The unit of language that ends after the word. */
  end: WordEnd;
}

export type WordEnd = 'sentence' | 'clause' | null;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Spaces at which a line may be broken: all but the no-break ones. */
const SPACE = '[^\\S\\u00A0\\u202F\\u2007\\uFEFF]';
const SPACES = new RegExp(`${SPACE}+`, 'gu');
/**
 * Direction controls, which change the direction of the following text. They are not needed, since letters have a
 * direction of their own.
 */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Scripts whose words are not separated by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Signs that belong to the next word; all others belong to the word before. */
const OPENS = /^[\p{Ps}\p{Pi}¿¡]+$/u;
/** Signs that are read aloud, unlike punctuation. */
const READ = /[\p{L}\p{N}\p{S}*#@%&§†]/u;
const DASHES = /^\p{Pd}+$/u;
/** A dash or an ellipsis within a word separates two words. */
const WITHIN = /(?<=[\p{L}\p{N}][—–…]+)(?=[\p{L}\p{N}])/u;
const NUMBER = /\p{N}[\p{Pe}\p{Pf}\p{Pi}"']*$/u;
const UNIT = /^(?:[\p{Sc}%‰°]+|[\p{Sc}%‰°]?(?:km|m|cm|mm|kg|g|l|ml|h|min|s|°[CF]|Uhr))\p{P}*$/u;

/** Text that stands alone, such as a title, ends a sentence without a full stop. */
const PARAGRAPHS = /\n\s*\n/u;
/** Maximum width of a line of verse, in letters; hard-wrapped prose has longer lines. */
const VERSE_WIDTH = 44;
/** Returns the length of a text in letters; a Chinese or Japanese character says as much as two letters. */
export const inLetters = (text: string): number =>
  text.replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, '  ').length;
const isVerse = (line: string): boolean => inLetters(line) <= VERSE_WIDTH;

/** Removes characters that no font draws: control characters, halves of surrogate pairs. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(TURNS, '');

/**
 * Splits a text into words in spoken order. Joining the words gives the text again: no sign moves to another word, and
 * no space is added or lost. Scripts without spaces are split by the segmenter's dictionary.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let opening = '';
  const tokens: { token: string; end: WordEnd }[] = text.split(PARAGRAPHS).flatMap((paragraph, index, { length }) =>
    paragraph.split('\n').flatMap((line, row, lines) => {
      const parts = plainText(line)
        .split(SPACES)
        .filter((token) => token !== '');
      const isLast = row === lines.length - 1;
      const ofLine = isVerse(line) ? 'clause' : null;
      const ofParagraph = index < length - 1 ? 'sentence' : null;
      const end = isLast ? ofParagraph : ofLine;
      return parts.map((token, at) => ({ token, end: at === parts.length - 1 ? end : null }));
    }),
  );
  for (const [at, { token, end }] of tokens.entries()) {
    const last = words.at(-1);
    const isRead = READ.test(token);
    // A token without letters, such as a French quotation mark or a dash, takes no time to speak.
    const isDialogue =
      DASHES.test(token) && last !== undefined && endOf(last.text, tokens[at + 1]?.token) === 'sentence';
    const opens = !isRead && (OPENS.test(token) || !last || isDialogue);
    if (opens) opening += `${token} `;
    else if (!isRead && last && opening === '') last.text += ` ${token}`;
    else {
      for (const [index, piece] of piecesOf(token).entries())
        words.push({ text: index === 0 ? opening + piece : piece, spaced: index === 0, tied: false, end: null });
      opening = '';
    }
    const latest = words.at(-1);
    if (latest) latest.end = strongest(latest.end, end);
  }
  if (opening !== '') {
    const last = words.at(-1);
    const signs = opening.slice(0, -1);
    if (last) last.text += ` ${signs}`;
    else words.push({ text: signs, spaced: false, tied: false, end: null });
  }
  return words.map((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]];
    const tied =
      before !== undefined &&
      (isAbbreviation(before.text, word.text) || (NUMBER.test(before.text) && UNIT.test(word.text)));
    return { ...word, spaced: word.spaced && index > 0, tied, end: strongest(word.end, endOf(word.text, after?.text)) };
  });
}

const strongest = (one: WordEnd, other: WordEnd): WordEnd =>
  one === 'sentence' || other === 'sentence' ? 'sentence' : (one ?? other);

/** Splits a token without spaces into its words: in scripts that use no spaces, and around dashes. */
function piecesOf(token: string): string[] {
  if (!UNSPACED.test(token)) return token.split(WITHIN);
  const pieces: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter.segment(token)) {
    if (OPENS.test(segment)) opening += segment;
    else if (isWordLike !== true && opening === '' && pieces.length > 0) pieces[pieces.length - 1] += segment;
    else {
      pieces.push(opening + segment);
      opening = '';
    }
  }
  if (opening !== '') pieces.push((pieces.pop() ?? '') + opening);
  return pieces;
}

/** Cuts a word that does not fit on a line: at its spaces, else after a hyphen, else anywhere between letters. */
export function breakLong(word: Word, fits: (text: string) => boolean): Word[] {
  if (fits(word.text)) return [word];
  const pieces: { text: string; spaced: boolean }[] = [];
  const add = (text: string, spaced: boolean): void => void pieces.push({ text, spaced });
  for (const [index, part] of word.text.split(SPACES).entries()) {
    let spaced = index === 0 ? word.spaced : true;
    let piece = '';
    const flush = (): void => {
      if (piece !== '') add(piece, spaced);
      if (piece !== '') spaced = false;
      piece = '';
    };
    for (const half of part.split(/(?<=[\p{L}\p{N}][-‐])/u)) {
      if (piece !== '' && !fits(piece + half)) flush();
      if (fits(piece + half)) piece += half;
      else
        for (const { segment } of graphemes.segment(half)) {
          if (piece !== '' && !fits(piece + segment)) flush();
          piece += segment;
        }
    }
    flush();
  }
  return pieces.map((piece, index) => ({
    ...piece,
    tied: index === 0 && word.tied,
    end: index === pieces.length - 1 ? word.end : null,
  }));
}

/** Joins words into text. */
export const joinWords = (words: readonly Pick<Word, 'text' | 'spaced'>[]): string =>
  words.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('');

const CLOSES = '["\'”“’‘»«›‹)\\]」』\\s]*$';
const ENDS_SENTENCE = new RegExp(`[.!?…。！？؟।॥។။።։](?:${CLOSES.slice(0, -1)})(?:\\s*\\p{Pd})?${CLOSES}`, 'u');
const ENDS_CLAUSE = new RegExp(`[,;:،、，；：؛၊፣፤՝–—]${CLOSES}`, 'u');
const OPENING = /^[\p{P}\s]*/u;

/** Abbreviations that stand before a name or a noun, and so never end a sentence. */
const BEFORE_NAMES = new Set(
  (
    'Mr Mrs Ms Mx Dr Drs Prof St Ste Rev Hon Gen Col Capt Cpt Lt Sgt Cpl Maj Cmdr Gov Sen Pres Mt Messrs Fr vs ' +
    'Hr Hrn Frl Nr Bd Abs Abb Kap Vgl vgl bzw ca evtl ggf inkl exkl zzgl Mio Mrd Dipl Ing ' +
    'Mme Mlle Mgr Me MM env Sra Srta Sr Dña Ud Uds Sig Dott Avv Gent Dhr Mevr resp approx'
  ).split(' '),
);
/** Abbreviations that may end a sentence, unless a number or a lowercase letter follows. */
const BEFORE_NUMBERS = new Set('No no vol Vol fig Fig p pp S ch Ch art Art sec Sec Tel tel Ext ext'.split(' '));
const MONTHS = /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/u;

/** Returns true for an abbreviation that ends with a full stop, such as 'Mr.', 'z.' and 'e.g.'. */
export function isAbbreviation(word: string, next: string | undefined): boolean {
  const bare = word.replace(new RegExp(CLOSES, 'u'), '').replace(OPENING, '');
  if (!bare.endsWith('.') || bare.endsWith('..')) return false;
  const short = bare.slice(0, -1);
  const follower = (next ?? '').replace(OPENING, '');
  if (BEFORE_NAMES.has(short)) return true;
  if (BEFORE_NUMBERS.has(short)) return /^[\p{N}\p{Ll}]/u.test(follower);
  if (/^\p{N}{1,2}$/u.test(short)) return /^\p{Ll}/u.test(follower) || MONTHS.test(follower);
  // 'a.m.' and 'U.S.' may end a sentence; 'z. B.', 'e.g.' and the initials of a name may not.
  if (/^(?:[ap]\.m|U\.S|U\.K|U\.N)$/u.test(short)) return /^\p{Ll}/u.test(follower);
  if (/^\p{L}(?:\.\p{L})*$/u.test(short)) return true;
  return /^\p{Ll}/u.test(follower) && /^\p{L}{1,6}$/u.test(short);
}

/** Returns the unit that ends after a word; `next` is the following word. */
export function endOf(word: string, next?: string): WordEnd {
  if (isAbbreviation(word, next)) return null;
  if (ENDS_SENTENCE.test(word)) return next !== undefined && /^[\p{P}\s]*\p{Ll}/u.test(next) ? 'clause' : 'sentence';
  return ENDS_CLAUSE.test(word) ? 'clause' : null;
}
