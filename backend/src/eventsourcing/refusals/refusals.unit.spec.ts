import { Logger } from '@nestjs/common';
import { DomainError, notFound } from '../../lib/domain-error';
import { systemClock } from '../../lib/time';
import { randomIds } from '../../lib/ids';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { AggregateStore } from '../commands/aggregate-store';
import { systemContext, ownCause } from '../commands/command-context';
import type { Aggregate } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';
import { decideRecord, placeOf, Refusals, REFUSALS_A_DAY, refusalsAggregate } from './refusals';
import type { Refused } from './refusals';

type Counted = DomainEvent<'Counted', object>;
const counter: Aggregate<number, Counted> = { category: 'counter', initial: 0, evolve: (count) => count + 1 };
const NOW = '2026-11-27T10:00:00.000Z';
const refused = (revision: number): Refused => ({
  command: 'Count',
  data: {},
  streamId: 'counter-c',
  revision,
  decidedAt: NOW,
  code: 'limit_reached',
  message: 'You can count to 2.',
});

describe('refusals of paid commands', () => {
  const log = new MemoryEventStore();
  const store = new AggregateStore(log.asStore(), systemClock, randomIds);
  const refusals = new Refusals(store);
  const context = systemContext('test', 'ada', ownCause());
  const count = (data: object = { by: 1 }) =>
    refusals.watch({ command: 'Count', data, context }, () =>
      store.execute(counter, 'c', context, (state): Counted[] => {
        if (state >= 2) throw new DomainError('limit_reached', 'You can count to 2.');
        return [{ type: 'Counted', data: {} }];
      }),
    );
  const recorded = () => log.events.filter(({ type }) => type === 'CommandRefused');
  beforeEach(() => void (log.events.length = 0));

  it('are recorded with the command, the reason and the decided state', async () => {
    await count();
    await count();
    expect(recorded()).toEqual([]);
    await expect(count()).rejects.toMatchObject({ code: 'limit_reached' });
    expect(recorded()).toMatchObject([
      {
        streamId: 'refusals-ada',
        data: {
          command: 'Count',
          data: { by: 1 },
          streamId: 'counter-c',
          revision: 1,
          code: 'limit_reached',
          message: 'You can count to 2.',
        },
      },
    ]);
  });

  it('are recorded once for each state, however often the command is repeated', async () => {
    const check = (revision: bigint) =>
      refusals.watch(
        { command: 'Check', data: {}, context },
        () => {
          throw notFound();
        },
        placeOf('counter', 'c', revision),
      );
    for (const revision of [4n, 4n, 5n, 4n]) await expect(check(revision)).rejects.toMatchObject({ code: 'not_found' });
    expect(recorded().map(({ data }) => (data as Refused).revision)).toEqual([4, 5]);
  });

  it('are not recorded when nothing was decided, and are recorded without a command that is too large', async () => {
    const busy = () => Promise.reject(new DomainError('conflict', 'This wallet is very busy.'));
    await expect(refusals.watch({ command: 'Count', data: {}, context }, busy)).rejects.toThrow('busy');
    expect(recorded()).toEqual([]);
    for (let n = 0; n < 2; n++) await store.execute(counter, 'c', context, () => [{ type: 'Counted', data: {} }]);
    await expect(count({ prompt: 'x'.repeat(20_000) })).rejects.toMatchObject({ code: 'limit_reached' });
    expect(recorded()).toMatchObject([{ data: { data: null } }]);
  });

  it('are passed on when they cannot be recorded', async () => {
    const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const full = new Refusals({ execute: () => Promise.reject(new Error('The disk is full')) });
    const check = full.watch(
      { command: 'Check', data: {}, context },
      () => {
        throw notFound();
      },
      placeOf('counter', 'c', 0n),
    );
    await expect(check).rejects.toMatchObject({ code: 'not_found' });
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it('are recorded at most fifty times a day per user, so that a loop does not fill the log', () => {
    expect(REFUSALS_A_DAY).toBe(50);
    let state = refusalsAggregate.initial;
    const record = (revision: number, now: string) => {
      const events = decideRecord(refused(revision), state, { now });
      const folding = { at: now, ownerId: 'ada', revision: BigInt(revision), commandId: 'c' };
      for (const event of events) state = refusalsAggregate.evolve(state, event, folding);
      return events.length;
    };
    const today = Array.from({ length: 60 }, (_, revision) => record(revision, NOW));
    expect(today.reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(record(61, '2026-11-28T00:00:00.000Z')).toBe(1);
  });
});
