import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { Leadership } from './leadership';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import { LeadershipLost, proveLeaderTerm, acquireLease, type LeaderTerm } from './leader-term';
import { inTransaction } from './transaction';

const NAME = 'work';

interface NodeOptions {
  ttlMs?: number;
  /** Runs while the work starts. */
  beginning?(leaderTerm: LeaderTerm): Promise<void>;
}

describe('work that one node does at a time', () => {
  let database: TestDatabase;
  const nodes: TestNode[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.leadership.stop();
    await database.pool.query('delete from platform.leaderships');
  });
  afterAll(() => database.drop());

  class TestNode {
    readonly errors: string[] = [];
    readonly tenures: LeaderTerm[] = [];
    leading = 0;
    followed = 0;
    /** Fails the work with this error, like a subscription that gives up. */
    fail: (error: Error) => void = () => undefined;
    readonly leadership: Leadership;

    constructor({ ttlMs, beginning }: NodeOptions = {}) {
      this.leadership = new Leadership({
        pool: database.pool,
        name: NAME,
        retryMs: 5,
        ttlMs,
        lead: async (leaderTerm) => {
          await beginning?.(leaderTerm);
          this.tenures.push(leaderTerm);
          this.leading += 1;
          let stop: () => void = () => undefined;
          const closed = new Promise<void>((resolve, reject) => {
            stop = resolve;
            this.fail = reject;
          });
          return {
            closed,
            stop: async () => {
              stop();
              await closed.catch(() => undefined);
              this.leading -= 1;
            },
          };
        },
        follow: () => Promise.resolve(void (this.followed += 1)),
        onError: (error) => void this.errors.push(String(error)),
      });
      nodes.push(this);
    }

    async start(): Promise<this> {
      await this.leadership.start();
      return this;
    }

    leads(term: number): Promise<true> {
      const done = () => this.leading === 1 && this.tenures.length === term;
      return eventually(`Its leaderTerm ${term}`, () => Promise.resolve(done() || null), 10_000);
    }

    get leaderTerm(): LeaderTerm {
      const [leaderTerm] = this.tenures.slice(-1);
      if (!leaderTerm) throw new Error('It does not lead.');
      return leaderTerm;
    }
  }
  const cutTheConnection = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
  const expire = () => database.pool.query(`update platform.leaderships set expires_at = now() - interval '1 s'`);
  const write = (leaderTerm: LeaderTerm) =>
    inTransaction(database.pool, (client) => proveLeaderTerm(client, leaderTerm));

  it('is assigned to exactly one of many nodes that request it first', async () => {
    const asMany = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, ask));
    // Opens the connections first: opening them is slow enough to keep the nodes from competing.
    await asMany(() => database.pool.query('select pg_sleep(0.05)'));
    for (let round = 0; round < 100; round += 1) {
      const lease = { pool: database.pool, name: `first ${round}`, ttlMs: 60_000, onError: () => undefined };
      const tenures = await asMany(() => acquireLease({ ...lease, holder: 'a node' }));
      const taken = tenures.filter((leaderTerm) => leaderTerm !== null);
      expect(taken).toHaveLength(1);
      for (const leaderTerm of taken) leaderTerm.end();
    }
  });

  it('is taken over when the node that leads goes', async () => {
    const first = await new TestNode().start();
    const second = await new TestNode().start();
    expect([first.leading, second.leading]).toEqual([1, 0]);
    await first.leadership.stop();
    await second.leads(1);
    expect(first.leading).toBe(0);
    expect(second.errors).toEqual([]);
  });

  it('is taken over at once, without the expiry of the lease, when its connection is gone', async () => {
    const only = await new TestNode({ ttlMs: 3_600_000 }).start();
    await cutTheConnection();
    await only.leads(2);
  });

  it('is taken over from a node that hangs, whose writes are refused from then on', async () => {
    // With such rare renewals the node behaves like a hung one.
    const hung = await new TestNode({ ttlMs: 3_600_000 }).start();
    const second = await new TestNode().start();
    const { leaderTerm } = hung;
    await write(leaderTerm);
    await expire();
    await second.leads(1);
    expect(Number(second.leaderTerm.term)).toBe(Number(leaderTerm.term) + 1);
    await expect(write(leaderTerm)).rejects.toThrow(LeadershipLost);
    await eventually('The end of its work', () => Promise.resolve(hung.leading === 0 || null), 5_000);
    await write(second.leaderTerm);
  });

  it('stays with a leader that renews its lease, whatever comes in between', async () => {
    const first = await new TestNode({ ttlMs: 30 }).start();
    const second = await new TestNode().start();
    const before = await expiry();
    await eventually('Some renewals', async () => ((await expiry()) > before + 300 ? true : null), 10_000);
    // On a busy machine a renewal may be late, and then the other node leads; both never lead at once.
    expect(first.leading + second.leading).toBe(1);
  });

  it('notices at its next renewal that another node has taken over', async () => {
    const first = await new TestNode({ ttlMs: 60 }).start();
    await database.pool.query('update platform.leaderships set term = term + 1');
    await eventually('The end of its work', () => Promise.resolve(first.tenures[0]?.signal.aborted || null), 5_000);
  });

  it('is not taken over while a write that proved the leaderTerm is under way', async () => {
    const hung = await new TestNode({ ttlMs: 3_600_000 }).start();
    const second = new TestNode();
    await inTransaction(database.pool, async (client) => {
      await proveLeaderTerm(client, hung.leaderTerm);
      await expire();
      const starting = second.start();
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'with taken%'`;
      await eventually('The other node', async () => (await database.pool.query(waiting)).rows[0] ?? null, 5_000);
      expect(second.leading).toBe(0);
      void starting;
    });
    await second.leads(1);
  });

  it('is given back when it fails, and taken up by another node', async () => {
    const first = await new TestNode().start();
    const second = await new TestNode().start();
    first.fail(new Error('disk full'));
    await second.leads(1);
    expect(first.errors).toEqual(['Error: disk full']);
    expect(first.leading).toBe(0);
  });

  it('is tried again by the same node after a rest, which follows meanwhile', async () => {
    const only = await new TestNode().start();
    only.fail(new Error('disk full'));
    await eventually('Its following', () => Promise.resolve(only.followed > 2 || null), 5_000);
    expect(only.tenures.length).toBe(1);
    await only.leads(2);
    expect(only.errors).toEqual(['Error: disk full']);
  });

  it('is given up when the lease was lost while the work began', async () => {
    let interrupted = false;
    const only = new TestNode({
      beginning: async ({ signal }) => {
        if (interrupted) return;
        interrupted = true;
        const lost = new Promise((resolve) => signal.addEventListener('abort', resolve));
        await cutTheConnection();
        await lost;
      },
    });
    await only.start();
    await only.leads(2);
  });

  it('is tried again after it failed to begin', async () => {
    let failures = 0;
    const first = await new TestNode().start();
    const second = await new TestNode({
      beginning: () => (failures++ === 0 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
    }).start();
    await first.leadership.stop();
    await second.leads(1);
    expect(second.errors).toEqual(['Error: not yet']);
  });

  it('ends its beginning when the node stops', async () => {
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const only = new TestNode({
      beginning: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('interrupted')));
          begun();
        }),
    });
    const starting = only.leadership.start();
    await beginning;
    await only.leadership.stop();
    await starting;
    expect(only.errors).toEqual([]);
  });

  async function expiry(): Promise<number> {
    const { rows } = await database.pool.query<{ at: Date }>('select expires_at as at from platform.leaderships');
    return rows[0]?.at.getTime() ?? 0;
  }
});
