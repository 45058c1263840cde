import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app?.close());

/** Returns a PDF with this many pages, and with these words on the first page. */
function pdf(words: string, pages = 1): Buffer {
  const stream = words === '' ? '' : `BT /F1 12 Tf 72 700 Td (${words}) Tj ET`;
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    ...Array.from(
      { length: pages },
      () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
    ),
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
  );
}

const send = (bytes: Buffer, name: string) =>
  user.agent.post('/api/story-files').query({ name }).set('content-type', 'application/octet-stream').send(bytes);

describe('a file uploaded to be read as a story', () => {
  it('is read in a separate process: text and PDF', async () => {
    const { body } = await send(Buffer.from('# Dawn\n\nMara climbs.'), 'Story.MD').expect(200);
    expect(body).toEqual({
      kind: 'markdown',
      title: 'Dawn',
      chapters: [{ title: 'Dawn', text: 'Dawn\n\nMara climbs.' }],
    });
    const read = await send(pdf('Mara climbs the stairs.'), 'a.pdf').expect(200);
    expect(read.body).toMatchObject({ kind: 'pdf', chapters: [{ text: 'Mara climbs the stairs.' }] });
  });

  it('is refused with the reason: a PDF without text, with too many pages, damaged or oversized', async () => {
    const messageOf = async (bytes: Buffer): Promise<string> =>
      ((await send(bytes, 'a.pdf').expect(400)).body as { message: string }).message;
    expect(await messageOf(pdf(''))).toContain('no text');
    expect(await messageOf(pdf('x', 1_001))).toBe('It has 1001 pages; the maximum is 1000.');
    expect(await messageOf(Buffer.from('%PDF-1.4 nothing'))).toContain('It is damaged');
    await send(Buffer.alloc(20 * 1_048_576 + 1), 'a.txt').expect(413);
  });
});
