import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { Leadership } from './leadership';

const KEY = 42;

describe('work that one node does at a time', () => {
  let database: TestDatabase;
  const nodes: Leadership[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop();
    errors.length = 0;
  });
  afterAll(() => database.drop());

  function node(lead?: () => Promise<void>) {
    const waiting: { count: number; resolve: () => void }[] = [];
    const state = {
      leading: 0,
      begun: 0,
      /** Resolves when the work has begun so many times. */
      begins: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    };
    const leadership = new Leadership({
      pool: database.pool,
      key: KEY,
      retryMs: 5,
      lead: async () => {
        await lead?.();
        state.leading += 1;
        state.begun += 1;
        for (const { count, resolve } of waiting) if (state.begun >= count) resolve();
        return { stop: () => Promise.resolve(void (state.leading -= 1)) };
      },
      onError: (error) => void errors.push(String(error)),
    });
    nodes.push(leadership);
    return { leadership, state };
  }
  const cutTheLock = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${KEY} and granted`,
    );

  it('is taken over when the node that leads goes', async () => {
    const first = node();
    const second = node();
    await first.leadership.start();
    await second.leadership.start();
    expect([first.state.leading, second.state.leading]).toEqual([1, 0]);
    const takenOver = second.state.begins(1);
    await first.leadership.stop();
    await takenOver;
    expect([first.state.leading, second.state.leading]).toEqual([0, 1]);
  });

  it('ends and begins again when the lock is lost with its connection', async () => {
    const only = node();
    await only.leadership.start();
    const again = only.state.begins(2);
    await cutTheLock();
    await again;
    expect(only.state.leading).toBe(1);
  });

  it('is given up when the lock was lost while the work began', async () => {
    let interrupted = false;
    const only = node(async () => {
      if (interrupted) return;
      interrupted = true;
      await cutTheLock();
      // The pool's next answer comes after the news of the lost connection.
      await database.pool.query('select pg_sleep(0.05)');
    });
    const again = only.state.begins(2);
    await only.leadership.start();
    await again;
    expect(only.state.leading).toBe(1);
  });

  it('is tried again after it failed to begin', async () => {
    let failures = 0;
    const first = node();
    const second = node(() => (failures++ === 0 ? Promise.reject(new Error('not yet')) : Promise.resolve()));
    await first.leadership.start();
    await second.leadership.start();
    const takenOver = second.state.begins(1);
    await first.leadership.stop();
    await takenOver;
    expect(errors).toEqual(['Error: not yet']);
  });
});
