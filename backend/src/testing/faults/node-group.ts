import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../test-database';
import { ServerProcess } from './server-process';

/** Built servers as nodes behind a proxy, with one shared database of the test server and one media folder. */
export class NodeGroup {
  private constructor(
    readonly database: TestDatabase,
    readonly nodes: ServerProcess[],
    private readonly folder: string,
  ) {}

  /** The shared stores, as configuration for tools. */
  get stores(): { home: string; databaseUrl: string; sessionSecret: string } {
    return { home: join(this.folder, 'node-0'), databaseUrl: this.database.url, sessionSecret: TEST_SECRET };
  }

  /** Creates the nodes without starting them. */
  static async open(size: number, environment: Record<string, string> = {}): Promise<NodeGroup> {
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'storyreel-nodes-'));
    const nodes = Array.from({ length: size }, (_, index) => {
      const home = join(folder, `node-${index}`);
      mkdirSync(home);
      for (const shared of ['media', 'sandbox']) {
        mkdirSync(join(folder, shared), { recursive: true });
        symlinkSync(join(folder, shared), join(home, shared));
      }
      return new ServerProcess({
        STORYREEL_HOME: home,
        DATABASE_URL: database.url,
        SESSION_SECRET: TEST_SECRET,
        ...environment,
      });
    });
    return new NodeGroup(database, nodes, folder);
  }

  async startAll(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start()));
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  /** Reports lease holders and checkpoints, for a run that did not resume. */
  async whatIsHeld(): Promise<string> {
    const tables = await Promise.all(
      [
        `select queue, state, leased_by, lease_until - now() as lease_left, attempts, run_at - now() as runs_in, last_error
         from platform.jobs where state <> 'done' order by state desc, run_at limit 20`,
        'select * from platform.leaderships',
        'select name, position from platform.process_checkpoints',
        'select max(position) as head from event_store.events',
      ].map(async (text) => (await this.database.pool.query<object>(text)).rows),
    );
    return tables.map((rows) => rows.map((row) => JSON.stringify(row)).join('\n')).join('\n\n');
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
