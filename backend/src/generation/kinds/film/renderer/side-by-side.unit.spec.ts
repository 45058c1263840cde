import { sideBySide } from './render-film';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

it('returns both results', async () => {
  expect(
    await sideBySide(
      undefined,
      async () => 1,
      async () => 'two',
    ),
  ).toEqual([1, 'two']);
});

it('ends the other when one fails, and throws that error once both have ended', async () => {
  const failure = new Error('no picture');
  let isStill = false;
  const other = (signal: AbortSignal) =>
    untilAborted(signal).finally(async () => {
      await Promise.resolve();
      isStill = true;
    });
  await expect(sideBySide(undefined, other, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(isStill).toBe(true);
});

it('ends both when it is aborted', async () => {
  const outer = new AbortController();
  const both = sideBySide(outer.signal, untilAborted, untilAborted);
  outer.abort(new Error('cancelled'));
  await expect(both).rejects.toThrow('cancelled');
});
