import { counted, ViewStage } from '../../testing/view-stage';
import type { Reactor } from '../reactors/reactor';
import { DeadLetters, isRetryable } from './dead-letters';

describe('stuck work', () => {
  let stage: ViewStage;
  let mended: boolean;
  beforeEach(async () => {
    stage = await ViewStage.open();
    mended = false;
  });
  afterEach(() => stage.close());

  const refuse = (data: unknown) => {
    if (!mended && (data as { poison?: boolean }).poison) throw new Error('cannot take this');
  };
  const view = counted('texts', {
    keys: ({ data }) => {
      if ((data as { nowhere?: boolean }).nowhere) throw new Error('no key');
      return [(data as { id: string }).id];
    },
    evolve: (row, { data, position }, id) => {
      refuse(data);
      return { id, total: (row?.total ?? 0) + 1, seen: [...(row?.seen ?? []), position] };
    },
  });
  const process: Reactor = {
    name: 'greet',
    types: ['Counted'],
    react: ({ data, id }) => {
      refuse(data);
      const cause = { correlationId: id, causationId: id };
      return [{ queue: 'greetings', dedupKey: 'one', ownerId: 'ada', payload: {}, ...cause }];
    },
  };
  const stuck = () =>
    new DeadLetters({ pool: stage.database.pool, events: stage.events }, { views: [view], processes: [process] });
  const listed = async () => (await stuck().list(100)).map(({ since: _, ...row }) => row);
  const dead = (key: string, finishedAt = '2026-01-01T00:00:00.123456Z') =>
    stage.database.pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, attempts,
                                  finished_at, last_error)
       values ('zaps', $1, 'ada', '{}', 'c', 'e', 'dead', 5, $2, 'no luck')`,
      [key, finishedAt],
    );

  it('in a view row is folded again beside the leader, which continues with the new row', async () => {
    const runner = await stage.start(view);
    await stage.append('a-1', { id: 'x' }, { id: 'x', poison: true }, { id: 'x' }, { id: 'y' });
    await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    const row = { kind: 'row', id: 'texts_v1@x', name: 'texts_v1', subject: 'x', events: 3, attempts: 1 };
    expect(await listed()).toMatchObject([{ ...row, reason: expect.stringContaining('cannot take this') }]);

    expect(await stuck().retry('row', row.id)).toEqual({ outcome: 'stuck', reason: 'cannot take this' });
    expect(await listed()).toMatchObject([{ ...row, attempts: 2 }]);
    expect(await stage.totals('texts')).toEqual([
      ['x', 1],
      ['y', 1],
    ]);

    mended = true;
    // The leader keeps writing during the retry.
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, n) => stage.append(`b-${n}`, { id: n % 2 ? 'x' : 'y' })),
    );
    expect(await stuck().retry('row', row.id)).toEqual({ outcome: 'taken', reason: null });
    await writing;
    expect(await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    expect(await stage.totals('texts')).toEqual([
      ['x', 15],
      ['y', 11],
    ]);
    expect(await listed()).toEqual([]);
    expect(await stuck().retry('row', row.id)).toBeNull();
  });

  it('in a view without a row waits for a rebuild', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x', nowhere: true }), 5_000);
    const [row] = await stuck().list(1);
    expect(row).toMatchObject({ kind: 'row', id: 'texts_v1@', subject: '' });
    expect(row && isRetryable(row)).toBe(false);
    expect(await stuck().retry('row', 'texts_v1@')).toBeNull();
  });

  it('in a reactor is delivered again, and its job is created once', async () => {
    const position = await stage.append('a-1', { id: 'x', poison: true });
    await stage.database.pool.query(
      `insert into platform.parked_reactions (process, position, event_id, error) values ('greet', $1, 'e', 'why')`,
      [position],
    );
    expect(await listed()).toMatchObject([{ kind: 'reaction', id: `greet@${position}`, eventId: 'e', reason: 'why' }]);
    expect(await stuck().retry('reaction', `greet@${position}`)).toEqual({
      outcome: 'stuck',
      reason: 'cannot take this',
    });
    mended = true;
    expect(await stuck().retry('reaction', `greet@${position}`)).toEqual({ outcome: 'taken', reason: null });
    expect(await stuck().retry('reaction', `greet@${position}`)).toBeNull();
    const { rows } = await stage.database.pool.query('select queue, state from platform.jobs');
    expect(rows).toEqual([{ queue: 'greetings', state: 'queued' }]);
  });

  it('as a job gets all its attempts again', async () => {
    await dead('one');
    const [job] = await stuck().list(1);
    expect(job).toMatchObject({ kind: 'job', name: 'zaps', subject: 'one', reason: 'no luck', attempts: 5 });
    expect(await stuck().retry('job', job?.id ?? '')).toEqual({ outcome: 'queued', reason: null });
    const { rows } = await stage.database.pool.query('select state, attempts, finished_at from platform.jobs');
    expect(rows).toEqual([{ state: 'queued', attempts: 0, finished_at: null }]);
    for (const other of [job?.id ?? '', '0', 'x', '1 or 1=1', '9'.repeat(30)]) {
      expect(await stuck().retry('job', other)).toBeNull();
    }
  });

  it('includes a job waiting after its fifth attempt, which is retried at once on request', async () => {
    const job = (key: string, state: string, attempts: number) =>
      stage.database.pool.query(
        `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, attempts, run_at, last_error)
         values ('films', $1, 'ada', '{}', 'c', 'e', $2, $3, now() + interval '1 hour', 'no space')`,
        [key, state, attempts],
      );
    await job('young', 'queued', 4);
    await job('running', 'running', 5);
    await job('done', 'done', 9);
    await job('waiting', 'queued', 5);
    const found = await stuck().list(10);
    expect(found.map(({ subject, reason }) => [subject, reason]).sort()).toEqual([
      ['running', 'no space'],
      ['waiting', 'no space'],
    ]);
    const waiting = found.find(({ subject }) => subject === 'waiting');
    expect(await stuck().retry('job', waiting?.id ?? '')).toEqual({ outcome: 'queued', reason: null });
    const { rows } = await stage.database.pool.query(
      `select dedup_key, attempts from platform.jobs where state = 'queued' and run_at <= now()`,
    );
    expect(rows).toEqual([{ dedup_key: 'waiting', attempts: 0 }]);
  });

  it('is listed in pages without repeats or gaps, also where many jobs ended at the same time', async () => {
    for (let n = 0; n < 7; n++) await dead(`key ${n}`, n < 5 ? undefined : `2026-01-0${n}T00:00:00Z`);
    const seen: string[] = [];
    for (let behind = null as { since: string; kind: string; id: string } | null; ;) {
      const page = await stuck().list(2, behind);
      seen.push(...page.map(({ subject }) => subject));
      const last = page.at(-1);
      if (!last) break;
      behind = { since: last.since.toISOString(), kind: last.kind, id: last.id };
    }
    expect(seen.slice(0, 2)).toEqual(['key 6', 'key 5']);
    expect([...seen].sort()).toEqual(Array.from({ length: 7 }, (_, n) => `key ${n}`));
  });
});
