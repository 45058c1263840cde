import { createHash } from 'node:crypto';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
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
  files: { file: string; sha256: string; url: string }[];
}

describe('a project with images', () => {
  it('comes as a ZIP whose manifest tells the truth [CREATE-03]', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
    await app.idle();
    const answer = await user.agent
      .get(`/api/projects/${projectId}/download-all`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`filename="The_Lamp_assets.zip"`);
    const files = await unzip(answer.body as Buffer);
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as Manifest;
    expect(manifest.files).toHaveLength(4);
    for (const { file, sha256 } of manifest.files) {
      expect(file).toMatch(/^images\/001_dawn_\d(_main)?\.\w+$/);
      expect(
        createHash('sha256')
          .update(files.get(file) ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(files.get('prompts/001_dawn.txt')?.toString()).toContain('a lighthouse at dawn');
    expect(files.has('storyboard.txt')).toBe(true);
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
