import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { type RecordedEvent, toRecorded } from '../../eventsourcing/domain/domain-event';
import { startEmbeddedPostgres } from '../../infra/embedded-postgres';
import { inClearOf } from '../../eventsourcing/domain/scoped-event-store';
import { AccountKeys } from '../../eventsourcing/event-store/sealed-events';
import { allAggregates } from '../../app/composition';
import { createPool } from '../../infra/postgres/pg-pool';
import { mastersOf } from '../../tools/with-stores';
import { createEventStore } from '../../eventsourcing/event-store';
import { startStubServer, type StubServer } from '../../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { verifyWallet } from '../../money/zaps/domain/wallet-proof';
import { audit } from './audit-log';
import { GenerationRun } from './generation-run';
import { replayAll } from './replay-log';
import { ServerProcess } from './server-process';
import type { ReplayConfig } from '../../tools/replay-runs';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const TOOLS = resolve(__dirname, '../../../dist/tools');
const PASSWORD = 'correct horse battery';
const MEDIA = /\/api\/media\/[\w-]{22,64}/g;

interface Account {
  email: string;
  password: string;
}

/** One location of an installation: the original, or the target of a restored backup. */
class Place {
  readonly home = mkdtempSync(join(tmpdir(), 'storyreel-place-'));
  private constructor(private readonly stub: StubServer | null) {}

  static async make(store: string): Promise<Place> {
    return new Place(store === 'EventStoreDB' ? await startStubServer() : null);
  }

  private get eventStoreUrl(): string | undefined {
    return this.stub ? `esdb://127.0.0.1:${this.stub.port}?tls=false` : undefined;
  }

  get environment(): Record<string, string> {
    return {
      STORYREEL_HOME: this.home,
      SANDBOX_DELAY_MS: '300',
      AUTH_ATTEMPTS_PER_MINUTE: '100000',
      ...(this.eventStoreUrl && { EVENTSTORE_URL: this.eventStoreUrl }),
    };
  }

  /** Configuration for tools. */
  get stores(): ReplayConfig {
    return { home: this.home, eventStoreUrl: this.eventStoreUrl };
  }

  /** Runs a command-line tool on this installation to its end. @throws Error with its output on a non-zero exit */
  async tool(name: string, ...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(TOOLS, `${name}.js`), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const code = await new Promise((ended) => child.once('close', ended));
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${printed}`);
    return printed;
  }

  /** Returns the log and the e-mail addresses that can sign in; the server must have ended. */
  async read(): Promise<{ log: RecordedEvent[]; credentials: string[] }> {
    const postgres = await startEmbeddedPostgres({ dataDir: join(this.home, 'postgres') });
    const pool = createPool(postgres.url, () => undefined);
    const keys = await AccountKeys.open(pool, mastersOf({ home: this.home }), { isTool: true });
    const seals = { keys, isInClear: inClearOf(allAggregates) };
    const store = await createEventStore({ pool, eventStoreUrl: this.eventStoreUrl, seals });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ email: string }>('select email from platform.credentials');
      const log: RecordedEvent[] = [];
      for await (const event of store.readAll()) log.push(toRecorded(event));
      return { log, credentials: rows.map(({ email }) => email) };
    } finally {
      await client.end();
      await store.close();
      await pool.end();
      await postgres.stop();
    }
  }

  remove(): void {
    this.stub?.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe.each(['Postgres', 'EventStoreDB'])('a backup under load of an installation with its events in %s', (store) => {
  let source: Place;
  let target: Place;
  let folder: string;
  beforeEach(async () => {
    source = await Place.make(store);
    target = await Place.make(store);
    folder = mkdtempSync(join(tmpdir(), 'storyreel-backup-'));
  });
  afterEach(() => {
    source.remove();
    target.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restored elsewhere has everything that was acknowledged before, and continues', async () => {
    const server = new ServerProcess(source.environment);
    const accounts: Account[] = [];
    const register = async (): Promise<void> => {
      const account = { email: `someone-${accounts.length}@example.com`, password: PASSWORD };
      if ((await post(`${server.url}/api/register`, { ...account, firstName: 'Ada' })).status === 201)
        accounts.push(account);
    };
    const run = new GenerationRun(server);
    const work = async (until: Promise<unknown>): Promise<void> => {
      let over = false;
      void until.finally(() => (over = true)).catch(() => undefined);
      while (!over) await Promise.all([run.step(), register()]);
      await until;
    };
    await server.start();
    let before: typeof run.acknowledged;
    let known: Account[];
    try {
      await run.begin(STORY, 4);
      await work(run.acknowledges(10));
      before = structuredClone(run.acknowledged);
      known = [...accounts];
      await work(source.tool('backup', join(folder, 'backup')));
      await work(run.acknowledges(3));
    } finally {
      await server.stop();
    }
    expect(before.imageJobs.length).toBeGreaterThan(0);
    expect(run.acknowledged.titles.length).toBeGreaterThan(before.titles.length);

    await target.tool('restore', join(folder, 'backup'));
    const restored = new ServerProcess(target.environment);
    await restored.start();
    server.url = restored.url;
    try {
      // A restore brings back no sessions.
      expect((await fetch(`${restored.url}/api/auth/user`, { headers: { cookie: run.session } })).status).toBe(401);
      await run.signIn();
      const scenes = await run.settled(120_000);
      const finished = scenes.filter(({ imageStatus }) => imageStatus === 'complete');
      expect(finished.length).toBeGreaterThanOrEqual(before.imageJobs.length);
      for (const account of known) expect((await post(`${restored.url}/api/login`, account)).status).toBe(200);
      const cookie = run.session;
      for (const address of new Set(JSON.stringify(scenes).match(MEDIA))) {
        const answer = await fetch(restored.url + address, { headers: { cookie } });
        expect([answer.status, (await answer.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
      }
      const zip = await fetch(`${restored.url}/api/projects/${scenes[0]?.projectId}/download-all`, {
        headers: { cookie },
      });
      expect([zip.status, (await zip.arrayBuffer()).byteLength > 10_000]).toEqual([200, true]);
    } finally {
      await restored.stop();
    }

    const { log, credentials } = await target.read();
    expect(audit(log, before)).toEqual([]);
    const people = log.filter(({ type }) => type === 'AccountRegistered');
    const emails = people.map(({ data }) => (data as { email: string }).email);
    expect(credentials).toEqual(expect.arrayContaining([...emails, ...known.map(({ email }) => email)]));
    const owners = new Set(
      log.filter(({ streamId }) => streamId.startsWith('wallet-')).map(({ metadata }) => metadata.ownerId),
    );
    for (const owner of owners) {
      const entries = log.filter(({ streamId }) => streamId === `wallet-${owner}`);
      expect(verifyWallet(owner, entries)).toMatchObject({ bad: null, openHolds: [] });
    }
    if (store !== 'Postgres') return;
    const replayed = await replayAll(target.stores);
    expect(replayed.different).toEqual([]);
    expect(replayed.runs).toBeGreaterThanOrEqual(before.imageJobs.length);
  }, 300_000);
});

describe('a restore into an EventStoreDB', () => {
  it('is refused where the log has events that the backup lacks, and completes an interrupted one', async () => {
    const source = await Place.make('EventStoreDB');
    const target = await Place.make('EventStoreDB');
    const folder = mkdtempSync(join(tmpdir(), 'storyreel-backup-'));
    try {
      const backup = async (name: string): Promise<string> => {
        const server = new ServerProcess(source.environment);
        await server.start();
        await post(`${server.url}/api/register`, {
          email: `${name}@example.com`,
          password: PASSWORD,
          firstName: 'Ada',
        });
        await server.stop();
        await source.tool('backup', join(folder, name));
        return join(folder, name);
      };
      const first = await backup('first');
      const second = await backup('second');
      await target.tool('restore', first);
      // The first backup's log is a prefix of the second's, like the log of an interrupted restore.
      await target.tool('restore', second);
      expect((await target.read()).credentials.sort()).toEqual(['first@example.com', 'second@example.com']);
      await expect(target.tool('restore', first)).rejects.toThrow(/is not in the backup.*empty data folder/s);
    } finally {
      source.remove();
      target.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
