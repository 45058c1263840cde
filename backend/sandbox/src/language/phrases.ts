import { type Sentence, SPEECH_MARK } from './sentences';

const BOUNDARY =
  /[,;:.!?…，。、！？]{0,4}\s{0,2}["“”„«»「」『』]|[,;:](?=\s|$)|[.!?…]{1,4}\s*$|\s[—–-]\s|—|[，。、；：！？（）()]/gu;
const ENDING = /[.!?…。！？;；]/u;

export interface Phrase {
  text: string;
  spoken: boolean;
  /** It begins, and it ends, its sentence or what is said in it. */
  first: boolean;
  last: boolean;
  /** What follows it in its sentence. */
  rest: string;
}

/** What stands between two marks of punctuation: nothing shorter is sure to be a phrase of its own. */
export function phrases({ text, opensSpoken, spoken, narrated }: Sentence): Phrase[] {
  const found: Phrase[] = [];
  let open = opensSpoken || (spoken && narrated !== text && !SPEECH_MARK.test(text));
  let start = 0;
  let first = true;
  for (const { 0: mark, index } of [...text.matchAll(BOUNDARY), { 0: '.', index: text.length }]) {
    const asked = /^[?!？！]/u.exec(mark)?.[0] ?? '';
    const piece = `${text.slice(start, index).replace(/\s+/gu, ' ').trim()}${asked}`;
    const turns = SPEECH_MARK.test(mark);
    const ends = turns || ENDING.test(mark) || index + mark.length >= text.length;
    if (/[\p{L}\p{N}]/u.test(piece)) {
      found.push({ text: piece, spoken: open, first, last: ends, rest: text.slice(index + mark.length).trim() });
      first = false;
    }
    if (turns) open = !open;
    // What follows speech is mostly a tag: 'said the captain'.
    first = turns ? open : first || ends;
    start = index + mark.length;
  }
  return found;
}
