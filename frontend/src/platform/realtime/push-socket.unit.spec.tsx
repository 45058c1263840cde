import { fakeSocket } from '../../testing/fake-socket';
import { manualTimers } from '../../testing/manual-timers';
import { openSocket } from './push-socket';

function open(isWorthIt = true) {
  const timers = manualTimers();
  const handlers = {
    onMessage: jest.fn(),
    onMissed: jest.fn(),
    onConnectedChange: jest.fn(),
    onRefused: jest.fn(async () => isWorthIt),
  };
  return { ...handlers, timers, close: openSocket(handlers, timers) };
}

describe('a connection that the server has ended or refused', () => {
  it.each([
    ['refused by an overloaded server', () => fakeSocket.refuse('unavailable')],
    ['ended with a session that another window has renewed', () => fakeSocket.dismiss()],
  ])('is opened again after it was %s, and missed changes are read', async (_, lose) => {
    const { timers, onMissed } = open();
    fakeSocket.connect();
    lose();
    await timers.advance(1_000);
    expect(fakeSocket.reopened()).toBe(1);
    expect(onMissed).not.toHaveBeenCalled();
    fakeSocket.connect();
    expect(onMissed).toHaveBeenCalledTimes(1);
  });

  it('is opened after growing delays, of 30 seconds at most, and after a short one once it was open', async () => {
    const { timers } = open();
    const waits: number[] = [];
    for (let refusals = 1; refusals <= 7; refusals += 1) {
      const from = timers.now();
      fakeSocket.refuse('unavailable');
      const waited = () => timers.now() - from;
      while (fakeSocket.reopened() < refusals && waited() < 60_000) await timers.advance(500);
      waits.push(waited());
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    fakeSocket.connect();
    fakeSocket.dismiss();
    await timers.advance(1_000);
    expect(fakeSocket.reopened()).toBe(8);
  });

  it('stays closed when the session has ended', async () => {
    const { timers, onRefused } = open(false);
    fakeSocket.refuse('unauthenticated');
    await timers.advance(60_000);
    expect(onRefused).toHaveBeenCalledTimes(1);
    expect(fakeSocket.reopened()).toBe(0);
  });

  it.each([0, 500])('stays closed when it is closed %i ms later', async (ms) => {
    const { timers, close } = open();
    fakeSocket.refuse('unavailable');
    if (ms > 0) await timers.advance(ms);
    close();
    await timers.advance(60_000);
    expect(fakeSocket.reopened()).toBe(0);
    expect(timers.pending()).toBe(0);
  });

  it('is left to the client library after a network failure', async () => {
    const { timers, onRefused } = open();
    fakeSocket.fail();
    await timers.advance(60_000);
    expect(onRefused).not.toHaveBeenCalled();
    expect(fakeSocket.reopened()).toBe(0);
  });
});
