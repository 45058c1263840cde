import { MemoryEventStore } from '../../testing/memory-event-store';
import { systemClock } from '../../lib/time';
import type { Aggregate } from '../domain/aggregate';
import { randomIds } from '../../lib/ids';
import { AggregateStore } from './aggregate-store';
import { userContext } from './command-context';

type Counted = { type: 'Counted'; data: object };
const EVENT_MS = 5;

it('yields the event loop every 15 ms while a long stream is read', async () => {
  const events = new MemoryEventStore();
  let now = 0;
  const slow: Aggregate<number, Counted> = {
    category: 'slow',
    initial: 0,
    evolve: (total) => {
      now += EVENT_MS;
      return total + 1;
    },
  };
  const node = () => new AggregateStore(events.asStore(), systemClock, randomIds);
  const many = Array.from({ length: 60 }, (): Counted => ({ type: 'Counted', data: {} }));
  await node().execute(slow, 'one', userContext('u'), () => many);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  let turns = 0;
  let others = setImmediate(function turn() {
    turns += 1;
    others = setImmediate(turn);
  });
  try {
    expect(await node().load(slow, 'one')).toBe(60);
    expect(turns).toBeGreaterThanOrEqual(60 / (15 / EVENT_MS) - 1);
  } finally {
    clearImmediate(others);
    clock.mockRestore();
  }
});
