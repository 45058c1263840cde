import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import S3rver from 's3rver';
import { DiskStorage } from './disk-storage';
import type { ObjectStorage } from './object-storage';
import { S3Storage } from './s3-storage';

const folder = mkdtempSync(join(tmpdir(), 'storyreel-storage-'));
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'media', configs: [] }],
});
const NAME = 'abcdefghijklmnopqrstuvwx';
const stream = (content: string) => Readable.from([Buffer.from(content)], { objectMode: false });
const options = { contentType: 'text/plain', maxBytes: 10 };
const storages: Record<string, () => ObjectStorage> = {
  disk: () => new DiskStorage(join(folder, 'disk')),
  s3: () => bucket,
};
let bucket: S3Storage;
let endpoint: string;

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const config = { bucket: 'media', region: 'us-east-1', endpoint, ...credentials };
  bucket = new S3Storage(config, join(folder, 'spool'));
});
afterAll(async () => {
  bucket.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const spooled = (): number =>
  ['spool', 'disk/incoming'].reduce((count, name) => {
    try {
      return count + readdirSync(join(folder, name)).length;
    } catch {
      return count;
    }
  }, 0);

describe.each(['disk', 's3'])('the %s storage', (kind) => {
  const storage = () => storages[kind]?.() as ObjectStorage;

  it('returns stored bytes, whole and in part', async () => {
    await expect(storage().put(NAME, stream('0123456789'), options)).resolves.toEqual({
      size: 10,
      sha256: '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882',
    });
    const whole = await storage().get(NAME);
    const part = await storage().get(NAME, { start: 2, end: 4 });
    expect(whole && [await text(whole.bytes), whole.size]).toEqual(['0123456789', 10]);
    expect(part && [await text(part.bytes), part.size]).toEqual(['234', 10]);
    await expect(storage().stat(NAME)).resolves.toEqual({ size: 10 });
  });

  it('reports the true size when a range beyond it is requested', async () => {
    await storage().put(`${NAME}-tail`, stream('0123456789'), options);
    const past = await storage().get(`${NAME}-tail`, { start: 20, end: 24 });
    expect(past && [await text(past.bytes), past.size]).toEqual(['', 10]);
  });

  it('replaces earlier bytes under the same name', async () => {
    const name = `${NAME}-again`;
    await storage().put(name, stream('0123456789'), options);
    await storage().put(name, stream('abc'), options);
    const now = await storage().get(name);
    expect(now && [await text(now.bytes), now.size]).toEqual(['abc', 3]);
  });

  it('removes files that a crash left half-written, once they are old enough', async () => {
    const incoming = join(folder, kind === 's3' ? 'spool' : 'disk/incoming');
    mkdirSync(incoming, { recursive: true });
    writeFileSync(join(incoming, 'left-by-a-crash'), 'half');
    await storage().clear(new Date(Date.now() - 60_000));
    expect(spooled()).toBe(1);
    await storage().clear(new Date(Date.now() + 60_000));
    expect(spooled()).toBe(0);
  });

  it('has no file after a deletion, and accepts a second deletion', async () => {
    await storage().put(NAME, stream('x'), options);
    await storage().delete(NAME);
    await storage().delete(NAME);
    await expect(storage().get(NAME)).resolves.toBeNull();
    await expect(storage().stat(NAME)).resolves.toBeNull();
  });

  it('leaves nothing of a file that is too large', async () => {
    const name = `${NAME}-large`;
    await expect(storage().put(name, stream('01234567890'), options)).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    await expect(storage().stat(name)).resolves.toBeNull();
    expect(spooled()).toBe(0);
  });

  it('leaves nothing of an interrupted file', async () => {
    const name = `${NAME}-short`;
    const source = new Readable({
      read() {
        this.push('abc');
        this.destroy(new Error('gone'));
      },
    });
    await expect(storage().put(name, source, options)).rejects.toThrow('gone');
    await expect(storage().stat(name)).resolves.toBeNull();
    expect(spooled()).toBe(0);
  });

  it.each(['../../../etc/passwd', 'a/b', '', '..', `${NAME}.png`])('accepts no name like "%s"', async (name) => {
    await expect(storage().put(name, stream('x'), options)).rejects.toThrow('Not the name');
    await expect(storage().get(name)).rejects.toThrow('Not the name');
  });
});

describe('an S3 that accepts connections and never answers', () => {
  const server = createServer(() => undefined);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));

  it('is given up on, and no file stays in the spool', async () => {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { bucket: 'media', region: 'us-east-1', endpoint, accessKeyId: 'a', secretAccessKey: 'b' };
    const silent = new S3Storage(config, join(folder, 'spool'), { connect: 100, silence: 100 });
    const calls = [silent.get(NAME), silent.stat(NAME), silent.delete(NAME), silent.put(NAME, stream('0123'), options)];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
    expect(spooled()).toBe(0);
    silent.close();
  });
});

it('writes messages of the S3 library to our log, and none to the console', async () => {
  const console_ = (['log', 'info', 'warn', 'error'] as const).map((how) => jest.spyOn(console, how));
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  try {
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const gone = { bucket: 'gone', region: 'us-east-1', endpoint, ...credentials };
    const storage = new S3Storage(gone, join(folder, 'spool'));
    await expect(storage.put(NAME, stream('0123'), options)).rejects.toThrow(/bucket/u);
    storage.close();
    expect(warned.mock.calls.map(String)).toEqual([expect.stringContaining('non-retryable streaming request')]);
    expect(console_.flatMap(({ mock }) => mock.calls)).toEqual([]);
  } finally {
    jest.restoreAllMocks();
  }
});
