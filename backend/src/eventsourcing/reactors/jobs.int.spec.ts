import { handler, JobsStage, LEASE, position, request, start } from '../../testing/jobs-stage';
import { eventually } from '../../testing/eventually';
import {
  CLAIM_LOCK,
  complete,
  countUnfinished,
  DatabaseContact,
  heartbeat,
  retryLater,
  requeueDeadJobs,
} from './job-table';

describe('durable jobs', () => {
  let stage: JobsStage;
  beforeEach(async () => {
    stage = await JobsStage.open();
  });
  afterEach(() => stage.close());

  it('exist once per key, however often they are requested', async () => {
    await stage.enqueue(request('a'), request('a'));
    await stage.enqueue(request('a'));
    expect(await countUnfinished(stage.pool)).toBe(1);
  });

  it('run at most three at once across the installation', async () => {
    await stage.enqueue(...['a', 'b', 'c', 'd', 'e'].map((key) => request(key)));
    const claims = await Promise.all(
      ['w1', 'w2', 'w3', 'w4', 'w5'].map(async (node) => ({ node, job: await stage.claimAs(node) })),
    );
    const held = claims.flatMap(({ node, job }) => (job ? [{ node, job }] : []));
    expect(held).toHaveLength(3);
    for (const { node, job } of held.slice(0, 1)) await complete(stage.pool, job, start(node));
    expect(await stage.claimAs('w6')).not.toBeNull();
    expect(await stage.claimAs('w7')).toBeNull();
  });

  it('go to the user with the fewest running jobs first when the queue is fair', async () => {
    const keys = ['a1', 'a2', 'a3'];
    await stage.enqueue(...keys.map((key) => request(key)), request('b1', { ownerId: 'bob' }));
    const fair = handler({ fair: true });
    const order = [await stage.claimAs('w', fair), await stage.claimAs('w', fair), await stage.claimAs('w', fair)];
    expect(order.map((job) => job?.dedupKey)).toEqual(['a1', 'b1', 'a2']);
  });

  it('of one user take no more slots than the queue allows per user', async () => {
    await stage.enqueue(request('a1'), request('a2'), request('a3'), request('b1', { ownerId: 'bob' }));
    const capped = handler({ perUser: 2, concurrency: 8 });
    const order = [];
    for (let i = 0; i < 4; i++) order.push((await stage.claimAs('w', capped))?.dedupKey);
    expect(order).toEqual(['a1', 'b1', 'a2', undefined]);
  });

  it('wait for their delay, counted from their event', async () => {
    const origin = { process: 'p', position: position(1), created: new Date(Date.now() - 50_000) };
    await stage.enqueue(request('a', { delayMs: 60_000, origin }));
    expect(await stage.claimAs('w')).toBeNull();
    expect(await countUnfinished(stage.pool)).toBe(0);
    await stage.elapse('run_at', 10);
    expect(await stage.claimAs('w')).not.toBeNull();
  });

  it('of an event with a future time wait no longer than their delay', async () => {
    const origin = { process: 'p', position: position(1), created: new Date(Date.now() + 3_600_000) };
    await stage.enqueue(request('a', { delayMs: 1_000, origin }));
    await stage.elapse('run_at', 1);
    expect(await stage.claimAs('w')).not.toBeNull();
  });

  it('are taken over by another node when a lease has expired', async () => {
    await stage.enqueue(request('a'));
    const job = await stage.claimed('dead');
    expect(await stage.claimAs('alive')).toBeNull();
    expect(await heartbeat(stage.pool, job, start('dead'), LEASE)).toBe(true);
    await stage.elapse('lease_until', 7);
    expect(await stage.claimAs('alive')).toBeNull();
    await stage.elapse('run_at', 1);
    expect(await stage.claimAs('alive')).toMatchObject({ attempt: 2, deaths: 1 });
    expect(await heartbeat(stage.pool, job, start('dead'), LEASE)).toBe(false);
  });

  it('stay with their holders while nobody could renew a lease', async () => {
    await stage.enqueue(request('a'));
    const job = await stage.claimed('alive');
    await stage.elapse('lease_until', 15);
    // This is the node's first response from the database after a silence; live holders renew before another lease
    // would expire.
    expect(await stage.claimAs('another', handler(), new DatabaseContact(3_000))).toBeNull();
    expect(await heartbeat(stage.pool, job, start('alive'), LEASE)).toBe(true);
    expect(await stage.claimAs('another')).toBeNull();
  });

  it('of a killed node are taken over by another node without a request', async () => {
    await stage.enqueue(request('a'));
    await stage.claimed('killed');
    const ran: string[] = [];
    await stage.launch(handler({ run: async () => void ran.push('alive') }), 'alive');
    // Half of the recovery time that is allowed in a busy test run. A lease longer than a pause of Postgres would
    // exceed it.
    await eventually('the run of its job', async () => (ran.length > 0 ? true : null), 20_000);
  });

  it('are free a second after their node starts again, but not after the start of another node', async () => {
    await stage.enqueue(request('a'));
    await stage.claimAs('me');
    const ran: string[] = [];
    const runAs = (node: string) => handler({ run: async () => void ran.push(node) });
    await stage.launch(runAs('other'), 'other');
    // This node's name is a prefix of the other node's name.
    await stage.launch(runAs('m'), 'm');
    expect(await stage.rows('state, deaths')).toEqual([{ state: 'running', deaths: 0 }]);
    await stage.launch(runAs('me'), 'me', 'second');
    await eventually('the run', async () => (ran.length > 0 && (await stage.rows('id')).length === 0) || null, 5_000);
    expect(ran).toHaveLength(1);
  });

  describe('whose nodes died', () => {
    /** Claims the job and dies, `times` times; returns the delays after the deaths in seconds. */
    const diesUnder = async (times: number): Promise<number[]> => {
      const waits: number[] = [];
      for (let death = 0; death < times; death++) {
        await stage.claimed('mortal');
        await stage.elapse('lease_until', 7);
        expect(await stage.claimAs('another')).toBeNull();
        const [row] = await stage.rows(`round(extract(epoch from run_at - now()))::int as wait`);
        waits.push(Number(row?.wait));
        await stage.elapse('run_at', 30);
      }
      return waits;
    };
    const watched = (changes: Parameters<typeof handler>[0]) => {
      const seen = { runs: 0, told: '' };
      const run = async () => void (seen.runs += 1);
      const exhausted = async (_: unknown, error: Error) => void (seen.told = error.message);
      return { seen, given: handler({ run, exhausted, ...changes }) };
    };
    const over = () =>
      eventually('the end', async () => ((await countUnfinished(stage.pool)) === 0 ? true : null), 5_000);

    it('wait longer before each further try', async () => {
      await stage.enqueue(request('a'));
      expect(await diesUnder(4)).toEqual([1, 10, 30, 30]);
    });

    it.each([
      ['are tried again', 'after two deaths', { deaths: 2, endangersNode: true }, { runs: 1, told: '' }],
      [
        'are given up, and their handler is notified',
        'after three',
        { deaths: 3, endangersNode: true },
        { runs: 0, told: 'The node that ran this job died, 3 times in all: it is not retried.' },
      ],
      ['are tried again', 'after any number, when they endanger no node', { deaths: 4 }, { runs: 1, told: '' }],
    ])('%s %s', async (_what, _when, { deaths, ...changes }, expected) => {
      await stage.enqueue(request('a'));
      await diesUnder(deaths);
      const { seen, given } = watched(changes);
      await stage.launch(given, 'alive');
      await over();
      expect(seen).toEqual(expected);
      const dead = { state: 'dead', last_error: expected.told };
      expect(await stage.rows('state, last_error')).toEqual(expected.told === '' ? [] : [dead]);
    });

    it('get all their attempts again when a person requests it', async () => {
      await stage.enqueue(request('a'));
      await diesUnder(3);
      await stage.launch(watched({ endangersNode: true }).given, 'first');
      await over();
      expect(await requeueDeadJobs(stage.pool)).toBe(1);
      expect((await stage.rows('deaths, state'))[0]).toMatchObject({ deaths: 0 });
    });
  });

  it('stay with their node when another node starts', async () => {
    await stage.enqueue(request('a'));
    let finish = (): void => undefined;
    const running = new Promise<void>((resolve) => (finish = resolve));
    let runs = 0;
    await stage.launch(handler({ run: () => ((runs += 1), running) }), 'a-home');
    await eventually('the first run', async () => (runs > 0 ? true : null), 5_000);
    await stage.launch(handler({ run: async () => void (runs += 1) }), 'another-home');
    finish();
    await eventually(
      'the end of the job',
      async () => ((await countUnfinished(stage.pool)) === 0 ? true : null),
      5_000,
    );
    expect(runs).toBe(1);
  });

  it('are claimed from their own queue only: empty queues are not locked', async () => {
    const idle = ['a', 'b', 'c', 'd', 'e', 'f'].map((queue) => handler({ queue }));
    const client = await stage.pool.connect();
    try {
      await client.query('select pg_advisory_lock($1, hashtext(queue)) from unnest($2::text[]) queue', [
        CLAIM_LOCK,
        idle.map(({ queue }) => queue),
      ]);
      await stage.enqueue(request('one'));
      let runs = 0;
      const images = handler({ run: async () => void (runs += 1) });
      await stage.launch(images, 'me', 'first', { handlers: [...idle, images] });
      await eventually('the run of the job', async () => (runs > 0 ? true : null), 20_000);
    } finally {
      client.release(true);
    }
  });

  it('wait for their retry by the database’s clock', async () => {
    await stage.enqueue(request('a'));
    await retryLater(stage.pool, await stage.claimed('me'), start('me'), { delayMs: 5_000, error: 'busy' });
    expect(await stage.claimAs('me')).toBeNull();
    await stage.elapse('run_at', 5);
    expect((await stage.claimAs('me'))?.attempt).toBe(2);
  });
});
