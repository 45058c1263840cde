import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import S3rver from 's3rver';
import { smallFileSystem } from '../testing/small-disk';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { DiskStorage } from '../infra/storage/disk-storage';
import { S3Storage } from '../infra/storage/s3-storage';
import { WriteProbes } from './write-probes';

/** An S3 server with one bucket, 'media'; the tests also use a bucket that does not exist. */
const folder = mkdtempSync(join(tmpdir(), 'storyreel-probes-'));
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'media', configs: [] }],
});
let database: TestDatabase;
let endpoint: string;
beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
const told: string[] = [];
beforeEach(() => {
  told.length = 0;
  jest.spyOn(Logger.prototype, 'error').mockImplementation((...parts) => void told.push(String(parts[1])));
  jest.spyOn(Logger.prototype, 'log').mockImplementation((words) => void told.push(String(words)));
});
afterEach(() => jest.restoreAllMocks());

it('reports nothing about writable stores, and leaves no test file behind', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const probes = new WriteProbes({ home }, new DiskStorage(join(home, 'media')), database.pool);
  expect([...(await probes.failing())]).toEqual([]);
  expect(told).toEqual([]);
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files).toEqual([]);
});

/** A data directory that is not writable at first; `free` makes it writable. */
interface Unwritable {
  folder: string;
  free(): void;
  close(): Promise<void> | void;
}

async function fullDisk(): Promise<Unwritable> {
  const disk = await smallFileSystem(2);
  if (!disk) return replacedByFile();
  disk.leave(0);
  return disk;
}

function replacedByFile(): Unwritable {
  const place = join(mkdtempSync(join(folder, 'file-')), 'home');
  writeFileSync(place, '');
  const free = (): void => {
    rmSync(place);
    mkdirSync(place);
  };
  return { folder: place, free, close: () => undefined };
}

it.each([
  ['a full disk, where one can be mounted', fullDisk],
  ['a folder that a file has replaced', replacedByFile],
])('names the stores on %s, logs it once, and notices within 15 s that they are writable again', async (_, open) => {
  const disk = await open();
  const home = disk.folder;
  try {
    const probes = new WriteProbes({ home }, new DiskStorage(join(home, 'media')), database.pool);
    expect([...(await probes.failing(0))].sort()).toEqual(['data folder', 'media storage']);
    expect([...(await probes.failing(15_000))].sort()).toEqual(['data folder', 'media storage']);
    expect(told.sort()).toEqual([
      'Nothing can be written to the data folder',
      'Nothing can be written to the media storage',
    ]);
    disk.free();
    expect((await probes.failing(29_999)).size).toBe(2);
    expect((await probes.failing(30_000)).size).toBe(0);
    expect(told.slice(2).sort()).toEqual([
      'The data folder can be written again',
      'The media storage can be written again',
    ]);
    expect(readdirSync(home)).toEqual(['media']);
  } finally {
    await disk.close();
  }
});

it.each([
  ['media', []],
  ['gone', ['media storage']],
])('reports of the bucket %s: %j', async (bucket, failing) => {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const storage = new S3Storage({ bucket, region: 'us-east-1', endpoint, ...credentials }, join(folder, 'spool'));
  try {
    const probes = new WriteProbes({ home: folder }, storage, database.pool);
    expect([...(await probes.failing())]).toEqual(failing);
  } finally {
    storage.close();
  }
});

it('names a read-only database, and checks each store once for concurrent callers', async () => {
  const other = await createTestDatabase();
  try {
    const name = new URL(other.url).pathname.slice(1);
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    const put = jest.fn(() => Promise.resolve({ size: 0, sha256: '' }));
    const probes = new WriteProbes({ home: folder }, { put, delete: () => Promise.resolve() }, other.pool);
    const answers = await Promise.all([probes.failing(0), probes.failing(1), probes.failing(14_999)]);
    expect(answers.map((answer) => [...answer])).toEqual(Array(3).fill(['database']));
    expect(put).toHaveBeenCalledTimes(1);
  } finally {
    await other.drop();
  }
});
