import { EventEmitter, once } from 'node:events';
import { eventually } from '../../testing/eventually';
import { handler, JobsStage, position, request, start } from '../../testing/jobs-stage';
import { inTransaction } from '../../infra/postgres/transaction';
import { moveToDeadLetters, complete, countUnfinished, requeueJob, sweepJobs } from './job-table';

describe('durable jobs', () => {
  let stage: JobsStage;
  beforeEach(async () => {
    stage = await JobsStage.open();
  });
  afterEach(() => stage.close());

  it('are given up after the last attempt, and the handler is notified', async () => {
    await stage.enqueue(request('a'));
    let told = '';
    await stage.launch(
      handler({
        maxAttempts: 1,
        run: () => Promise.reject(new Error('no \0luck \ud83d')),
        exhausted: async (_, error) => void (told = error.message),
      }),
      'me',
    );
    await eventually(
      'the end of the job',
      async () => ((await countUnfinished(stage.pool)) === 0 ? true : null),
      5_000,
    );
    expect(told).toBe('no \0luck \ud83d');
    expect(await stage.rows('state, last_error')).toEqual([{ state: 'dead', last_error: 'no luck \ufffd' }]);
  });

  describe('whose handler cannot be notified that they are given up', () => {
    const error = new Error('no luck');
    const givenUp = (exhausted: () => Promise<void>) =>
      handler({
        concurrency: 1,
        maxAttempts: 1,
        run: ({ dedupKey }) => (dedupKey === 'a' ? Promise.reject(error) : Promise.resolve()),
        exhausted,
      });
    let waits: number[];
    const pause = async (ms: number) => void waits.push(ms);
    beforeEach(async () => {
      waits = [];
      await stage.enqueue(request('a'), request('b'));
    });
    const dead = () =>
      eventually(
        'the end of both jobs',
        async () => ((await countUnfinished(stage.pool)) === 0 ? stage.rows('id, dedup_key, state, last_error') : null),
        5_000,
      );

    it('are dead after a few tries, with both reasons, and free their slot', async () => {
      let told = 0;
      const exhausted = () => Promise.reject(new Error(`the log is away, try ${++told}`));
      await stage.launch(givenUp(exhausted), 'me', 'first', { pause });
      const [row] = await dead();
      expect(row).toMatchObject({ dedup_key: 'a', state: 'dead' });
      expect(row?.last_error).toBe('no luck (And notifying its handler failed: the log is away, try 6)');
      expect([told, waits]).toEqual([6, [500, 1_000, 2_000, 4_000, 8_000]]);
      // A dead job can be retried.
      expect(await requeueJob(stage.pool, String(row?.id))).toBe(true);
      expect((await dead())[0]).toMatchObject({ dedup_key: 'a', state: 'dead' });
      expect(told).toBe(12);
    });

    it('are dead with their own reason once the handler can be notified', async () => {
      let told = 0;
      const exhausted = () => (++told < 3 ? Promise.reject(new Error('the log is away')) : Promise.resolve());
      await stage.launch(givenUp(exhausted), 'me', 'first', { pause });
      expect(await dead()).toMatchObject([{ dedup_key: 'a', state: 'dead', last_error: 'no luck' }]);
      expect(told).toBe(3);
    });

    it('are handed back when the runner stops, without counting that attempt', async () => {
      const began = new EventEmitter();
      const waiting = once(began, 'pause');
      const untilStopped = async (_: number, signal: AbortSignal) => {
        began.emit('pause');
        await once(signal, 'abort');
      };
      const exhausted = () => Promise.reject(new Error('the log is away'));
      const runner = await stage.launch(givenUp(exhausted), 'me', 'first', { pause: untilStopped });
      await waiting;
      await runner.stop();
      expect((await stage.rows('dedup_key, state, attempts'))[0]).toEqual({
        dedup_key: 'a',
        state: 'queued',
        attempts: 0,
      });
    });
  });

  it('are handed back when the runner stops during them, which does not count as an attempt', async () => {
    await stage.enqueue(request('a'));
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const runner = await stage.launch(
      handler({
        run: (_, signal) =>
          new Promise((_resolve, reject) => {
            started();
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      }),
      'me',
    );
    await running;
    await runner.stop();
    expect(await stage.rows('state, attempts')).toEqual([{ state: 'queued', attempts: 0 }]);
    expect((await stage.claimAs('another'))?.attempt).toBe(1);
  });

  it('that are being claimed when the runner stops are handed back before it has stopped, and never begin', async () => {
    const began = jest.fn(() => Promise.resolve());
    const runner = await stage.launch(handler({ run: began }), 'worker');
    const stopped = jest.fn();
    let stopping: Promise<void> | undefined;
    await inTransaction(stage.pool, async (client) => {
      await client.query('lock table platform.jobs in access exclusive mode');
      runner.wake();
      const waiting = `select 1 from pg_locks where not granted and relation = 'platform.jobs'::regclass`;
      await eventually('A claim', async () => (await client.query(waiting)).rows[0] ?? null, 5_000);
      await client.query(
        `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id)
         values ('images', 'a', 'ada', '{}', 'c', 'e')`,
      );
      stopping = runner.stop().then(stopped);
      await client.query('select 1');
      expect(stopped).not.toHaveBeenCalled();
    });
    await stopping;
    expect(await stage.rows('dedup_key, state, attempts')).toEqual([{ dedup_key: 'a', state: 'queued', attempts: 0 }]);
    expect(began).not.toHaveBeenCalled();
    expect(stage.errors).toEqual([]);
  });

  it('create their follow-up jobs in one transaction with their end', async () => {
    await stage.enqueue(request('a'));
    const job = await stage.claimed('me');
    await complete(stage.pool, job, start('not-me'), [request('b')]);
    expect(await stage.rows('dedup_key, state')).toEqual([{ dedup_key: 'a', state: 'running' }]);
    await complete(stage.pool, job, start('me'), [request('b')]);
    expect(await stage.rows('dedup_key, state')).toEqual([{ dedup_key: 'b', state: 'queued' }]);
  });

  it('that have run are completed once the database can be written again, without a second run', async () => {
    await stage.enqueue(request('a'));
    let runs = 0;
    await stage.pool.query(`create function no_end() returns trigger language plpgsql as
      $$ begin if new.state = 'done' then raise 'disk full' using errcode = '53100'; end if; return new; end $$`);
    await stage.pool.query(
      'create trigger no_end before update on platform.jobs for each row execute function no_end()',
    );
    await stage.launch(handler({ run: async () => void (runs += 1) }), 'me');
    await eventually('the first try to end', async () => (stage.errors.length > 0 ? true : null), 5_000);
    await stage.pool.query('drop trigger no_end on platform.jobs');
    await eventually('the end of the job', async () => ((await stage.rows('id')).length === 0 ? true : null), 5_000);
    expect(runs).toBe(1);
  });

  describe('that are finished', () => {
    const checkpoint = (at: number) =>
      stage.pool.query(
        `insert into platform.process_checkpoints (name, position) values ('p', $1)
         on conflict (name) do update set position = excluded.position`,
        [position(at)],
      );

    it('are deleted once the stored checkpoint has passed their event, and not before', async () => {
      const origin = { process: 'p', position: position(5), created: new Date() };
      await stage.enqueue(request('a', { origin }));
      await checkpoint(4);
      await complete(stage.pool, await stage.claimed('me'), start('me'));
      await sweepJobs(stage.pool, { deadForDays: 30 });
      // A request by the same event is still the same job.
      await stage.enqueue(request('a', { origin }));
      expect(await stage.rows('dedup_key, state')).toEqual([{ dedup_key: 'a', state: 'done' }]);
      await checkpoint(5);
      expect(await sweepJobs(stage.pool, { deadForDays: 30 })).toBe(1);
      expect(await stage.rows('id')).toEqual([]);
    });

    it('with a failure are kept for inspection for a number of days', async () => {
      await stage.enqueue(request('a'));
      await moveToDeadLetters(stage.pool, await stage.claimed('me'), start('me'), 'no luck');
      await stage.elapse('finished_at', 29 * 86_400);
      expect(await sweepJobs(stage.pool, { deadForDays: 30 })).toBe(0);
      await stage.elapse('finished_at', 2 * 86_400);
      expect(await sweepJobs(stage.pool, { deadForDays: 30 })).toBe(1);
    });
  });
});
