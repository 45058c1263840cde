import { UnusableStory } from './decode-text';
import { type ReadText, tidy } from './read-markup';

const DAMAGED = 'It is damaged: it cannot be read.';

/** @throws UnusableStory for a file that is damaged, locked, too long or without text */
export async function readPdf(bytes: Uint8Array, mostPages: number): Promise<ReadText> {
  // The library is large, so it is loaded only when needed.
  const { getDocumentProxy, extractText } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 }).catch(
    (error: unknown) => {
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      throw new UnusableStory(isLocked ? 'It has a password. Save it without one and try again.' : DAMAGED, {
        cause: error,
      });
    },
  );
  if (document.numPages > mostPages)
    throw new UnusableStory(`It has ${document.numPages} pages; the maximum is ${mostPages}.`);
  const { text: pages } = await extractText(document, { mergePages: false }).catch((error: unknown) => {
    throw new UnusableStory(DAMAGED, { cause: error });
  });
  const text = tidy(inParagraphs(pages.join('\n')));
  if (!/\p{L}/u.test(text))
    throw new UnusableStory('It holds images of pages and no text. Have its text recognised (OCR) first.');
  return { title: null, text };
}

/** Joins the lines of a page into paragraphs: a short line that ends a sentence also ends its paragraph. */
function inParagraphs(source: string): string {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:[-–—]\s*)?\d{1,4}(?:\s*[-–—])?$/u.test(line));
  const widths = lines.map(({ length }) => length).sort((a, b) => a - b);
  const full = widths[Math.floor(widths.length * 0.8)] ?? 0;
  let text = '';
  for (const line of lines) {
    if (line === '') text += '\n\n';
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else text += `${text === '' || text.endsWith('\n') ? '' : ' '}${line}`;
    if (line !== '' && line.length < full * 0.85 && /[.!?…:”"»’)]$/u.test(line)) text += '\n\n';
  }
  return text;
}
