import { convertToHtml } from 'mammoth';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { UnusableStory } from './decode-text';
import { tidy } from './read-markup';

/** Maximum size of an unpacked file, whatever size the ZIP's directory states. */
const MOST_UNPACKED = 60 * 1024 * 1024;
const MOST_ENTRIES = 10_000;
const DAMAGED = 'It is damaged: it cannot be unpacked.';
const TOO_LARGE = 'It is too large once unpacked.';

export interface Chapter {
  title: string;
  text: string;
}

/**
 * Unpacks the texts of a ZIP and counts the bytes of all its entries, so that the size is also limited for files that
 * other libraries unpack.
 * @throws UnusableStory
 */
export async function unzip(bytes: Buffer, isText: (name: string) => boolean): Promise<Map<string, Buffer>> {
  try {
    return await new Promise((done, failed) => {
      fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
        if (error) return failed(error);
        if (zip.entryCount > MOST_ENTRIES) return failed(new UnusableStory(TOO_LARGE));
        const files = new Map<string, Buffer>();
        let unpacked = 0;
        zip.on('error', failed);
        zip.on('end', () => done(files));
        zip.on('entry', (entry: Entry) => {
          unpacked += entry.uncompressedSize;
          if (unpacked > MOST_UNPACKED) return failed(new UnusableStory(TOO_LARGE));
          read(zip, entry).then((content) => {
            if (isText(entry.fileName)) files.set(entry.fileName, content);
            zip.readEntry();
          }, failed);
        });
        zip.readEntry();
      });
    });
  } catch (error) {
    if (error instanceof UnusableStory) throw error;
    throw new UnusableStory(DAMAGED, { cause: error });
  }
}

const read = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(Buffer.concat(chunks)));
      stream.on('error', failed);
    });
  });

/** @throws UnusableStory */
export async function readWord(bytes: Buffer): Promise<{ title: string | null; text: string }> {
  const files = await unzip(bytes, (name) => name === 'word/document.xml');
  if (!files.has('word/document.xml'))
    throw new UnusableStory('It is a ZIP, but not a Word document. Unpack it, or save the text as .docx.');
  const styleMap = ["p[style-name='Title'] => h1:fresh"];
  const { value } = await convertToHtml({ buffer: bytes }, { ignoreEmptyParagraphs: true, styleMap }).catch(
    (error: unknown) => {
      throw new UnusableStory('It is damaged: its text cannot be read.', { cause: error });
    },
  );
  const { text, heading } = textOfHtml(`<body>${value}</body>`);
  return { title: heading, text };
}

const BLOCKS = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'blockquote',
  'tr',
  'section',
  'article',
  'dt',
  'dd',
]);
const HEADINGS = new Set(['h1', 'h2', 'h3']);
const UNSEEN = new Set(['head', 'script', 'style', 'svg', 'nav', 'rt', 'rp']);
const ENTITIES = {
  nbsp: '\u00A0',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  shy: '',
};

/** Returns the readable text of XHTML, and its first heading. */
export function textOfHtml(source: string): { text: string; heading: string | null } {
  let text = '';
  let heading: string | null = null;
  let title = '';
  const unseen: string[] = [];
  let isHeading = false;
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, ENTITIES);
  // Books often have faults, and the parser continues after a fault.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, isSelfClosing }) => {
    const tag = name.toLowerCase();
    if (UNSEEN.has(tag) && !isSelfClosing) unseen.push(tag);
    if (BLOCKS.has(tag)) text += '\n\n';
    if (tag === 'br') text += '\n';
    if (HEADINGS.has(tag)) isHeading = true;
  });
  parser.on('text', (words) => {
    if (unseen.length > 0) return;
    const plain = words.replaceAll(/[ \t\r\n]+/gu, ' ');
    text += /\s$/u.test(text) ? plain.trimStart() : plain;
    if (isHeading && heading === null) title += plain;
  });
  parser.on('closetag', ({ name }) => {
    const tag = name.toLowerCase();
    if (unseen.at(-1) === tag) unseen.pop();
    if (BLOCKS.has(tag)) text += '\n\n';
    if (HEADINGS.has(tag)) {
      isHeading = false;
      heading ??= title.trim() || null;
    }
  });
  parser.write(source).close();
  return { text: tidy(text), heading };
}

/**
 * Returns the elements of XML with their attributes and texts; names are without prefixes.
 * @throws UnusableStory
 */
function elementsOf(source: string | undefined): { name: string; attributes: Record<string, string>; text: string }[] {
  if (source === undefined) throw new UnusableStory('It is not a book in EPUB.');
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new UnusableStory('It is damaged: its table of contents is incomplete.', { cause: error });
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.replace(/^.*:/u, ''), attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (words) => {
    const last = open.at(-1);
    if (last) last.text += words;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(source).close();
  return elements;
}

/** Returns the chapters of an EPUB in reading order, without its table of contents. @throws UnusableStory */
export async function readEpub(bytes: Buffer): Promise<{ title: string | null; chapters: Chapter[] }> {
  const files = await unzip(bytes, (name) => /\.(?:xml|opf|x?html?)$/iu.test(name));
  const texts = new Map([...files].map(([name, content]) => [name, content.toString('utf8').replace(/^\uFEFF/u, '')]));
  const locked = texts.get('META-INF/encryption.xml') ?? '';
  if (/\.x?html?["']/iu.test(locked)) throw new UnusableStory('It is protected against copying, and cannot be read.');
  const place = elementsOf(texts.get('META-INF/container.xml')).find(({ name }) => name === 'rootfile');
  const opf = place?.attributes['full-path'] ?? '';
  const elements = elementsOf(texts.get(opf));
  const folder = opf.includes('/') ? opf.slice(0, opf.lastIndexOf('/') + 1) : '';
  const items = elements.filter(({ name }) => name === 'item').map(({ attributes }) => attributes);
  const hrefs = new Map(items.map(({ id, href = '' }) => [id, href]));
  const contents = new Set([
    ...items.flatMap(({ properties = '', href = '' }) => (properties.split(' ').includes('nav') ? [href] : [])),
    // EPUB 2
    ...elements.flatMap(({ name, attributes: { type, href = '' } }) =>
      name === 'reference' && type === 'toc' ? [href] : [],
    ),
  ]);
  const chapters = elements
    .filter(({ name }) => name === 'itemref')
    .flatMap(({ attributes }): Chapter[] => {
      const { idref = '' } = attributes;
      // AbiWord (3.0.5) adds an extension to these ids, which the manifest's ids lack.
      const href = hrefs.get(idref) ?? hrefs.get(idref.replace(/\.x?html?$/u, '')) ?? '';
      const source = contents.has(href) ? undefined : texts.get(pathOf(folder, href));
      const { text, heading } = source === undefined ? { text: '', heading: null } : textOfHtml(source);
      if (text === '') return [];
      return [{ title: heading ?? text.split('\n')[0]?.slice(0, 60) ?? '', text }];
    });
  if (chapters.length === 0) throw new UnusableStory('It holds no text.');
  return { title: elements.find(({ name }) => name === 'title')?.text.trim() || null, chapters };
}

function pathOf(folder: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `file:///${folder}`).pathname.slice(1));
  } catch {
    return '';
  }
}
