import { Readable } from 'node:stream';
import type { ExportFormat } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { PaidWork } from '../../money/zaps';
import { checkExport } from './check-export';
import { csvCells } from './export-format';

const HOSTILE = [
  '=HYPERLINK("https://example.com","Click")',
  'two\r\nlines, "quoted"',
  '\u202Egnp.exe',
  "+1 ' @ \t",
  `{"type":"digest"}\n`,
];

let app: TestApp;
let finance: TestUser;
let creator: TestUser;

beforeAll(async () => {
  app = await startTestApp({ alone: true });
  [finance, creator] = [await app.newUser(), await app.newUser()];
  await grantRole(app, finance, 'finance');
  const paidWork = app.get(PaidWork);
  for (const [n, description] of HOSTILE.entries()) {
    const work = { provider: 'openai', model: 'm', operation: 'o', category: 'text', description };
    const purpose = { ...work, projectId: null, sceneId: null, workId: creator.id, requestHash: 'h' };
    const holdId = `00000000-0000-4000-8000-00000000000${n}`;
    const price = { units: 10_000, usd: 0.1, version: `v${n % 2}` };
    const held = { userId: creator.id, holdId };
    await paidWork.reserve({ ...held, price, purpose, bulk: false, deadline: '2101-01-01T00:00:00.000Z' });
    if (n % 2 === 0) await paidWork.settle(held);
    else await paidWork.release({ ...held, reason: description });
  }
  await app.idle();
}, 120_000);
afterAll(() => app?.close());

const download = async (format: ExportFormat, filter = ''): Promise<string> => {
  const answer = await finance.agent
    .get(`/api/audit/export?format=${format}${filter}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
    })
    .expect(200)
    .expect('content-disposition', /attachment; filename="ledger-.*"/);
  return answer.body as string;
};
const check = (text: string) => checkExport(Readable.from([Buffer.from(text)]), app.runtime.events);

describe.each(['csv', 'jsonl'] as const)('an export as %s', (format) => {
  it.each(['', '&kind=settlement', '&from=2100-01-01', '&priceVersion=v1', '&provider=openai'])(
    'of the filter %j agrees with the log',
    async (filter) => {
      const { records, bad } = await check(await download(format, filter));
      expect(bad).toBeNull();
      expect(records).toBeGreaterThan(1);
    },
  );

  it('of a person is found by that address alone', async () => {
    const text = await download(format, `&user=${creator.email}`);
    expect(text).toContain(creator.email);
    expect(text).not.toContain(finance.email);
    expect((await check(text)).bad).toBeNull();
  });

  it('of a project is found by its id in capitals too, and names its filter', async () => {
    const projectId = 'abcdef01-2345-4678-9abc-def012345678';
    const text = await download(format, `&projectId=${projectId.toUpperCase()}`);
    const { bad, scope } = await check(text);
    expect([bad, scope]).toEqual([
      null,
      expect.stringMatching(
        /^It has the entries of the project abcdef01-2345.*, up to position \d+ of the log, and no others\.$/,
      ),
    ]);
    // Files of earlier releases keep ids in the letter case of the request.
    const older = await check(text.replaceAll(projectId, projectId.toUpperCase()));
    expect(older.bad?.reason).toBe('the digest is not that of the lines before it');
  });

  it('fails verification at the line that was changed, removed, added or moved', async () => {
    const text = await download(format);
    const first = format === 'csv' ? 14 : 2;
    const lines = text.split(/(?<=\n)/);
    const [grant = '', other = ''] = lines.slice(first - 1, first + 1);
    const at = async (changed: string[]) => (await check(changed.join(''))).bad?.line;
    const swapped = lines.with(first - 1, other).with(first, grant);
    expect(await at(lines.with(first - 1, grant.replace('100', '900')))).toBe(first);
    expect(await at(lines.toSpliced(first - 1, 1))).toBe(first);
    expect(await at(lines.toSpliced(first, 0, grant))).toBe(first + 1);
    expect(await at(swapped)).toBe(first);
    expect(await at(lines.slice(0, -1))).toBe(lines.length);
    expect(await at([...lines, grant])).toBe(lines.length + 1);
    expect(await at(lines.with(-1, lines.at(-1)?.replace(/[0-9a-f]{64}/, '0'.repeat(64)) ?? ''))).toBe(lines.length);
  });

  it('fails verification when its time or filter was changed', async () => {
    const text = await download(format, '&kind=settlement');
    expect((await check(text.replace(/20\d\d-\d\d-\d\dT/, '2000-01-01T'))).bad?.reason).toMatch(/digest/);
    expect((await check(text.replace('settlement', 'purchase'))).bad).not.toBeNull();
    expect((await check('')).bad).not.toBeNull();
    expect((await check('hello\n')).bad).not.toBeNull();
    const undecodable = Readable.from([Buffer.from(text), Buffer.from([0xff])]);
    expect((await checkExport(undecodable, app.runtime.events)).bad?.reason).toBe('is not UTF-8');
  });

  it('ends with the heads of wallets, totals and price versions', async () => {
    const text = await download(format, `&user=${creator.id}`);
    const events = await app.events(`wallet-${creator.id}`);
    expect(text).toContain((events.at(-1)?.data as { hash: string }).hash);
    const wanted = { spent: 3, released: 2, returned: 0, purchasedUsd: 0, expectedUsd: 0.3 };
    if (format === 'csv') {
      for (const [name, value] of Object.entries(wanted))
        expect(text).toMatch(new RegExp(`^"totals",+"${name}",${value}\r$`, 'm'));
      expect(text).toMatch(/^"totals",+"priceVersions","v0 v1"\r$/m);
      return;
    }
    const [totals = '{}'] = /.*"totals".*/.exec(text) ?? [];
    expect(JSON.parse(totals)).toMatchObject({ ...wanted, priceVersions: ['v0', 'v1'] });
  });
});

describe('an export as CSV', () => {
  it('has no cell that a spreadsheet runs as a formula', async () => {
    const text = await download('csv');
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"",""Click"")"`);
    expect(text).not.toMatch(/(?:^|,)"[=+@\t-]/m);
    expect(text).toMatch(/,-1,/);
  });

  it('has no JSON in a cell, and each of its columns means the same in every record', async () => {
    const rows = (await download('csv', '&kind=settlement'))
      .slice(1)
      .split(/\r\n(?=")/)
      .map(csvCells);
    const [columns = []] = rows;
    expect(new Set(columns).size).toBe(columns.length);
    const used = (record: string) =>
      columns.filter((_, at) => rows.some((cells) => cells[0] === record && cells[at] !== ''));
    expect(used('export')).toEqual(['record', 'name', 'value']);
    expect(used('totals')).toEqual(['record', 'name', 'value']);
    expect(used('head')).toEqual(['record', 'userId', 'revision', 'hash']);
    expect(used('entry')).not.toContain('value');
    expect(rows.flat().filter((cell) => /^[[{]/.test(cell) && !HOSTILE.includes(cell))).toEqual([]);
  });
});

it('stops an export when the client disconnects, and reads no further', async () => {
  const gone = new AbortController();
  const cookie = { cookie: await cookieOf(finance) };
  const answer = await fetch(`${app.url}/api/audit/export?format=jsonl`, { headers: cookie, signal: gone.signal });
  gone.abort();
  await expect(answer.text()).rejects.toThrow();
  await finance.agent.get('/api/audit/ledger').expect(200);
});

const cookieOf = async ({ email, password }: TestUser): Promise<string> => {
  const answer = await app.anonymous().post('/api/login').send({ email, password }).expect(200);
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');
};
