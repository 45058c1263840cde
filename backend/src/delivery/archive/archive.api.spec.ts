import type { Account, OwnArchive } from '@storyreel/contracts';
import { ALL_VIEWS } from '../../eventsourcing/views/view';
import type { AnyView } from '../../eventsourcing/views/view';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { belongings, type Belongings } from '../../testing/routes/belongings';
import { binary, unzip } from '../../testing/unzip';
import { OwnRows } from './own-rows';
import { ExpiredArchives, PrepareArchive } from './prepare-archive';

/** Views whose rows belong to no user. */
const OF_NOBODY = ['ledger_hour', 'signed_heads', 'prediction', 'reconciliation', 'bill'];

let now = new Date('2026-11-28T12:00:00.000Z');
let app: TestApp;
let ada: TestUser;
let eve: TestUser;
let hers: Belongings;
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  ada = await app.newUser();
  eve = await app.newUser();
  await eve.agent.post('/api/projects').send({ title: 'The secret of Eve' }).expect(201);
  hers = await belongings(app, ada);
}, 120_000);
afterAll(() => app?.close());

const newest = async ({ agent } = ada) =>
  ((await agent.get('/api/account/archive').expect(200)).body as OwnArchive).archive;
async function prepare({ agent } = ada) {
  await agent.post('/api/account/archive').expect(200);
  await app.idle();
  const archive = await newest({ agent } as TestUser);
  return { url: archive?.file?.url ?? '', archive };
}
const download = (url: string, { agent } = ada) => agent.get(url).buffer(true).parse(binary);

describe('an archive of all data', () => {
  it('has readable pages, every file and the data as JSON, of its user only', async () => {
    const { url, archive } = await prepare();
    const answer = await download(url).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="storyreel-2026-11-28.zip"',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
    const files = await unzip(answer.body as Buffer);
    const text = (name: string) => files.get(name)?.toString() ?? '';
    const json = <T>(name: string) => JSON.parse(text(`data/${name}.json`)) as T;
    expect(archive?.file).toMatchObject({ bytes: (answer.body as Buffer).length, leftOut: 0 });
    const names = [...files.keys()];
    expect(names.filter((name) => /^projects\/\d{3}_[^/]+\/storyboard\.txt$/.test(name))).toHaveLength(4);
    expect(names.filter((name) => /^projects\/.*\/images\/.*\.(png|jpg|webp)$/.test(name)).length).toBeGreaterThan(3);
    expect(names.some((name) => name.startsWith('other-files/'))).toBe(true);
    expect(text('posts.md')).toContain('## Gull Point\n\nyoutube');
    expect(text('research.md')).toContain('## Mine\n\n**You**');
    expect(text('zaps.csv')).toMatch(/^\uFEFFat,kind,description,/);
    expect(text('zaps.csv').split('\r\n').length).toBeGreaterThan(4);
    expect(text('index.html')).toContain(`All that belongs to ${ada.email}`);
    expect(json('account')).toMatchObject({ id: ada.id, email: ada.email, firstName: 'Ada' });
    expect(json<{ id: string }[]>('scene_list').map(({ id }) => id)).toContain(hers.scene);
    expect(json<{ id: string }[]>('cast_library').map(({ id }) => id)).toEqual([hers.libraryMember]);
    const listed = json<{ file: string; sha256: string }[]>('files');
    expect(listed.every(({ file }) => files.has(file))).toBe(true);
    const all = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
    for (const foreign of [eve.id, eve.email, 'secret of Eve']) expect(all).not.toContain(foreign);
  });

  it('leaves out no view that says whose its rows are, and every other one is known', () => {
    const known = new Set([...app.get<OwnRows>(OwnRows).names, ...OF_NOBODY]);
    const views = app.get<AnyView[]>(ALL_VIEWS).map(({ name }) => name);
    expect(views.filter((name) => !known.has(name))).toEqual([]);
  });

  it('is sent in parts to who asks for one, and to its owner alone', async () => {
    const url = (await newest())?.file?.url ?? '';
    const whole = (await download(url).expect(200)).body as Buffer;
    const part = await download(url).set('range', 'bytes=10-19').expect(206);
    expect(part.body).toEqual(whole.subarray(10, 20));
    await eve.agent.get(url).expect(404);
    await app.anonymous().get(url).expect(401);
  });

  it('is asked for three times in 24 hours, and replaces the one before', async () => {
    const before = (await newest())?.file?.url ?? '';
    const { url } = await prepare();
    await ada.agent.get(before).expect(404);
    await ada.agent.head(url).expect(200);
    const refused = await ada.agent.post('/api/account/archive').expect(400);
    expect(refused.body).toMatchObject({ code: 'limit_reached' });
  });

  it('is written anew by a run after a restart, and a run that comes late changes nothing', async () => {
    const user = await app.newUser();
    const { url } = await prepare(user);
    const before = (await download(url, user).expect(200)).body as Buffer;
    const events = await app.events(`archive-${user.id}`);
    const { archiveId } = events[0]?.data as { archiveId: string };
    const common = { queue: 'archives', dedupKey: archiveId, attempt: 1, maxAttempts: 5 };
    const cause = { correlationId: archiveId, causationId: archiveId };
    const job: Job = { id: '1', ownerId: user.id, payload: { archiveId }, ...common, ...cause };
    await app.get<PrepareArchive>(PrepareArchive).run(job, new AbortController().signal);
    expect(await app.events(`archive-${user.id}`)).toEqual(events);
    expect((await download(url, user).expect(200)).body).toEqual(before);
  });

  it('is cut off by the end of its run, and leaves no file', async () => {
    const user = await app.newUser();
    await app.idle();
    const count = async () =>
      (await app.runtime.pool.query(`select from platform.stored_objects where owner_id = $1`, [user.id])).rowCount;
    const packer = app.get<PrepareArchive>(PrepareArchive);
    const stopped = AbortSignal.abort(new Error('This node is stopping.'));
    const write = Reflect.get(packer, 'write') as (...args: unknown[]) => Promise<unknown>;
    const job = { ownerId: user.id, correlationId: 'c', causationId: 'e' };
    await expect(write.call(packer, job, { id: 'a', runId: 'r' }, stopped)).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  it('is deleted after seven days', async () => {
    const user = await app.newUser();
    const { url } = await prepare(user);
    const sweep = app.get<ExpiredArchives>(ExpiredArchives);
    const days = (n: number) => (now = new Date(Date.parse('2026-11-28T12:00:00.000Z') + n * 86_400_000));
    days(6.9);
    await sweep.sweep();
    const { agent } = await signInAgain(user);
    await agent.head(url).expect(200);
    days(7.1);
    expect(await sweep.sweep()).toBeGreaterThan(0);
    expect(await newest({ agent } as TestUser)).toBeNull();
    await agent.get(url).expect(404);
    expect((await agent.get('/api/account').expect(200)).body as Account).toMatchObject({ email: user.email });
  });
});

async function signInAgain({ email }: TestUser) {
  const agent = app.anonymous();
  await agent.post('/api/login').send({ email, password: 'correct horse battery' }).expect(200);
  return { agent };
}
