import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncompleteFile } from '@storyreel/ffmpeg';
import { PartStore, type PartWork } from './part-store';

let folder: string;
let store: PartStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-part-store-'));
  store = new PartStore(join(folder, 'parts'), folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const body = (part: string): string => join(part, 'body.mp4');
/** Returns a part of four letters, whose check requires exactly four. */
const four = (made = 'abcd') => ({
  make: jest.fn((draft: string) => Promise.resolve(writeFileSync(body(draft), made))),
  check: jest.fn((part: string) =>
    readFileSync(body(part), 'utf8').length === 4 ? Promise.resolve() : Promise.reject(new IncompleteFile('cut off')),
  ),
});
/** Stores a part like a release that did not check parts. */
const before = async (name: string, content: string): Promise<void> => {
  const unchecked: PartWork = { ...four(content), check: () => Promise.resolve() };
  rmSync(join(await store.keep(name, unchecked), 'checked.json'));
};

it('a part is rendered once, and marked as used whenever a film uses it again', async () => {
  const work = four();
  const place = await store.keep('scene', work, { counted: true });
  const long = new Date(Date.UTC(2020, 0, 1));
  utimesSync(place, long, long);
  expect(await store.keep('scene', work, { counted: true })).toBe(place);
  expect(statSync(place).mtimeMs).toBeGreaterThan(long.getTime());
  expect(work.make).toHaveBeenCalledTimes(1);
  expect(work.check).toHaveBeenCalledTimes(1);
  expect(store.counts).toEqual({ rendered: 1, reused: 1 });
});

it('a failed part leaves no file, nor does an incomplete one', async () => {
  const failing: PartWork = { ...four(), make: () => Promise.reject(new Error('no room')) };
  await expect(store.keep('scene', failing)).rejects.toThrow('no room');
  await expect(store.keep('scene', four('abc'))).rejects.toThrow(IncompleteFile);
  expect(readdirSync(folder)).toEqual([]);
  await expect(store.keep('scene', four())).resolves.toContain('scene');
});

it('a part from an earlier start is checked once before it is used again', async () => {
  await before('scene', 'abcd');
  const work = four();
  await store.keep('scene', work);
  await store.keep('scene', work);
  expect(work.make).not.toHaveBeenCalled();
  expect(work.check).toHaveBeenCalledTimes(1);
});

it.each([
  ['was never checked and is cut off', (name: string) => before(name, 'ab')],
  [
    'lost bytes after it was checked',
    async (name: string) => writeFileSync(body(await store.keep(name, four())), 'ab'),
  ],
])('a part that %s is alone deleted and rendered again', async (_, spoil) => {
  const other = await store.keep('other', four());
  await spoil('scene');
  const work = four();
  expect(readFileSync(body(await store.keep('scene', work)), 'utf8')).toBe('abcd');
  expect(work.make).toHaveBeenCalledTimes(1);
  expect(readFileSync(body(other), 'utf8')).toBe('abcd');
  expect(readdirSync(folder)).toEqual(['parts']);
});
