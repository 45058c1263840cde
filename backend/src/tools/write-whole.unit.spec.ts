import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { explainFailure } from './run-tool';
import { writeWhole } from './output';

const NEVER = new AbortController().signal;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-whole-'));
  file = join(folder, 'export.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const text = (words: string) => (part: Writable) => Promise.resolve(void part.write(words));
const refused = (writing: Promise<unknown>): Promise<unknown> =>
  writing.then(
    () => 'It was written.',
    (error: unknown) => error,
  );

describe('a file that is written whole or not at all', () => {
  it('gets its name once it is complete, and is readable by its owner only', async () => {
    const written = await writeWhole(file, NEVER, async (part) => {
      part.write('one\n');
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^export\.jsonl\.\d+\.part$/)]);
      part.write('two\n');
      return 2;
    });
    expect(written).toBe(2);
    expect(await readdir(folder)).toEqual(['export.jsonl']);
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is missing when writing it fails', async () => {
    const failing = writeWhole(file, NEVER, async (part) => {
      await text('one\n')(part);
      throw new Error('The log is away.');
    });
    expect(await refused(failing)).toMatchObject({ message: 'The log is away.' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a reader that stops in order', () => Promise.resolve()],
    ['a reader that gives up', () => Promise.reject(new Error('aborted'))],
  ])('is missing when %s is interrupted', async (_how, stopped) => {
    const interruption = new AbortController();
    const interrupted = writeWhole(file, interruption.signal, async (part) => {
      await text('one\n')(part);
      interruption.abort('SIGTERM');
      return stopped();
    });
    expect(await refused(interrupted)).toMatchObject({
      message: `Interrupted: ${file} was not written.`,
      exitCode: 143,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces no other file, whether that was there before or appeared meanwhile', async () => {
    const write = jest.fn(text('mine'));
    await writeFile(file, 'theirs');
    expect(explainFailure(await refused(writeWhole(file, NEVER, write)))).toMatch(/export\.jsonl exists already\. /);
    expect(write).not.toHaveBeenCalled();
    await rm(file);
    const late = writeWhole(file, NEVER, async (part) => {
      await text('mine')(part);
      await writeFile(file, 'theirs');
    });
    expect(explainFailure(await refused(late))).toMatch(/export\.jsonl exists already\. /);
    expect(await readdir(folder)).toEqual(['export.jsonl']);
    expect(await readFile(file, 'utf8')).toBe('theirs');
  });

  it('is named as requested when there is no space for it', async () => {
    const nowhere = join(folder, 'missing', 'export.jsonl');
    expect(explainFailure(await refused(writeWhole(nowhere, NEVER, text('one'))))).toBe(`There is no ${nowhere}.`);
  });
});
