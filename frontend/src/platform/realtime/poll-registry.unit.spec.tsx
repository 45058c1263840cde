import { manualTimers } from '../../testing/manual-timers';
import { ApiError } from '../http/api-client';
import { PollRegistry, type Verdict } from './poll-registry';
import { session, SessionEnded } from '../session/session';

function setUp(answers: (Verdict | Error)[] = [], isPushed = () => false) {
  const timers = manualTimers();
  const asked: string[] = [];
  const silent: string[] = [];
  const registry = new PollRegistry<string>({
    intervalMs: 3_000,
    timers,
    isPushed,
    poll: async (id) => {
      asked.push(`${id}@${timers.now()}`);
      const answer = answers.shift() ?? 'again';
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onSilence: (id) => silent.push(`${id}@${timers.now()}`),
  });
  return { timers, asked, silent, registry };
}

describe('a watched job', () => {
  it('is polled once per interval, however often it is watched', async () => {
    const { timers, asked, registry } = setUp();
    expect(registry.track('a', 'first')).toBe(true);
    expect(registry.track('a', 'second')).toBe(false);
    await timers.advance(6_000);
    expect(asked).toEqual(['a@3000', 'a@6000']);
  });

  it('is polled every 15 s while changes are pushed, and faster again once the socket is down', async () => {
    let isPushed = true;
    const { timers, asked, registry } = setUp([], () => isPushed);
    registry.track('a', '');
    await timers.advance(14_999);
    expect(asked).toEqual([]);
    await timers.advance(15_001);
    expect(asked).toEqual(['a@15000', 'a@30000']);
    registry.checkNow('a');
    await timers.advance(14_999);
    expect(asked).toEqual(['a@15000', 'a@30000', 'a@30000']);
    isPushed = false;
    await timers.advance(3_001);
    expect(asked.slice(3)).toEqual(['a@45000', 'a@48000']);
  });

  it('is polled at its interval also while changes are pushed, when its own are not', async () => {
    const { timers, asked, registry } = setUp(['soon', 'done'], () => true);
    registry.track('a', '', 'atOnce');
    await timers.advance(3_000);
    expect(asked).toEqual(['a@0', 'a@3000']);
    expect(registry.has('a')).toBe(false);
  });

  it('is dropped when the user leaves, here or in another window', async () => {
    const { timers, asked, registry } = setUp();
    session.begin('ada');
    registry.track('a', '');
    registry.track('b', '');
    session.end();
    await timers.advance(60_000);
    expect(asked).toEqual([]);
    expect(timers.pending()).toBe(0);
    session.begin('ada');
    registry.track('a', '');
    session.begin('ben');
    expect(timers.pending()).toBe(0);
    session.end();
  });

  it('is polled at once on request', async () => {
    const { timers, asked, registry } = setUp();
    registry.track('a', '', 'atOnce');
    await timers.advance(3_000);
    expect(asked).toEqual(['a@0', 'a@3000']);
  });

  it('is dropped once it is finished', async () => {
    const { timers, asked, registry } = setUp(['again', 'done']);
    registry.track('a', '');
    await timers.advance(20_000);
    expect(asked).toHaveLength(2);
    expect(registry.has('a')).toBe(false);
    expect(timers.pending()).toBe(0);
  });

  it('survives a failed poll', async () => {
    const { timers, asked, registry } = setUp([new Error('offline')]);
    registry.track('a', '');
    await timers.advance(6_000);
    expect(asked).toHaveLength(2);
  });

  it('is polled less and less often while polls fail, and as before when one succeeds', async () => {
    const offline = Array.from({ length: 7 }, () => new Error('offline'));
    const { timers, asked, silent, registry } = setUp([...offline, 'again', new Error('offline')]);
    registry.track('a', '');
    await timers.advance(145_000);
    const seconds = (list: string[]) => list.map((entry) => Number(entry.slice(2)) / 1_000);
    expect(seconds(asked)).toEqual([3, 6, 12, 24, 48, 78, 108, 138, 141, 144]);
    expect(seconds(silent)).toEqual([78]);
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

  it('notifies its listeners when it starts and ends', () => {
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
