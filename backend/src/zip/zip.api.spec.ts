import { createHash } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { StoredObjects } from '../platform/storage';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { projectWithScene } from '../testing/make-story';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const read = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(Buffer.concat(chunks)));
    });
  });

const unzip = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((done, failed) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return failed(error);
      const files = new Map<string, Buffer>();
      zip.on('entry', (entry: Entry) => {
        read(zip, entry).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, failed);
      });
      zip.on('end', () => done(files));
      zip.readEntry();
    });
  });

interface Manifest {
  files: { file: string | null; sha256: string; url: string; problem: string | null }[];
}

async function sceneWithImages(): Promise<string> {
  const { projectId, sceneId } = await projectWithScene(user);
  await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
  await app.idle();
  return projectId;
}

const download = (projectId: string) =>
  user.agent
    .get(`/api/projects/${projectId}/download-all`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });

const manifestOf = (files: Map<string, Buffer>): Manifest =>
  JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as Manifest;

/** Where the bytes of a media address lie. */
async function placeOf(url: string): Promise<string> {
  const object = await app.get<StoredObjects>(StoredObjects).findReady(url.replace('/api/media/', ''));
  const blob = object?.blob ?? '';
  return join(app.home, 'media', blob.slice(0, 2), blob.slice(2, 4), blob);
}

describe('a project with images', () => {
  it('comes as a ZIP whose manifest tells the truth [CREATE-03]', async () => {
    const answer = await download(await sceneWithImages());
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`filename="The_Lamp_assets.zip"`);
    const files = await unzip(answer.body as Buffer);
    const manifest = manifestOf(files);
    expect(manifest.files).toHaveLength(4);
    for (const { file, sha256 } of manifest.files) {
      expect(file).toMatch(/^images\/001_dawn_\d(_main)?\.\w+$/);
      expect(
        createHash('sha256')
          .update(files.get(file ?? '') ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(files.get('prompts/001_dawn.txt')?.toString()).toContain('a lighthouse at dawn');
    expect(files.has('storyboard.txt')).toBe(true);
  });
});

describe('a project whose files are not all whole', () => {
  it('comes as a ZIP of the others, which names what is missing or damaged', async () => {
    const projectId = await sceneWithImages();
    const urls = manifestOf(await unzip((await download(projectId)).body as Buffer)).files.map(({ url }) => url);
    const [missing = '', cut = '', altered = ''] = await Promise.all(urls.map(placeOf));
    rmSync(missing);
    truncateSync(cut, 100);
    const bytes = readFileSync(altered);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
    writeFileSync(altered, bytes);

    const answer = await download(projectId);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-left-out']).toBe('2');
    const files = await unzip(answer.body as Buffer);
    const manifest = manifestOf(files);
    expect(manifest.files.map(({ problem }) => problem)).toEqual(['missing', 'damaged', 'damaged', null]);
    expect(manifest.files.map(({ file }) => file !== null)).toEqual([false, false, false, true]);
    expect([...files.keys()].filter((name) => name.startsWith('images/'))).toEqual([manifest.files[3]?.file]);
    expect(files.get('LEFT_OUT.txt')?.toString()).toContain('images/001_dawn_2: damaged');
  });

  it('is refused before its first byte when none is left', async () => {
    const projectId = await sceneWithImages();
    const { files } = manifestOf(await unzip((await download(projectId)).body as Buffer));
    for (const { url } of files) rmSync(await placeOf(url));
    await user.agent.get(`/api/projects/${projectId}/download-all`).expect(503).expect('content-type', /json/);
  });
});

describe('a project without media', () => {
  it('is answered with 404 and a message', async () => {
    const { projectId } = await projectWithScene(user);
    await user.agent.get(`/api/projects/${projectId}/download-all`).expect(404, {
      code: 'not_found',
      message: "This project doesn't have any videos or audio files to download.",
    });
    const stranger = await app.newUser();
    await stranger.agent.get(`/api/projects/${projectId}/download-all`).expect(404);
  });
});
