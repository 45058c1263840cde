import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ZipArchive } from 'archiver';
import type { Scene } from '@storyreel/contracts';
import { isProvenance, provenanceFaults, type ProvenanceFile, trustedLedgerKeys } from '../../ledger';
import { StoredObjects } from '../../infra/storage';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';
import { binary, unzip } from '../../testing/unzip';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

interface Manifest {
  files: { file: string | null; sha256: string; url: string; problem: string | null }[];
}

/**
 * Expects the signed list of an unpacked ZIP to be valid as it is, and to reveal a changed list, an unknown key, and a
 * changed or missing file.
 */
async function noticesChanges(files: Map<string, Buffer>, one: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const text = files.get('provenance.json')?.toString() ?? '';
    const trusted = trustedLedgerKeys(app.runtime.config);
    const faults = async (list: string, keys = trusted) => (await provenanceFaults(list, folder, keys)).faults;
    expect(isProvenance(text)).toBe(true);
    expect(await faults(text)).toEqual([]);
    expect(await faults(text.replace('"generated"', '"uploaded"'))).toEqual([
      'The list was changed after it was signed.',
    ]);
    expect(await faults(text, new Set())).toEqual(['It is signed with a key of another installation.']);
    expect(await faults('{}')).toEqual(['The list is not in the format that Storyreel writes.']);
    writeFileSync(join(folder, one), 'something else');
    expect(await faults(text)).toEqual([`${one} was changed.`]);
    rmSync(join(folder, one));
    expect(await faults(text)).toEqual([`${one} is missing.`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function sceneWithImages(): Promise<string> {
  const { projectId, sceneId } = await projectWithScene(user);
  await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
  await app.idle();
  return projectId;
}

const download = (projectId: string) =>
  user.agent.get(`/api/projects/${projectId}/download-all`).buffer(true).parse(binary);

const manifestOf = (files: Map<string, Buffer>): Manifest =>
  JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as Manifest;

/** Returns the path of the stored file behind a media address. */
async function placeOf(url: string): Promise<string> {
  const object = await app.get<StoredObjects>(StoredObjects).findReady(url.replace('/api/media/', ''));
  const blob = object?.blob ?? '';
  return join(app.home, 'media', blob.slice(0, 2), blob.slice(2, 4), blob);
}

/** A minimal WAV recording: a header and one sample. */
const WAV = Buffer.from(
  'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
  'latin1',
);

async function upload(bytes: Buffer, type: string): Promise<string> {
  const { uploadURL } = (await user.agent.post('/api/upload').expect(200)).body as { uploadURL: string };
  await user.agent.put(uploadURL).set('content-type', type).send(bytes).expect(200);
  const done = await user.agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return (done.body as { url: string }).url;
}

const bytesAt = async (url: string): Promise<Buffer> =>
  (await user.agent.get(url).buffer(true).parse(binary).expect(200)).body as Buffer;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a project with all kinds of media', () => {
  it('comes as a ZIP of exactly its images, clips, narration, final video and texts [CREATE-03]', async () => {
    const projectId = await sceneWithImages();
    const [{ id: sceneId = '' } = {}] = (await user.agent.get('/api/scenes').query({ projectId })).body as Scene[];
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    await user.agent
      .post('/api/replicate/generate-video')
      .send({ sceneId, modelId: 'kling-v2.1', settings })
      .expect(200);
    await app.idle();
    const { imageUrls, videos } = (await user.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
    const clip = videos[0]?.url ?? '';
    const narration = await upload(WAV, 'audio/wav');
    const fields = {
      storyAudioUrl: narration,
      storyAudioFilename: 'me.wav',
      storyAudioStatus: 'complete',
      completedVideoUrl: clip,
      completedVideoFilename: 'film.mp4',
      completedVideoStatus: 'complete',
    };
    await user.agent.patch(`/api/projects/${projectId}`).send(fields).expect(200);

    const answer = await download(projectId);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toContain(`filename="The_Lamp_assets.zip"`);
    const files = await unzip(answer.body as Buffer);
    const named = (pattern: RegExp) => [...files].filter(([name]) => pattern.test(name)).map(([, bytes]) => bytes);
    const hashes = (all: Buffer[]) => all.map(sha256).sort();
    expect(hashes(named(/^images\/001_dawn_\d(_main)?\.\w+$/))).toEqual(
      hashes(await Promise.all(imageUrls.map(bytesAt))),
    );
    expect(named(/^images\/001_dawn_1_main\./)).toHaveLength(1);
    expect(hashes(named(/^videos\/001_dawn_1_main\.mp4$/))).toEqual([sha256(await bytesAt(clip))]);
    expect(hashes(named(/^final_video\.mp4$/))).toEqual([sha256(await bytesAt(clip))]);
    expect(hashes(named(/^audio\/story\.wav$/))).toEqual([sha256(WAV)]);
    expect(files.get('prompts/001_dawn.txt')?.toString()).toContain('a lighthouse at dawn');
    expect(files.get('storyboard.txt')?.toString()).toContain('Mara climbed the lighthouse stairs at dawn.');
    const texts = ['manifest.json', 'provenance.json', 'prompts/001_dawn.txt', 'storyboard.txt'];
    const cuts = ['editor/README.txt', 'editor/film.edl', 'editor/film.fcpxml', 'editor/film.otio'];
    expect([...files.keys()].filter((name) => name.startsWith('editor/')).sort()).toEqual(cuts);
    const edl = files.get('editor/film.edl')?.toString() ?? '';
    const [, shown = ''] = /\* SOURCE FILE: \.\.\/(.+)\r/u.exec(edl) ?? [];
    expect([...files.keys()]).toContain(shown);
    expect(shown).toMatch(/^videos\/001_dawn_1_main/u);
    expect(files.size).toBe(imageUrls.length + 1 + 1 + 1 + texts.length + cuts.length);
    const list = JSON.parse(files.get('provenance.json')?.toString() ?? '') as { files: ProvenanceFile[] };
    const made = new Map(list.files.map(({ file, origin, model }) => [file, [origin, model]]));
    expect(list.files).toHaveLength(manifestOf(files).files.length);
    expect(made.get(shown)).toEqual(['generated', 'kling-v2.1']);
    expect(made.get('audio/story.wav')).toEqual(['uploaded', null]);
    await noticesChanges(files, list.files[0]?.file ?? '');
    for (const { file, sha256: told } of manifestOf(files).files) {
      expect(sha256(files.get(file ?? '') ?? Buffer.alloc(0))).toBe(told);
    }
  });
});

describe('a project whose files are not all whole', () => {
  it('comes as a ZIP of the whole files, which names the missing and damaged ones', async () => {
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

  it('reports the files that its ZIP would leave out, without packing it', async () => {
    const projectId = await sceneWithImages();
    const { files } = manifestOf(await unzip((await download(projectId)).body as Buffer));
    rmSync(await placeOf(files[0]?.url ?? ''));
    const packed = jest.spyOn(ZipArchive.prototype, 'finalize');
    const { headers } = await user.agent.head(`/api/projects/${projectId}/download-all`).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'x-left-out': '1' });
    expect(headers['content-disposition']).toMatch(/^attachment; .*_assets\.zip/);
    expect(packed).not.toHaveBeenCalled();
    packed.mockRestore();
  });

  it('is refused before the first byte is sent when no file is whole', async () => {
    const projectId = await sceneWithImages();
    const { files } = manifestOf(await unzip((await download(projectId)).body as Buffer));
    for (const { url } of files) rmSync(await placeOf(url));
    await user.agent.get(`/api/projects/${projectId}/download-all`).expect(503).expect('content-type', /json/);
  });
});

describe('a project without media', () => {
  it('is answered with 404 and a message [CREATE-05]', async () => {
    const { projectId } = await projectWithScene(user);
    await user.agent.get(`/api/projects/${projectId}/download-all`).expect(404, {
      code: 'not_found',
      message: "This project doesn't have any videos or audio files to download.",
    });
    const stranger = await app.newUser();
    await stranger.agent.get(`/api/projects/${projectId}/download-all`).expect(404);
  });
});
