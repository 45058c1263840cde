import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '../../infra/config/app-config';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { check, exportLedger } from './export';
import { prove } from './prove';
import { verify } from './verify';

let app: TestApp;
let ada: TestUser;
let folder: string;
let config: AppConfig;
let said: string;
const exitCode = process.exitCode;
beforeAll(async () => {
  app = await startTestApp({ alone: true });
  ada = await app.newUser();
  await app.newUser();
  await ada.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
  await app.idle();
  config = { ...app.runtime.config, databaseUrl: app.runtime.databaseUrl };
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  said = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    said += String(chunk);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  // The tool's exit code must not become the exit code of the test run.
  process.exitCode = exitCode;
});

const NEVER = new AbortController().signal;
const exported = async (name: string, ...args: string[]): Promise<string> => {
  const file = join(folder, name);
  await exportLedger(config, ['--out', file, ...args], NEVER);
  return file;
};

describe.each(['csv', 'jsonl'])('`npm run ledger -- export --format %s`', (format) => {
  it('writes a whole file, which `check` finds equal to the log', async () => {
    const file = await exported(`all.${format}`, '--format', format);
    expect(said).toContain(`npm run ledger -- check ${file}`);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await check(config, [file]);
    expect(said).toMatch(
      /: \d+ lines, each as the log has it\.\nIt has every entry up to position \d+ of the log\. When/,
    );
    expect(process.exitCode).toBe(exitCode);
  });

  it('says how many entries there are, readable by its owner only, and overwrites no other file', async () => {
    const file = await exported(`none.${format}`, '--format', format, '--user', 'nobody@example.com');
    expect(said).toMatch(/^0 entries in /);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file, 'utf8');
    await expect(exported(`none.${format}`, '--format', format)).rejects.toThrow(`${file} exists already`);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('leaves no file when it is interrupted', async () => {
    const file = join(folder, `interrupted.${format}`);
    const interrupted = exportLedger(config, ['--out', file, '--format', format], AbortSignal.abort('SIGINT'));
    await expect(interrupted).rejects.toMatchObject({
      message: `Interrupted: ${file} was not written.`,
      exitCode: 130,
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    expect(said).toBe('');
  });

  it('writes the filtered entries only', async () => {
    const file = await exported(`purchases.${format}`, '--format', format, '--kind', 'purchase', '--user', ada.email);
    const text = await readFile(file, 'utf8');
    expect(text.match(/Zaps purchased \(sandbox\)/g)).toHaveLength(1);
    expect(text).not.toContain('Welcome zaps');
    said = '';
    await check(config, [file]);
    expect(said).toMatch(/: \d+ lines, each as the log has it\.\n/);
    expect(said).toContain(`It has the entries of the user ${ada.id}, of the kind purchase, up to position `);
  });

  it('fails `check` after a line was changed: with the line, and exit code 1', async () => {
    const file = await exported(`changed.${format}`, '--format', format);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Zaps purchased');
    await writeFile(file, text.replace('Zaps purchased', 'Zaps borrowed'));
    await check(config, [file]);
    expect(said).toMatch(new RegExp(`changed\\.${format}:\\d+: `));
    expect(process.exitCode).toBe(1);
  });

  it('fails `check` after its end was cut off', async () => {
    const file = await exported(`cut.${format}`, '--format', format);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
    await check(config, [file]);
    expect(process.exitCode).toBe(1);
  });
});

describe('a failing command', () => {
  it.each([
    ['export without a file', () => exportLedger(config, [], NEVER), 'Say where to write to: --out FILE.'],
    ['check without a file', () => check(config, []), 'Say which file.'],
    ['check of a missing file', () => check(config, [join(folder, 'missing.csv')]), 'ENOENT'],
    ['an unknown kind', () => exported('no.csv', '--kind', 'gift'), '--kind takes one of grant, '],
    ['an unknown format', () => exported('no.csv', '--format', 'pdf'), '--format takes csv or jsonl'],
    [
      'an invalid period',
      () => exported('no.csv', '--from', 'May'),
      "--from takes a day such as 2026-11-22, or an instant such as 2026-11-22T10:00:00Z, not 'May'.",
    ],
    ['an invalid project id', () => exported('no.csv', '--project', 'x'), '--project takes the id of a project'],
    ['a folder instead of a file', () => check(config, [folder]), 'is a folder, not a file'],
    ['an unknown option', () => exported('no.csv', '--colour', 'red'), "Unknown option '--colour'"],
  ])('names its error and writes nothing: %s', async (_name, run, message) => {
    await expect(run()).rejects.toThrow(message);
    expect((await readdir(folder)).filter((name) => name.startsWith('no.'))).toEqual([]);
  });
});

describe('`npm run ledger -- verify`', () => {
  it('names the place that it read, and does not call a ledger without a signed day sound', async () => {
    await verify(config, []);
    expect(said).toMatch(/^Looked in the database \S+ at \S+\.\n\d+ entries of \d+ wallets, 0 days of signed heads: /);
    expect(said).toContain(': nothing wrong.\nNo day was signed yet, so a rewritten or shortened history');
    expect(process.exitCode).toBe(3);
    said = '';
    await verify(config, ['--json']);
    expect(JSON.parse(said)).toMatchObject({ signedDays: 0, badCount: 0, unproven: expect.stringMatching(/^No day/) });
  });

  it.each([
    ['a data folder', () => ({ databaseUrl: undefined, home: join(folder, 'nowhere') }), 'the data folder '],
    [
      'a database',
      () => ({ databaseUrl: config.databaseUrl?.replace(/\/[^/]*$/, '/postgres') }),
      'the database postgres',
    ],
  ])('creates no installation in an empty %s', async (_name, place, named) => {
    const elsewhere = { ...config, ...place() };
    await expect(verify(elsewhere, [])).rejects.toThrow(`There is no installation in ${named}`);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('accepts a folder with copies of signed days, but no file', async () => {
    await expect(verify(config, ['--heads', join(folder, 'missing')])).rejects.toThrow('ENOENT');
    const file = await exported('heads.csv');
    await expect(verify(config, ['--heads', file])).rejects.toThrow(
      '--heads takes a folder with copies of signed days',
    );
  });

  it('proves nothing for an unsigned day', async () => {
    await expect(prove(config, [ada.email])).rejects.toThrow('No signed day has a root over all wallets');
    await expect(prove(config, [])).rejects.toThrow('Name one user');
  });
});
