import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartStore } from './part-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-part-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a part is made once, and counts as used whenever a film uses it again', async () => {
  const store = new PartStore(join(folder, 'parts'), folder);
  const make = jest.fn((draft: string) => {
    writeFileSync(join(draft, 'body.mp4'), 'x');
    return Promise.resolve();
  });
  const place = await store.keep('scene', make, { counted: true });
  const long = new Date(Date.UTC(2020, 0, 1));
  utimesSync(place, long, long);
  expect(await store.keep('scene', make, { counted: true })).toBe(place);
  expect(statSync(place).mtimeMs).toBeGreaterThan(long.getTime());
  expect(make).toHaveBeenCalledTimes(1);
  expect(store.counts).toEqual({ rendered: 1, reused: 1 });
});

it('a part that was not made leaves nothing', async () => {
  const store = new PartStore(join(folder, 'parts'), folder);
  await expect(store.keep('scene', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  await expect(store.keep('scene', () => Promise.resolve())).resolves.toContain('scene');
});
