import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { userContext } from '../../eventsourcing/commands/command-context';
import { randomIds } from '../../lib/ids';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { AccessLog } from './access-log';
import type { RecordsRead } from './access-log';

const MINUTE_MS = 60_000;
const [READER, OTHER] = ['reader', 'other'];
const aRun: RecordsRead = { what: 'run', ownerId: OWNER, detail: { runId: 'r' } };

function stage() {
  const events = new MemoryEventStore();
  let now = new Date(NOW);
  const clock = { now: () => now };
  const dispatcher: Pick<CommandDispatcher, 'context'> = { context: ({ id }) => userContext(id) };
  const store = new AggregateStore(events.asStore(), clock, randomIds);
  const log = new AccessLog(store, dispatcher as CommandDispatcher, clock);
  return {
    look: (read: Partial<RecordsRead> = {}, id = READER) => log.recordFollowed({ id }, { ...aRun, ...read }),
    act: () => log.record({ id: READER }, aRun),
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    recorded: () => events.events.map(({ streamId, data }) => ({ streamId, data })),
    fail: () => jest.spyOn(events, 'append').mockRejectedValueOnce(new Error('The log is away.')),
  };
}

describe('an access to records', () => {
  it('is recorded each time', async () => {
    const { act, recorded } = stage();
    await act();
    await act();
    expect(recorded()).toHaveLength(2);
  });

  it('is recorded once in ten minutes while a screen polls the same data', async () => {
    const { look, pass, recorded } = stage();
    await look();
    pass(10 * MINUTE_MS - 1);
    await look();
    expect(recorded()).toEqual([{ streamId: `access-${READER}`, data: aRun }]);
    pass(1);
    await look();
    expect(recorded()).toHaveLength(2);
  });

  it.each<[string, Partial<RecordsRead>, string]>([
    ['something else', { what: 'replay' }, READER],
    ['another one', { detail: { runId: 's' } }, READER],
    ['those of others', { ownerId: OTHER }, READER],
    ['the same by somebody else', {}, OTHER],
  ])('is recorded for %s', async (_, read, reader) => {
    const { look, recorded } = stage();
    await look();
    await look(read, reader);
    expect(recorded()).toHaveLength(2);
  });

  it('is not recorded for a reader’s own records', async () => {
    const { look, recorded } = stage();
    await look({ ownerId: READER });
    expect(recorded()).toEqual([]);
  });

  it('is recorded at the next attempt when recording failed', async () => {
    const { look, recorded, fail } = stage();
    fail();
    await expect(look()).rejects.toThrow('The log is away.');
    await look();
    expect(recorded()).toHaveLength(1);
  });
});
