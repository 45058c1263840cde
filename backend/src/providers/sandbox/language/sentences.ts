/** A stretch of the story, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Sentence extends Span {
  text: string;
  /** Index of its paragraph. */
  paragraph: number;
  /** Words of a speaker, at least in part. */
  spoken: boolean;
  /** The sentence without what is said in quotation marks, also when the speech began or ends in another sentence. */
  narrated: string;
  words: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The segmenter takes these for the end of a sentence. */
const ABBREVIATION = /(?:^|[\s"'“(])(?:Mr|Mrs|Ms|Dr|Prof|St|Capt|Sgt|Lt|Rev|Jr|Sr|No|vs|etc|e\.g|i\.e)\.\s*$/u;

const hasText = (text: string): boolean => /\S/u.test(text);

/** Blank lines divide paragraphs; a story without any has one a line. */
export function paragraphs(story: string): Span[] {
  const divider = /\n[^\S\n]*\n/u.test(story) ? /(?:[^\S\n]*\n){2,}/gu : /\n+/gu;
  const spans: Span[] = [];
  let start = 0;
  for (const match of story.matchAll(divider)) {
    if (hasText(story.slice(start, match.index))) spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  if (hasText(story.slice(start))) spans.push({ start, end: story.length });
  return spans;
}

/** A sentence goes on when a quotation ends inside it: '"Go!" she said.' */
function continues(before: string, after: string): boolean {
  if (ABBREVIATION.test(before)) return true;
  return /^\s*[\p{Ll}]/u.test(after) || /^\s*["”’')\]]+\s*(?:\p{Ll}|$)/u.test(after);
}

/** UTF-16 code units that the segmenter is given at once: each of its steps takes as long as its whole text is. */
const WINDOW = 2_000;

/** What the segmenter makes of a text, in time that grows with its length and not with the square of it. */
function* segments(text: string): Iterable<{ segment: string; index: number }> {
  let start = 0;
  let size = WINDOW;
  while (start < text.length) {
    const isLast = start + size >= text.length;
    const found = Array.from(segmenter.segment(text.slice(start, start + size)));
    // Where the last one ends is decided by what comes after the window.
    if (!isLast) found.pop();
    for (const { segment, index } of found) yield { segment, index: start + index };
    const last = found.at(-1);
    if (isLast) return;
    // An endless sentence needs a larger window.
    size = last === undefined ? size * 2 : WINDOW;
    start += last === undefined ? 0 : last.index + last.segment.length;
  }
}

/** All sentences of a story in order; together they hold every character that is not white space. */
export function sentences(story: string): Sentence[] {
  return paragraphs(story).flatMap((span, paragraph) => {
    const text = story.slice(span.start, span.end);
    const parts: Span[] = [];
    for (const { segment, index } of segments(text)) {
      const last = parts[parts.length - 1];
      const end = index + segment.length;
      if (last !== undefined && (!hasText(segment) || continues(text.slice(last.start, last.end), segment)))
        last.end = end;
      else parts.push({ start: index, end });
    }
    const narrator = speechRemover();
    return parts
      .filter((part) => hasText(text.slice(part.start, part.end)))
      .map((part) => {
        const sentence = text.slice(part.start, part.end).trim();
        const start = span.start + part.start + text.slice(part.start, part.end).search(/\S/u);
        return {
          start,
          end: start + sentence.length,
          text: sentence,
          paragraph,
          spoken: false,
          narrated: narrator(sentence),
          words: sentence.split(/\s+/u).length,
        };
      })
      .map((sentence) => ({
        ...sentence,
        spoken: sentence.narrated.length < sentence.text.length - 1 || /^[—–]\s?\p{Lu}/u.test(sentence.text),
      }));
  });
}

/** Follows quotation marks through the sentences of one paragraph. */
function speechRemover(): (sentence: string) => string {
  let open = false;
  return (sentence) => {
    let narrated = '';
    for (const character of sentence) {
      if (character === '"') open = !open;
      else if (character === '“' || character === '«') open = true;
      else if (character === '”' || character === '»') open = false;
      else if (!open) narrated += character;
      if (/["“”«»]/u.test(character)) narrated += ' ';
    }
    return narrated.replace(/\s+/gu, ' ').trim();
  };
}

/** Without what is said in quotation marks. */
export const withoutSpeech = (text: string): string =>
  text
    .replace(/["“«][^"”»]*["”»]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
