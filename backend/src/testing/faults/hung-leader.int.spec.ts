import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildViews } from '../../tools/rebuild-views';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../test-database';
import { eventually } from '../eventually';
import { GOES_ON_WITHIN_MS } from './seeded';
import { ServerProcess } from './server-process';
import { SteadyLoad } from './steady-load';

describe('a leader that hangs', () => {
  let database: TestDatabase;
  let home: string;
  let servers: [ServerProcess, ServerProcess];
  let creator: SteadyLoad;
  beforeAll(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(join(tmpdir(), 'storyreel-hung-'));
    const server = (name: string) =>
      new ServerProcess({
        STORYREEL_HOME: join(home, name),
        DATABASE_URL: database.url,
        SESSION_SECRET: TEST_SECRET,
      });
    servers = [server('a'), server('b')];
    creator = new SteadyLoad('hung');
    // The nodes are started one after the other, so that the first one becomes the leader.
    for (const one of servers) await one.start();
    await creator.begin(servers[1].url);
  });
  afterAll(async () => {
    creator.close();
    for (const one of servers) {
      one.resume();
      await one.stop();
    }
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const leaders = async () => {
    const { rows } = await database.pool.query<{ holder: string }>(
      'select holder from platform.leaderships where expires_at > now() order by name',
    );
    return rows.map(({ holder }) => Number(holder.split(':').at(-1)));
  };
  /** Makes changes until one is shown in time. Earlier ones may be late, but none may fail. */
  const changeUntilShown = async (url: string) => {
    for (;;) {
      const { late } = creator;
      expect(await creator.change(url)).toBe(200);
      if (creator.late === late) return;
    }
  };
  const ready = async (url: string) => (await fetch(`${url}/api/ready`)).status;
  const titleAt = async (url: string) => {
    const answer = await fetch(`${url}/api/projects`, { headers: { cookie: creator.cookie } });
    return ((await answer.json()) as { title: string }[])[0]?.title;
  };

  it('is replaced under load, and steps down when it resumes', async () => {
    const [first, second] = servers;
    expect(await leaders()).toEqual([first.pid, first.pid]);
    for (let i = 0; i < 20; i++) await creator.change(second.url);

    first.pause();
    const hungAt = performance.now();
    await changeUntilShown(second.url);
    // By now another node accepts changes and shows them.
    expect(performance.now() - hungAt).toBeLessThan(GOES_ON_WITHIN_MS);
    expect(await titleAt(second.url)).toBe(creator.acknowledged.at(-1)?.title);
    await eventually(
      'The other node leading both',
      async () => (String(await leaders()) === String([second.pid, second.pid]) ? true : null),
      GOES_ON_WITHIN_MS,
    );
    expect(await ready(second.url)).toBe(200);
    for (let i = 0; i < 20; i++) await changeUntilShown(second.url);

    first.resume();
    await eventually(
      'The old leader serving',
      async () => ((await ready(first.url)) === 200 ? true : null),
      GOES_ON_WITHIN_MS,
    );
    for (const { url } of [first, second, first, second]) {
      await changeUntilShown(url);
      expect(await titleAt(url)).toBe(creator.acknowledged.at(-1)?.title);
    }
    expect(await leaders()).toEqual([second.pid, second.pid]);

    const differing: string[] = [];
    await rebuildViews({ databaseUrl: database.url, home, sessionSecret: TEST_SECRET }, [], {
      switchOver: false,
      onReport: ({ view, different, rows }) =>
        void (different > 0 && differing.push(`${view}: ${different} of ${rows}`)),
    });
    expect(differing).toEqual([]);
  }, 120_000);
});
