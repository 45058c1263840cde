import { cleanText } from './clean-text';

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Cleans a text that comes in pieces, where a pair of surrogates may be cut in two. */
export class TextStreamCleaner {
  /** The first half of a pair whose second half may come with the next piece. */
  private half = '';

  /** What can be stored of the text so far that was not given before. A half that nothing follows is left out. */
  next(piece: string): string {
    const text = this.half + piece;
    const end = isHigh(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.half = text.slice(end);
    return cleanText(text.slice(0, end));
  }
}
