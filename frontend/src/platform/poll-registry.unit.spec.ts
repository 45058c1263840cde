import { manualTimers } from '../testing/manual-timers';
import { ApiError } from './api-client';
import { PollRegistry, type Verdict } from './poll-registry';
import { SessionEnded } from './session';

function setUp(answers: (Verdict | Error)[] = []) {
  const timers = manualTimers();
  const asked: string[] = [];
  const registry = new PollRegistry<string>({
    intervalMs: 3_000,
    timers,
    poll: async (id) => {
      asked.push(`${id}@${timers.now()}`);
      const answer = answers.shift() ?? 'again';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { timers, asked, registry };
}

describe('a tracked thing', () => {
  it('is polled once per interval, however often it is tracked', async () => {
    const { timers, asked, registry } = setUp();
    expect(registry.track('a', 'first')).toBe(true);
    expect(registry.track('a', 'second')).toBe(false);
    await timers.advance(6_000);
    expect(asked).toEqual(['a@3000', 'a@6000']);
  });

  it('is polled at once when asked so', async () => {
    const { timers, asked, registry } = setUp();
    registry.track('a', '', 'atOnce');
    await timers.advance(3_000);
    expect(asked).toEqual(['a@0', 'a@3000']);
  });

  it('is forgotten once it is done', async () => {
    const { timers, asked, registry } = setUp(['again', 'done']);
    registry.track('a', '');
    await timers.advance(20_000);
    expect(asked).toHaveLength(2);
    expect(registry.has('a')).toBe(false);
    expect(timers.pending()).toBe(0);
  });

  it('survives a poll that fails', async () => {
    const { timers, asked, registry } = setUp([new Error('offline')]);
    registry.track('a', '');
    await timers.advance(6_000);
    expect(asked).toHaveLength(2);
  });

  it.each([new SessionEnded(), new ApiError(401, '', 'Unauthorized')])('is given up after %s', async (over) => {
    const { timers, asked, registry } = setUp([over]);
    registry.track('a', '');
    await timers.advance(6_000);
    expect(asked).toHaveLength(1);
    expect(registry.has('a')).toBe(false);
  });

  it('is polled at once after a push, and then an interval later', async () => {
    const { timers, asked, registry } = setUp();
    registry.track('a', '');
    await timers.advance(1_000);
    registry.checkNow('a');
    await timers.advance(3_000);
    expect(asked).toEqual(['a@1000', 'a@4000']);
  });

  it('is polled again when a push comes while it is being polled', async () => {
    const { timers, asked, registry } = setUp();
    registry.track('a', '', 'atOnce');
    registry.checkNow('a');
    await timers.advance(0);
    expect(asked).toEqual(['a@0', 'a@0']);
  });

  it('tells its listeners when it comes and goes', () => {
    const { registry } = setUp();
    let changes = 0;
    const stopListening = registry.subscribe(() => (changes += 1));
    registry.track('a', '');
    registry.stop('a');
    stopListening();
    registry.track('b', '');
    expect(changes).toBe(2);
  });
});
