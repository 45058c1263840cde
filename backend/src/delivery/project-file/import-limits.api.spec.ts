import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import type { ErrorBody, FinalizedUpload, Project, Scene } from '@storyreel/contracts';
import { tableName } from '../../eventsourcing/views/view';
import { StoredObjects } from '../../infra/storage';
import { ifMissing } from '../../lib/errors';
import { projectListView } from '../../projects/storyboard';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { eventually } from '../../testing/eventually';
import { PNG } from '../../testing/routes/belongings';
import { CLIP } from '../../testing/samples';
import { binary } from '../../testing/unzip';
import { MediaImporter } from './import-media';
import { ProjectImporter } from './import-project';
import { ProjectFile } from './open-project-file';

const WITHIN_MS = 20_000;
const DAY = 86_400_000;

let app: TestApp;
let bo: TestUser;
/** Project file with an image and a clip. */
let file: Buffer;

async function upload(user: TestUser, bytes: Buffer, type: string): Promise<FinalizedUpload> {
  const { uploadURL } = (await user.agent.post('/api/upload').expect(200)).body as { uploadURL: string };
  await user.agent.put(uploadURL).set('content-type', type).send(bytes).expect(200);
  const done = await user.agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return done.body as FinalizedUpload;
}

beforeAll(async () => {
  app = await startTestApp({ alone: true });
  const ann = await app.newUser();
  const { id: projectId } = (await ann.agent.post('/api/projects').send({ title: 'The Lamp' }).expect(201))
    .body as Project;
  const image = await upload(ann, PNG, 'image/png');
  const scene = { projectId, title: 'noon', imageUrl: image.url };
  const { id } = (await ann.agent.post('/api/scenes').send(scene).expect(201)).body as Scene;
  const { url, size, contentType } = await upload(ann, CLIP, 'video/mp4');
  const clip = { url, size, mimeType: contentType, filename: 'waves.mp4' };
  await ann.agent.post(`/api/scenes/${id}/videos`).send(clip).expect(200);
  file = (await ann.agent.get(`/api/projects/${projectId}/export`).buffer(true).parse(binary).expect(200))
    .body as Buffer;
}, 60_000);
beforeEach(async () => {
  bo = await app.newUser();
});
afterAll(() => app?.close());

const send = (key: string = randomUUID(), { agent } = bo) =>
  agent.post('/api/projects/import').set('content-type', 'application/zip').set('idempotency-key', key).send(file);
const projects = async () => (await bo.agent.get('/api/projects').expect(200)).body as Project[];
const stored = () => app.get<StoredObjects>(StoredObjects).uploadedBytes(bo.id);
const folder = () => join(app.runtime.config.home, 'imports');
const unfinished = () => readdir(folder()).catch(ifMissing<string[]>([]));
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).code];

/** Begins a request and leaves it to the test how much of the body to send. */
async function begun(headers: Record<string, string | number>): Promise<ClientRequest> {
  const { email, password } = bo;
  const answer = await app.anonymous().post('/api/login').send({ email, password }).expect(200);
  const cookie = (answer.headers['set-cookie'] as unknown as string[]).map((one) => one.split(';')[0]).join('; ');
  const sent = { cookie, 'content-type': 'application/zip', 'idempotency-key': randomUUID(), ...headers };
  const asked = request(`${app.url}/api/projects/import`, { method: 'POST', headers: sent });
  // The sender disconnects on purpose, so an error is expected.
  asked.on('error', () => undefined);
  return asked;
}
const arriving = () =>
  eventually(
    'The beginning of the import',
    async () => ((await unfinished()).length + (await projects()).length > 0 ? true : null),
    WITHIN_MS,
  );
const noneLeft = () =>
  eventually('The end of the import', async () => ((await unfinished()).length === 0 ? true : null), WITHIN_MS);

/** Fills the user's quota of projects by adding rows to the list view only. */
async function fillProjects(count: number): Promise<void> {
  await bo.agent.post('/api/projects').send({ title: 'One of many' }).expect(201);
  const table = `views.${tableName(projectListView)}`;
  await app.runtime.pool.query(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
     from ${table} t, generate_series(2, $2::int) where t.user_id = $1`,
    [bo.id, count],
  );
}

describe('the import of a project file', () => {
  it('keeps clips playable', async () => {
    const { id } = (await send().expect(201)).body as Project;
    const [scene] = (await bo.agent.get(`/api/scenes?projectId=${id}`).expect(200)).body as Scene[];
    const clip = await bo.agent
      .get(scene?.videoUrl ?? '')
      .buffer(true)
      .parse(binary)
      .expect(200);
    expect([clip.headers['content-type'], (clip.body as Buffer).equals(CLIP)]).toEqual(['video/mp4', true]);
    expect(scene?.imageUrls).toHaveLength(1);
    expect(await stored()).toBe(CLIP.length + PNG.length);
    expect(await unfinished()).toEqual([]);
  });

  it('is refused before anything is stored when the quota is full, and accepted when the file just fits', async () => {
    const quota = app.runtime.config.uploadQuotaBytes;
    await upload(bo, PNG, 'image/png');
    const leave = (bytes: number) =>
      app.runtime.pool.query('update platform.stored_objects set size = $2 where owner_id = $1', [
        bo.id,
        quota - bytes,
      ]);
    await leave(CLIP.length + PNG.length - 1);
    expect(refusal(await send())).toEqual([413, 'quota_reached']);
    expect(await stored()).toBe(quota - (CLIP.length + PNG.length - 1));
    await leave(CLIP.length + PNG.length);
    await send().expect(201);
    expect(await stored()).toBe(quota);
  });

  it('is refused at the limit of projects before its body is read, and leaves nothing when another import was quicker', async () => {
    await fillProjects(999);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await stored()).toBe(CLIP.length + PNG.length);
    const asked = await begun({ 'content-length': 1_000_000 });
    const status = new Promise((resolve) => asked.on('response', (answer) => resolve(answer.statusCode)));
    asked.flushHeaders();
    expect(await status).toBe(400);
    asked.destroy();
    expect(await unfinished()).toEqual([]);
  });

  it('is refused before its body is read above 2 GB, and not at 2 GB', async () => {
    const larger = await begun({ 'content-length': 2_147_483_649 });
    const status = new Promise((resolve) => larger.on('response', (answer) => resolve(answer.statusCode)));
    larger.flushHeaders();
    expect(await status).toBe(413);
    expect(await unfinished()).toEqual([]);
    const largest = await begun({ 'content-length': 2_147_483_648 });
    largest.flushHeaders();
    await arriving();
    for (const asked of [larger, largest]) asked.destroy();
    await noneLeft();
  });

  it('leaves nothing when its sender disconnects before the whole file has arrived', async () => {
    const asked = await begun({ 'content-length': file.length });
    asked.write(file.subarray(0, file.length - 100));
    await arriving();
    asked.destroy();
    await noneLeft();
    expect([await projects(), await stored()]).toEqual([[], 0]);
  });

  it('continues when its sender disconnects after the whole file has arrived', async () => {
    const asked = await begun({ 'content-length': file.length });
    await new Promise<void>((resolve) => asked.end(file, () => resolve()));
    await arriving();
    asked.destroy();
    await eventually('The project', async () => (await projects())[0] ?? null, WITHIN_MS);
    await noneLeft();
    expect(await stored()).toBe(CLIP.length + PNG.length);
  });

  describe('that was interrupted by the end of its node', () => {
    /** Leaves behind what a node killed between storing the media and making the project would leave. */
    async function cutOff(commandId: string): Promise<void> {
      const own = join(folder(), `project-${commandId}`);
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'file.zip'), file);
      await writeFile(join(own, 'begun.json'), JSON.stringify({ ownerId: bo.id, commandId }));
      const opened = await ProjectFile.open(join(own, 'file.zip'));
      await app.get<MediaImporter>(MediaImporter).take(opened, bo.id, commandId);
      opened.close();
      const old = new Date(Date.now() - 2 * DAY);
      await utimes(own, old, old);
    }
    const sweep = () => app.get<ProjectImporter>(ProjectImporter).sweep();

    it('frees its quota at the sweep', async () => {
      await cutOff(randomUUID());
      expect(await stored()).toBe(CLIP.length + PNG.length);
      expect(await sweep()).toBe(1);
      expect([await stored(), await unfinished()]).toEqual([0, []]);
    });

    it('keeps its media if its project was created', async () => {
      await send().expect(201);
      const made = (await app.events()).findLast(({ type }) => type === 'ProjectCreated');
      await cutOff(String(made?.metadata.commandId));
      expect(await sweep()).toBe(1);
      expect(await stored()).toBe(CLIP.length + PNG.length);
    });
  });
});
