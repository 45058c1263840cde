import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { MediaStore, StoredObjects } from '../../infra/storage';
import { startTestApp, type TestApp } from '../../testing/app-harness';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Stores a file of a thousand bytes, and returns the path of its bytes. */
async function stored(): Promise<{ url: string; file: string }> {
  const { key, url } = await app.get<MediaStore>(MediaStore).save({
    ownerId: crypto.randomUUID(),
    buffer: Buffer.alloc(1_000, 'x'),
    contentType: 'video/mp4',
    visibility: 'public',
    maxBytes: 1_000,
  });
  const { blob } = (await app.get<StoredObjects>(StoredObjects).findReady(key)) ?? { blob: '' };
  return { url, file: join(app.home, 'media', blob.slice(0, 2), blob.slice(2, 4), blob) };
}

describe.each([
  ['cut short', 'damaged in storage', (file: string) => truncateSync(file, 400)],
  ['missing', 'missing from storage', (file: string) => rmSync(file)],
])('a stored file that is %s', (_, said, damage) => {
  it('is answered as an error without caching, never as a success', async () => {
    const { url, file } = await stored();
    damage(file);
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=500-' }]) {
      const answer = await app.anonymous().get(url).set(headers).expect(503);
      expect(answer.body).toMatchObject({ code: 'unavailable', message: expect.stringContaining(said) });
      expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
      expect(answer.headers['content-range']).toBeUndefined();
    }
    await app.anonymous().head(url).expect(503);
  });
});
