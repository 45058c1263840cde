import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { readStory } from './read-story';

const zipOf = async (files: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipArchive();
  for (const [name, content] of Object.entries(files)) zip.append(content, { name, store: name === 'mimetype' });
  const [bytes] = await Promise.all([buffer(zip), zip.finalize()]);
  return bytes;
};
const read = (bytes: Buffer, name: string) => readStory({ bytes, name, mostPages: 2 });
const textOf = async (source: string | Buffer, name: string): Promise<string> =>
  (await read(Buffer.from(source), name)).chapters.map(({ text }) => text).join('\n===\n');

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const word = (...paragraphs: string[]) =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${W}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  });
const book = (chapters: Record<string, string>, more: Record<string, string> = {}) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The Keeper</dc:title></metadata><manifest>${Object.keys(
      chapters,
    )
      .map((name) => `<item id="${name}" href="${name}%20x.xhtml"/>`)
      .join('')}</manifest><spine>${Object.keys(chapters)
      .reverse()
      .map((name, at) => `<itemref idref="${name}${at === 0 ? '.xhtml' : ''}"/>`)
      .join('')}</spine></package>`,
    ...Object.fromEntries(
      Object.entries(chapters).map(([name, body]) => [
        `OEBPS/${name} x.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body>${body}</body></html>`,
      ]),
    ),
    ...more,
  });

const FOUNTAIN = `Title:
    _**The**_
    *Keeper*
Author: A

INT. KITCHEN - NIGHT

Mara stirs the soup. _Slow*ly*._ 5 \\* 3

MARA (V.O.)
(to herself)
Come. The boat
is here.

CUT TO:

.ON THE QUAY

Tom waits. [[a note]]
`;
const line = (type: string, text: string): string => `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;
const BEATS = '<SceneProperties><SceneArcBeats><Paragraph Alignment="Left"/></SceneArcBeats></SceneProperties>';
const FDX = `<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content><Paragraph Type="Scene Heading">${BEATS}<Text>INT. KITCHEN - NIGHT</Text></Paragraph>${line('Action', 'Mara stirs the soup &amp; hums.')}${line('Character', 'MARA')}${line('Parenthetical', '(softly)')}${line('Dialogue', 'Come.')}${line('Transition', 'CUT TO:')}</Content><TitlePage><Content><Paragraph/>${line('', 'The Keeper')}${line('', 'Written by')}</Content></TitlePage></FinalDraft>`;

/**
 * YouTube's automatic captions: a line appears while it is spoken, stays for a moment, and is repeated above the next
 * line.
 */
const ROLLING = [
  ['0.160', '2.389', ' ', 'the<00:00:00.400><c> fog</c><00:00:00.640><c> came</c>'],
  ['2.389', '2.399', 'the fog came', ' '],
  ['2.399', '4.310', 'the fog came', 'in<00:00:02.639><c> at</c><00:00:02.960><c> night</c>'],
  ['4.310', '4.320', 'in at night', ' '],
  ['9.000', '9.500', 'in at night'],
];

describe('a story from a file', () => {
  it.each<[string, string, () => string | Buffer | Promise<Buffer>, string]>([
    ['text in UTF-8', 'a.txt', () => 'One.\r\n\r\n\r\nTwo.  ', 'One.\n\nTwo.'],
    ['text in UTF-16', 'a.txt', () => Buffer.from('\uFEFFGröße', 'utf16le'), 'Größe'],
    ['text in Windows-1252', 'a.txt', () => Buffer.from('caf\xe9 \x93au lait\x94', 'latin1'), 'café “au lait”'],
    [
      'Markdown',
      'a.md',
      () =>
        '---\ntitle: "T"\n---\n# Dawn\nMara *climbs* the **stairs** of [Gull Point](https://x).\n\n![x](y.png)\n\n> - snake_case_word\n\n---\n',
      'Dawn\n\nMara climbs the stairs of Gull Point.\n\nsnake_case_word',
    ],
    [
      'Markdown with a table, a footnote and entities',
      'a.md',
      () =>
        'Title: T\nAuthor: A\n\n| a | b |\n|---|:-:|\n| rope | 3 |\n\nFog.[^1] 3 &lt; 5\n\n[^1]: Thick fog.\n\n[r]: https://x',
      'a – b\n\nrope – 3\n\nFog. 3 < 5\n\nThick fog.',
    ],
    ['Word', 'a.docx', () => word(paragraph('Dawn', 'Heading1'), paragraph('Mara &amp; Tom.')), 'Dawn\n\nMara & Tom.'],
    [
      'an EPUB',
      'a.epub',
      () => book({ b: '<h1>Two</h1><p>Tom&nbsp;waits<br/>long.</p>', a: '<h2>One</h2><p>Mara  climbs.</p>' }),
      'One\n\nMara climbs.\n===\nTwo\n\nTom\u00A0waits\nlong.',
    ],
    [
      'Fountain',
      'a.fountain',
      () => FOUNTAIN,
      'INT. KITCHEN - NIGHT\n\nMara stirs the soup. Slowly. 5 * 3\n\nMara: “Come. The boat is here.”\n\nON THE QUAY\n\nTom waits.',
    ],
    ['Final Draft', 'a.fdx', () => FDX, 'INT. KITCHEN - NIGHT\n\nMara stirs the soup & hums.\n\nMara: “Come.”'],
    [
      'SubRip',
      'a.srt',
      () =>
        '1\n00:00:01,000 --> 00:00:02,000\n<i>Mara climbs</i>\n\n2\n00:00:02,100 --> 00:00:03,000\nthe stairs.\n\n3\n00:00:09,000 --> 00:00:10,000\n{\\an8}Tom waits.',
      'Mara climbs the stairs.\n\nTom waits.',
    ],
    [
      'WebVTT',
      'a.vtt',
      () => 'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 align:start\n<v Mara>Come &amp; see.</v>',
      'Mara: Come & see.',
    ],
    [
      'rolling captions of YouTube',
      'a.vtt',
      () =>
        ROLLING.map(
          ([from, to, ...lines]) => `00:00:0${from} --> 00:00:0${to} align:start position:0%\n${lines.join('\n')}\n`,
        ).join('\n'),
      'the fog came in at night\n\nin at night',
    ],
    ['captions of an old Mac', 'a.srt', () => '1\r00:00:01,000 --> 00:00:02,000\rMara.\r\r', 'Mara.'],
    [
      'a web page',
      'a.html',
      () =>
        '<!DOCTYPE html><html><head><meta charset=utf-8><title>x</title></head><body><h1>Dawn</h1><img src=a><p>Mara.',
      'Dawn\n\nMara.',
    ],
  ])('is read: %s', async (_, name, source, text) => {
    expect(await textOf((await source()) as Buffer, name)).toBe(text);
  });

  it.each<[string, string, () => string | Buffer | Promise<Buffer>, string]>([
    ['nothing', 'a.txt', () => '', 'It is empty.'],
    ['spaces', 'a.txt', () => ' \n ', 'It holds no words.'],
    [
      'bytes that are not text',
      'a.txt',
      () => Buffer.from([0x81, 0xff, 0x00, 0x01, 0x8d]),
      'It is not a text in UTF-8',
    ],
    ['UTF-16 that is cut off', 'a.txt', () => Buffer.from([0xff, 0xfe, 0x41]), 'It is damaged: it is not the UTF-16'],
    ['an old Word document', 'a.doc', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save it as .docx'],
    ['rich text', 'a.rtf', () => '{\\rtf1 Mara}', 'It is rich text'],
    [
      'OpenDocument',
      'a.odt',
      () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'It is an OpenDocument text',
    ],
    ['a ZIP of something else', 'a.docx', () => zipOf({ 'x.txt': 'x' }), 'It is a ZIP, but not a Word document.'],
    ['half a document', 'a.docx', async () => (await word(paragraph('Mara'))).subarray(0, 300), 'It is damaged'],
    ['a text named like a document', 'a.docx', () => 'Mara', 'It is damaged'],
    [
      'a ZIP bomb',
      'a.docx',
      () => zipOf({ 'word/document.xml': ' '.repeat(70 * 1_048_576) }),
      'It is too large once unpacked.',
    ],
    [
      'a protected book',
      'a.epub',
      () => book({ a: '<p>x</p>' }, { 'META-INF/encryption.xml': '<e><x URI="OEBPS/a x.xhtml"/></e>' }),
      'It is protected',
    ],
    ['a book without text', 'a.epub', () => book({ a: '<img src="x"/>' }), 'It holds no text.'],
    ['half a screenplay', 'a.fdx', () => FDX.slice(0, 200), 'It is damaged: its XML is incomplete.'],
    [
      'a PDF whose page cannot be unpacked',
      'a.pdf',
      () =>
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 9 9]>>endobj\n4 0 obj<</Length 4/Filter/FlateDecode>>stream\n\x01\x02\x03\x04\nendstream\nendobj\ntrailer<</Root 1 0 R>>',
      'It is damaged: it cannot be read.',
    ],
    ['captions in ASS', 'a.ass', () => '[Script Info]\n', 'Save them as .srt'],
    ['subtitles without a cue', 'a.srt', () => 'Mara', 'It has no captions.'],
  ])('is refused with the reason: %s', async (_, name, source, words) => {
    await expect(read(Buffer.from((await source()) as Buffer), name)).rejects.toThrow(words);
  });

  it('has the title that the file states', async () => {
    expect((await read(Buffer.from(FOUNTAIN), 'a.fountain')).title).toBe('The Keeper');
    expect((await read(Buffer.from(FDX), 'a.fdx')).title).toBe('The Keeper');
    expect((await read(Buffer.from('---\ntitle: "T"\n---\nx'), 'a.md')).title).toBe('T');
    expect(await read(await book({ a: '<h1>One</h1><p>x</p>' }), 'a.epub')).toMatchObject({
      title: 'The Keeper',
      chapters: [{ title: 'One' }],
    });
  });
});
