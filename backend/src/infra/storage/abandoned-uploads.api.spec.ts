import { Readable } from 'node:stream';
import { startTestApp, type TestApp } from '../../testing/app-harness';
import { AbandonedUploads } from './abandoned-uploads';
import { MediaStore } from './media-store';
import { OBJECT_STORAGE, type ObjectStorage } from './object-storage';
import { StoredObjects } from './stored-objects';

let now = new Date('2026-03-01T12:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
});
afterAll(() => app.close());

describe('uploads that nobody finished', () => {
  it('are deleted after a day, and finished ones are kept', async () => {
    const media = app.get<MediaStore>(MediaStore);
    const common = {
      ownerId: crypto.randomUUID(),
      contentType: 'image/png',
      visibility: 'public' as const,
      maxBytes: 10,
    };
    const address = { key: media.newKey(), exactBytes: null, reserve: 10, quota: 100 };
    const { blob } = await media.receive({ ...common, ...address, source: Readable.from([Buffer.from('x')]) });
    const kept = await media.save({ ...common, buffer: Buffer.from('y') });
    const sweeper = app.get<AbandonedUploads>(AbandonedUploads);
    await expect(sweeper.sweep()).resolves.toBe(0);
    now = new Date(now.getTime() + 25 * 60 * 60 * 1_000);
    await expect(sweeper.sweep()).resolves.toBe(1);
    await expect(app.get<ObjectStorage>(OBJECT_STORAGE).stat(blob)).resolves.toBeNull();
    await app.anonymous().get(kept.url).expect(200);
  });

  it('are deleted after six hours when they were interrupted, and free their part of the quota', async () => {
    const ownerId = crypto.randomUUID();
    const objects = app.get<StoredObjects>(StoredObjects);
    const begun = { blob: 'a-blob-of-a-node-that-was-killed', key: 'k', ownerId, contentType: 'image/png' };
    await objects.beginUpload({ ...begun, visibility: 'private', size: 100 }, 100, now);
    await expect(objects.uploadedBytes(ownerId)).resolves.toBe(100);
    now = new Date(now.getTime() + 7 * 60 * 60 * 1_000);
    await expect(app.get<AbandonedUploads>(AbandonedUploads).sweep()).resolves.toBe(1);
    await expect(objects.uploadedBytes(ownerId)).resolves.toBe(0);
  });
});
