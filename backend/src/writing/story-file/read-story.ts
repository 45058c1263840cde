import type { StoryFile } from '@storyreel/contracts';
import { decodeText, UnusableStory } from './decode-text';
import { readEpub, readWord, textOfHtml } from './read-book';
import { readMarkdown, readSubtitles, type ReadText, tidy } from './read-markup';
import { readPdf } from './read-pdf';
import { readFinalDraft, readFountain } from './read-screenplay';

export interface StoryRequest {
  bytes: Uint8Array;
  /** The file's name in lower case. */
  name: string;
  mostPages: number;
}

/** First bytes of unsupported file formats, with advice for each. */
const OTHERS: readonly [begins: string, advice: string][] = [
  ['\u00d0\u00cf\u0011\u00e0', 'It is an old Word document. Save it as .docx and try again.'],
  ['{\\rtf', 'It is rich text (RTF). Save it as .docx or .txt and try again.'],
  ['\u00ff\u00d8\u00ff', 'It is an image, and not a text.'],
  ['\u0089PNG', 'It is an image, and not a text.'],
  ['Rar!', 'It is an archive. Unpack it, and choose the text in it.'],
  ['7z\u00bc\u00af', 'It is an archive. Unpack it, and choose the text in it.'],
];

/**
 * Reads a story from a file, whose format is detected by its first bytes and its name's extension.
 * @throws UnusableStory with a message for people
 */
export async function readStory({ bytes, name, mostPages }: StoryRequest): Promise<StoryFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length === 0) throw new UnusableStory('It is empty.');
  const head = buffer.toString('latin1', 0, 2_048);
  const other = OTHERS.find(([begins]) => head.startsWith(begins));
  if (other) throw new UnusableStory(other[1]);
  if (head.startsWith('PK')) return packed(buffer, head, name);
  if (head.slice(0, 1_024).includes('%PDF-')) return one('pdf', await readPdf(bytes, mostPages));
  if (/\.(?:docx|epub|pdf)$/u.test(name))
    throw new UnusableStory('It is damaged: it does not begin like a file of its type.');
  const text = decodeText(bytes)
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n');
  if (text.startsWith('[Script Info]'))
    throw new UnusableStory('It has captions in the ASS format. Save them as .srt and try again.');
  if (name.endsWith('.fdx') || /<FinalDraft[\s>]/u.test(text.slice(0, 2_048)))
    return one('final-draft', readFinalDraft(text));
  if (/\.(?:srt|vtt)$/u.test(name)) return one('subtitles', readSubtitles(text));
  if (/\.(?:fountain|spmd)$/u.test(name)) return one('fountain', readFountain(text));
  if (/\.(?:md|markdown)$/u.test(name)) return one('markdown', readMarkdown(text));
  if (/^\s*<(?:!doctype html|html)[\s>]/iu.test(text)) {
    const page = textOfHtml(text);
    return one('text', { title: page.heading, text: page.text });
  }
  return one('text', { title: null, text: tidy(text) });
}

async function packed(buffer: Buffer, head: string, name: string): Promise<StoryFile> {
  if (/mimetypeapplication\/vnd\.oasis/u.test(head))
    throw new UnusableStory('It is an OpenDocument text. Save it as .docx and try again.');
  if (/mimetypeapplication\/epub/u.test(head) || name.endsWith('.epub')) {
    const { title, chapters } = await readEpub(buffer);
    return { kind: 'book', title, chapters };
  }
  return one('word', await readWord(buffer));
}

function one(kind: StoryFile['kind'], { title, text }: ReadText): StoryFile {
  if (text === '') throw new UnusableStory('It holds no words.');
  return { kind, title, chapters: [{ title: title ?? '', text }] };
}
