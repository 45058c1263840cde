import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeTables, inSnapshot } from './copy-tables';
import type { InstallationConfig } from './installation';
import { makeBackup } from './make-backup';
import { BackupUnusable, type Manifest } from './backup-file';
import { restoreBackup } from './restore-backup';
import { TargetInTheWay } from './examine-target';
import { markRestore } from '../../infra/postgres/unfinished-restore';
import { NodeStage, type StagedNode } from '../../testing/node-stage';
import type { TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Files of a data directory; the last one is still being written. */
const KEPT = {
  'session-secret': 'signs sessions',
  'ledger-signing-key': 'signs heads',
  'ledger-heads/2026-11-20.json': '{"day":"2026-11-20"}',
  'ledger-heads/2026-11-21.json': '{"day":"2026-11-21"}',
  'ledger-heads/2026-11-21.json.1.new': '{"da',
};
const options = { release: '0.0.0', now: new Date('2026-11-22T00:00:00Z'), report: () => undefined };
const unforced = { discardNewer: false, report: () => undefined };

describe('a backup of an installation whose events are in Postgres', () => {
  let folder: string;
  let source: NodeStage;
  let target: NodeStage;
  let user: TestUser;
  let project: { projectId: string; sceneId: string };
  let mediaUrl: string;
  const configOf = (stage: NodeStage): InstallationConfig => ({ databaseUrl: stage.database.url, home: stage.home });
  const backup = () => join(folder, 'backup');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'storyreel-backup-'));
    source = await NodeStage.open();
    const node = await source.node('source');
    user = await node.newUser();
    project = await projectWithScene(user);
    mediaUrl = await upload(user);
    // Text that COPY has to escape.
    await user.agent
      .patch(`/api/scenes/${project.sceneId}`)
      .send({ title: 'tab\there \\N “quotes”\nline' })
      .expect(200);
    await node.idle();
    await node.close();
    keepFiles(source.home, KEPT);
    await makeBackup(configOf(source), backup(), options);
  }, 60_000);
  beforeEach(async () => {
    target = await NodeStage.open();
  });
  afterEach(() => target.close());
  afterAll(async () => {
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function upload({ agent }: TestUser): Promise<string> {
    const { uploadURL } = (await agent.post('/api/upload').expect(200)).body as { uploadURL: string };
    await agent.put(uploadURL).set('content-type', 'image/png').send(PNG).expect(200);
    const finished = await agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'public' }).expect(200);
    return (finished.body as { url: string }).url;
  }

  const eventsOf = async (stage: NodeStage) =>
    (await stage.database.pool.query('select * from event_store.events order by position')).rows;
  const describe = (stage: NodeStage, schema: string) =>
    inSnapshot(stage.database.pool, (client) => describeTables(client, schema));

  async function expectWhole(node: StagedNode): Promise<void> {
    const agent = await node.signIn(user);
    const scene = await agent.get(`/api/scenes/${project.sceneId}`).expect(200);
    expect((scene.body as { title: string }).title).toBe('tab\there \\N “quotes”\nline');
    const picture = await agent.get(mediaUrl).expect(200);
    expect(Buffer.compare(picture.body as Buffer, PNG)).toBe(0);
  }

  it('restored elsewhere has the same events and tables, and everybody signs in to their own data', async () => {
    await restoreBackup(configOf(target), backup(), unforced);
    expect(await eventsOf(target)).toEqual(await eventsOf(source));
    expect(await describe(target, 'event_store')).toEqual(await describe(source, 'event_store'));
    const node = await target.node('target');
    // Everybody has to sign in again, so a session that was ended after the backup stays ended.
    expect((await target.database.pool.query('select sid from platform.sessions')).rows).toEqual([]);
    await expectWhole(node);
  });

  it('restores the secrets of the data folder and the signed heads, without overwriting existing ones', async () => {
    keepFiles(target.home, { 'ledger-signing-key': 'another', 'ledger-heads/2026-11-20.json': '{"signed":"before"}' });
    await restoreBackup(configOf(target), backup(), unforced);
    const { 'ledger-heads/2026-11-21.json.1.new': _draft, ...whole } = KEPT;
    expect(keptIn(target.home)).toEqual({ ...whole, 'ledger-heads/2026-11-20.json': '{"signed":"before"}' });
    expect(statSync(join(target.home, 'ledger-signing-key')).mode & 0o777).toBe(0o600);
  });

  it('of an older release restores the session secret', async () => {
    const older = join(folder, 'older');
    await makeBackup(configOf(source), older, options);
    const { kept, ...manifest } = JSON.parse(readFileSync(join(older, 'manifest.json'), 'utf8')) as Manifest;
    const [sessionSecret] = kept;
    writeFileSync(join(older, 'manifest.json'), JSON.stringify({ ...manifest, sessionSecret }));
    await restoreBackup(configOf(target), older, unforced);
    expect(keptIn(target.home)).toEqual({ 'session-secret': KEPT['session-secret'] });
  });

  it.each(['../session-secret', 'ledger-heads/../2026-11-21.json', 'postgres/PG_VERSION'])(
    'that would write %s is refused',
    async (file) => {
      const forged = join(folder, randomUUID());
      await makeBackup(configOf(source), forged, options);
      const manifest = JSON.parse(readFileSync(join(forged, 'manifest.json'), 'utf8')) as Manifest;
      const kept = manifest.kept.map((each) => ({ ...each, file }));
      writeFileSync(join(forged, 'manifest.json'), JSON.stringify({ ...manifest, kept }));
      await expect(restoreBackup(configOf(target), forged, unforced)).rejects.toThrow(BackupUnusable);
    },
  );

  it('continues counting where the installation had stopped', async () => {
    await restoreBackup(configOf(target), backup(), unforced);
    const node = await target.node('target');
    const agent = await node.signIn(user);
    await agent
      .post('/api/scenes')
      .send({ projectId: project.projectId, title: 'after', description: 'x' })
      .expect(201);
    await node.idle();
    const last = async (stage: NodeStage) =>
      (await stage.database.pool.query<{ id: string }>('select max(id) as id from platform.jobs')).rows[0]?.id;
    expect(BigInt((await last(target)) ?? 0)).toBeGreaterThanOrEqual(BigInt((await last(source)) ?? 0));
  });

  it('may be restored over the same installation when nothing newer is there', async () => {
    await restoreBackup(configOf(target), backup(), unforced);
    await restoreBackup(configOf(target), backup(), unforced);
    await expectWhole(await target.node('target'));
  });

  it('is refused by a target with newer events, with a list of the losses, until told to discard them', async () => {
    await restoreBackup(configOf(target), backup(), unforced);
    const node = await target.node('target');
    await node.newUser();
    await node.close();
    const before = await eventsOf(target);
    const refused = restoreBackup(configOf(target), backup(), unforced);
    await expect(refused).rejects.toThrow(TargetInTheWay);
    await expect(refused).rejects.toThrow(/at least \d+ of its \d+ events would be lost.*--discard-newer/);
    expect(await eventsOf(target)).toEqual(before);
    await restoreBackup(configOf(target), backup(), { ...unforced, discardNewer: true });
    expect(await eventsOf(target)).toEqual(await eventsOf(source));
  });

  it('is refused by a target that holds another installation', async () => {
    const node = await target.node('target');
    await node.newUser();
    await node.close();
    await expect(restoreBackup(configOf(target), backup(), unforced)).rejects.toThrow(/events would be lost/);
  });

  it('is refused while a server runs on the target', async () => {
    const node = await target.node('target');
    await expect(restoreBackup(configOf(target), backup(), unforced)).rejects.toThrow(/server runs on this database/);
    await node.close();
  });

  it('lets no server start when it was restored in part, and is completed by a second run', async () => {
    await markRestore(target.database.pool, '/backups/monday');
    await expect(target.node('too early')).rejects.toThrow(/restore of \/backups\/monday was not finished/);
    await restoreBackup(configOf(target), backup(), unforced);
    await expectWhole(await target.node('target'));
  });

  it('leaves the target as it was when the database fails in the middle', async () => {
    const { pool } = target.database;
    // The backup has no such table, but the restore drops its schema; after a failed restore, the table must still
    // exist.
    await pool.query('create schema event_store; create table event_store.mine (id int); create schema platform');
    await pool.query(
      'create function public.refuse() returns event_trigger language plpgsql as $$ begin raise exception $x$no$x$; end $$',
    );
    await pool.query(
      "create event trigger refuse on ddl_command_end when tag in ('CREATE INDEX') execute function public.refuse()",
    );
    await expect(restoreBackup(configOf(target), backup(), unforced)).rejects.toThrow('no');
    expect((await pool.query('select * from event_store.mine')).rowCount).toBe(0);
    await pool.query('drop event trigger refuse');
    await restoreBackup(configOf(target), backup(), unforced);
    await expectWhole(await target.node('target'));
  });

  it.each(['tables', 'media', 'manifest.json', 'media.jsonl.gz'])('is refused when %s is damaged', async (part) => {
    const damaged = join(folder, `damaged-${randomUUID()}`);
    await makeBackup(configOf(source), damaged, options);
    const file = deepest(join(damaged, part));
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    // JSON files are cut in half as well, so that they no longer parse.
    writeFileSync(file, part.endsWith('.json') ? bytes.subarray(0, bytes.length >> 1) : bytes);
    await expect(restoreBackup(configOf(target), damaged, unforced)).rejects.toThrow(BackupUnusable);
    expect((await target.database.pool.query("select to_regnamespace('storyreel_restore') as it")).rows).toEqual([
      { it: null },
    ]);
  });

  it('is refused when a file of it is missing', async () => {
    const partial = join(folder, 'partial');
    await makeBackup(configOf(source), partial, options);
    rmSync(deepest(join(partial, 'media')));
    await expect(restoreBackup(configOf(target), partial, unforced)).rejects.toThrow(/cannot be read/);
  });

  it('names files that were missing already, and restores the rest', async () => {
    const elsewhere = { ...configOf(source), home: target.home };
    const { media } = await makeBackup(elsewhere, join(folder, 'without-media'), options);
    expect(media).toMatchObject({ files: 0, damaged: [expect.any(String)] });
    await restoreBackup(configOf(target), join(folder, 'without-media'), unforced);
    await target.node('target').then((node) => node.signIn(user));
  });

  it('is never written into a folder that is not empty', async () => {
    await expect(makeBackup(configOf(source), backup(), options)).rejects.toThrow(/is not empty/);
    expect(readdirSync(folder)).not.toContain('backup.part');
  });
});

function keepFiles(home: string, files: Record<string, string>): void {
  mkdirSync(join(home, 'ledger-heads'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
}

function keptIn(home: string): Record<string, string> {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  const kept = names.filter((name) => /^(?:session-secret|ledger-signing-key|ledger-heads\/.+)/.test(name));
  return Object.fromEntries(kept.map((name) => [name, readFileSync(join(home, name), 'utf8')]));
}

/** Returns the first file below a path, or the path itself. */
function deepest(path: string): string {
  if (/\.(json|gz)$/.test(path)) return path;
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const [first] = entries;
  if (!first) throw new Error(`${path} is empty`);
  return join(first.parentPath, first.name);
}
