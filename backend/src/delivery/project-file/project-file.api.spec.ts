import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import type { ErrorBody, HistoryEntry, Project, Scene, Style } from '@storyreel/contracts';
import { keyOfMediaUrl, StoredObjects } from '../../infra/storage';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';
import { PNG } from '../../testing/routes/belongings';
import { binary, unzip } from '../../testing/unzip';

let app: TestApp;
let ann: TestUser;
let bo: TestUser;
let projectId: string;
let packed: Map<string, Buffer>;

const get = async <Body>(user: TestUser, path: string): Promise<Body> =>
  (await user.agent.get(path).expect(200)).body as Body;
const scenesOf = (user: TestUser, id: string) => get<Scene[]>(user, `/api/scenes?projectId=${id}`);
const historyOf = (user: TestUser, id: string) => get<HistoryEntry[]>(user, `/api/projects/${id}/history?limit=200`);

async function upload(user: TestUser, bytes: Buffer, type: string): Promise<string> {
  const { uploadURL } = (await user.agent.post('/api/upload').expect(200)).body as { uploadURL: string };
  await user.agent.put(uploadURL).set('content-type', type).send(bytes).expect(200);
  const done = await user.agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return (done.body as { url: string }).url;
}

const exported = async (user: TestUser, id: string): Promise<Map<string, Buffer>> =>
  unzip((await user.agent.get(`/api/projects/${id}/export`).buffer(true).parse(binary).expect(200)).body as Buffer);

function zipped(files: Map<string, Buffer>): Promise<Buffer> {
  const archive = new ZipArchive();
  const out = archive.pipe(new PassThrough());
  for (const [name, bytes] of files) archive.append(bytes, { name });
  void archive.finalize();
  return buffer(out);
}

const send = (user: TestUser, bytes: Buffer, key = 'import-of-a-project') =>
  user.agent
    .post('/api/projects/import')
    .set('content-type', 'application/zip')
    .set('idempotency-key', key)
    .send(bytes);

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns a project file with one file changed and that file's hash in the manifest updated, as after an edit by hand.
 */
function changed(name: string, change: (bytes: Buffer) => Buffer, { told = true } = {}): Map<string, Buffer> {
  const files = new Map(packed);
  const before = files.get(name) ?? Buffer.alloc(0);
  const after = change(before);
  files.set(name, after);
  const manifest = files.get('manifest.json')?.toString() ?? '';
  if (told && name !== 'manifest.json')
    files.set('manifest.json', Buffer.from(manifest.replaceAll(hash(before), hash(after))));
  return files;
}
const text = (change: (text: string) => string) => (bytes: Buffer) => Buffer.from(change(bytes.toString()));

beforeAll(async () => {
  app = await startTestApp();
  [ann, bo] = [await app.newUser(), await app.newUser()];
  const made = await projectWithScene(ann);
  projectId = made.projectId;
  const { sceneId } = made;
  await ann.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
  await app.idle();
  const imageUrl = await upload(ann, PNG, 'image/png');
  await ann.agent.post(`/api/scenes/${sceneId}/images`).send({ imageUrl }).expect(200);
  const style = { name: 'Chalk', imageUrl, category: 'Custom', attributes: 'white chalk on slate' };
  const { id: selectedStyle } = (await ann.agent.post('/api/styles').send(style).expect(201)).body as Style;
  await ann.agent.patch(`/api/projects/${projectId}`).send({ selectedStyle, characters: 'Mara: a keeper' }).expect(200);
  await ann.agent.post('/api/scenes').send({ projectId, title: 'noon' }).expect(201);
  packed = await exported(ann, projectId);
}, 60_000);
afterAll(() => app?.close());

describe('a project as one file', () => {
  it('is the same project in another account: texts, media, style and history, and no zap is moved', async () => {
    const before = await app.events();
    const project = (await send(bo, await zipped(packed)).expect(201)).body as Project;
    await app.idle();
    const [theirs, scenes] = [await get<Project>(ann, `/api/projects/${projectId}`), await scenesOf(ann, projectId)];
    const [ours, copies] = [await get<Project>(bo, `/api/projects/${project.id}`), await scenesOf(bo, project.id)];

    const own = { id: '', userId: '', thumbnail: '', createdAt: '', updatedAt: '', revision: '', selectedStyle: '' };
    expect({ ...ours, ...own }).toEqual({ ...theirs, ...own });
    expect(ours.userId).toBe(bo.id);
    const plain = ({ id: _id, projectId: _project, createdAt: _c, updatedAt: _u, revision: _r, ...scene }: Scene) => ({
      ...scene,
      imageUrl: scene.imageUrl !== null,
      imageUrls: scene.imageUrls.length,
      imageIds: scene.imageIds.length,
      imageJobIds: scene.imageJobIds.length,
    });
    expect(copies.map(plain)).toEqual(scenes.map(plain));
    expect(copies.map(({ id }) => id)).not.toEqual(expect.arrayContaining(scenes.map(({ id }) => id)));

    const bytes = async (user: TestUser, urls: readonly string[]) =>
      Promise.all(
        urls.map(async (url) => (await user.agent.get(url).buffer(true).parse(binary).expect(200)).body as Buffer),
      );
    const all = (list: Scene[]) => list.flatMap(({ imageUrls }) => imageUrls);
    expect(await bytes(bo, all(copies))).toEqual(await bytes(ann, all(scenes)));
    await ann.agent.get(all(copies)[0] ?? '').expect(404);

    const origin = async (url: string) => {
      const object = await app.get<StoredObjects>(StoredObjects).findReady(keyOfMediaUrl(url) ?? '');
      return [object?.generated, object?.mixed];
    };
    expect(await Promise.all(all(copies).map(origin))).toEqual(await Promise.all(all(scenes).map(origin)));
    expect(new Set((await Promise.all(all(copies).map(origin))).map(([generated]) => generated)).size).toBe(2);

    const styles = await get<Style[]>(bo, '/api/styles');
    expect(styles.find(({ id }) => id === ours.selectedStyle)?.attributes).toBe('white chalk on slate');

    const [first, ...earlier] = (await historyOf(bo, project.id)).map(({ what, at, zaps, way, earlier: told }) => ({
      ...{ what, at, zaps, way, told: told !== undefined },
    }));
    expect(first?.what).toMatch(/^Imported from a file/u);
    const told = (await historyOf(ann, projectId)).map(({ what, at, zaps }) => ({ what, at, zaps }));
    expect(earlier).toEqual(told.map((step) => ({ ...step, way: 'none', told: true })));

    const added = (await app.events()).slice(before.length).filter(({ streamId }) => !streamId.startsWith('access-'));
    expect(new Set(added.map(({ type }) => type))).toEqual(new Set(['StyleAdded', 'ProjectCreated']));
  });

  it('is imported once however often it is sent under a key, and has new ids with another key', async () => {
    const zip = await zipped(packed);
    const ids = [];
    for (const key of ['import-it-once', 'import-it-once', 'import-it-again'])
      ids.push(((await send(bo, zip, key).expect(201)).body as Project).id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    const [one, other] = [await scenesOf(bo, ids[0] ?? ''), await scenesOf(bo, ids[2] ?? '')];
    const imageIds = [...one, ...other].flatMap((scene) => scene.imageIds);
    expect(new Set(imageIds).size).toBe(imageIds.length);
  });

  it('comes out of an import as it went in, with the history from before', async () => {
    const { id } = (await send(bo, await zipped(packed), 'in-and-out-again').expect(201)).body as Project;
    const again = await exported(bo, id);
    const media = (files: Map<string, Buffer>) => [...files.keys()].filter((name) => name.startsWith('media/')).sort();
    expect(media(again)).toEqual(media(packed));
    const lines = (files: Map<string, Buffer>) => files.get('history.jsonl')?.toString().trim().split('\n') ?? [];
    expect(lines(again)).toHaveLength(lines(packed).length + 1);
    expect(JSON.stringify([...again].map(([, bytes]) => bytes.toString('latin1')))).not.toContain(ann.id);
  });

  const mainText = () => packed.get('project.json')?.toString() ?? '';
  const image = () => [...packed.keys()].find((name) => name.startsWith('media/')) ?? '';
  /** Returns a project file whose image is replaced by text, with matching hashes everywhere. */
  function withoutImage(): Map<string, Buffer> {
    const name = image();
    const bytes = Buffer.alloc(packed.get(name)?.length ?? 0, 'x');
    const [before, after] = [hash(packed.get(name) ?? bytes), hash(bytes)];
    const files = changed(
      'project.json',
      text((it) => it.replaceAll(before, after)),
    );
    files.delete(name);
    files.set(name.replace(before, after), bytes);
    files.set('manifest.json', text((it) => it.replaceAll(before, after))(files.get('manifest.json') ?? bytes));
    return files;
  }
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['no ZIP', () => Buffer.from('not a ZIP at all'), /isn't a project file of Storyreel, or it is damaged/u],
    ['half a ZIP', async () => (await zipped(packed)).subarray(0, 2_000), /or it is damaged/u],
    ['another ZIP', () => zipped(new Map([['letter.txt', PNG]])), /isn't a project file of Storyreel. Choose/u],
    [
      'a file of a newer release',
      () =>
        zipped(
          changed(
            'manifest.json',
            text((it) => it.replace('"version": 1', '"version": 2')),
          ),
        ),
      /newer release of Storyreel wrote this file/u,
    ],
    [
      'changed media',
      () => zipped(changed(image(), (it) => Buffer.from(it).fill(1, 60, 61), { told: false })),
      /was changed or damaged/u,
    ],
    [
      'changed texts',
      () =>
        zipped(
          changed(
            'project.json',
            text((it) => `${it} `),
            { told: false },
          ),
        ),
      /project.json was changed/u,
    ],
    ['media that are none', () => zipped(withoutImage()), /can't be used\. It isn't an image/u],
    [
      'an address of somebody else’s file',
      () =>
        zipped(
          changed(
            'project.json',
            text((it) => it.replace(/media:[0-9a-f]{64}/u, '/api/media/abcdefghijklmnopqrstuvwx')),
          ),
        ),
      /must name a file by its hash/u,
    ],
    [
      'media that it does not have',
      () =>
        zipped(
          changed(
            'project.json',
            text((it) => it.replaceAll(/media:[0-9a-f]{4}/gu, 'media:0000')),
          ),
        ),
      /is incomplete/u,
    ],
    [
      'a title that is too long',
      () =>
        zipped(
          changed(
            'project.json',
            text(() => mainText().replace('"The Lamp"', `"${'x'.repeat(501)}"`)),
          ),
        ),
      /fields.title/u,
    ],
  ])('is refused in words when it is %s, and leaves nothing behind', async (_, file, message) => {
    const cy = await app.newUser();
    const answer = await send(cy, await file());
    expect([answer.status, (answer.body as ErrorBody).message]).toEqual([400, expect.stringMatching(message)]);
    expect(await get<Project[]>(cy, '/api/projects')).toEqual([]);
    expect(await app.get<StoredObjects>(StoredObjects).uploadedBytes(cy.id)).toBe(0);
  });

  it('is not exported by anybody else', async () => {
    await bo.agent.get(`/api/projects/${projectId}/export`).expect(404);
  });

  it('believes no list of origins that another installation signed when it would hide that a model made a file', async () => {
    const claim = text((it) => it.replaceAll('"generated"', '"uploaded"'));
    const { id } = (await send(bo, await zipped(changed('provenance.json', claim)), 'hidden-origins').expect(201))
      .body as Project;
    const [scene] = await scenesOf(bo, id);
    const found = await Promise.all(
      (scene?.imageUrls ?? []).map((url) => app.get<StoredObjects>(StoredObjects).findReady(keyOfMediaUrl(url) ?? '')),
    );
    expect(found.filter((object) => object?.generated).length).toBeGreaterThan(0);
  });
});
