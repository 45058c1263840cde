import { SubscriptionFailed, toPosition } from './event-store';
import { deliver } from './subscription';
import { Pause } from '../../lib/time';
import { retryDelay } from '../../lib/retry';

const batch = { events: [], checkpoint: toPosition(1n) };
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 };

describe('a batch', () => {
  it('is delivered until it is handled, and each failure is reported with the delay before the retry', async () => {
    const told: [string, number][] = [];
    let calls = 0;
    const handler = {
      onBatch: () => ((calls += 1) < 3 ? Promise.reject(new Error(`no ${calls}`)) : Promise.resolve()),
      onDropped: (error: Error, delay: number) => told.push([error.message, delay]),
    };
    await expect(deliver(batch, handler, policy, new Pause(), () => false)).resolves.toBe(true);
    expect(told).toEqual([
      ['no 1', 1],
      ['no 2', 2],
    ]);
  });

  it('that is never handled is given up with an error whose cause is the last failure', async () => {
    const handler = { onBatch: () => Promise.reject(new Error('no')) };
    const delivery = deliver(batch, handler, policy, new Pause(), () => false);
    await expect(delivery).rejects.toThrow(SubscriptionFailed);
    await expect(delivery).rejects.toMatchObject({ cause: new Error('no') });
  });

  it('is not delivered again once the subscription is stopped, even during a long delay', async () => {
    const pause = new Pause();
    let calls = 0;
    const handler = {
      onBatch: () => {
        calls += 1;
        pause.end();
        return Promise.reject(new Error('no'));
      },
    };
    const patient = { attempts: 3, firstDelayMs: 1e9, maxDelayMs: 1e9 };
    await expect(deliver(batch, handler, patient, pause, () => calls > 0)).resolves.toBe(false);
    expect(calls).toBe(1);
  });
});

describe('the delay before a retry', () => {
  it('doubles up to its limit', () => {
    const delays = [1, 2, 3, 4, 50].map((n) => retryDelay({ firstDelayMs: 100, maxDelayMs: 500 }, n));
    expect(delays).toEqual([100, 200, 400, 500, 500]);
  });
});
