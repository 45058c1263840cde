import { lengthOf } from '@storyreel/contracts';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** A text in pieces of at most so many characters (code points): whole sentences, as far as these are short enough. */
export function textPieces(text: string, longest: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  const add = (part: string): void => {
    if (lengthOf(piece) + lengthOf(part.trimEnd()) > longest) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += part;
  };
  for (const { segment } of sentences.segment(text.trim())) {
    if (lengthOf(segment.trimEnd()) <= longest) add(segment);
    else for (const part of cut(segment, longest)) add(part);
  }
  return [...pieces, piece.trim()].filter((one) => one !== '');
}

/** Behind words, or anywhere in one that is too long by itself. */
function* cut(sentence: string, longest: number): Generator<string> {
  for (const word of sentence.split(/(?<=\s)/u)) {
    const characters = [...word];
    for (let at = 0; at < characters.length; at += longest) yield characters.slice(at, at + longest).join('');
  }
}
