import { sideBySide } from './render-film';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

it('two programs side by side return both results', async () => {
  expect(
    await sideBySide(
      undefined,
      async () => 1,
      async () => 'two',
    ),
  ).toEqual([1, 'two']);
});

it('two programs side by side end together when one fails, with its error once both have ended', async () => {
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

it('two programs side by side both end on abort', async () => {
  const outer = new AbortController();
  const both = sideBySide(outer.signal, untilAborted, untilAborted);
  outer.abort(new Error('cancelled'));
  await expect(both).rejects.toThrow('cancelled');
});
