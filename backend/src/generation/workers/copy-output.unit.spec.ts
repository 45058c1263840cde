import { Readable } from 'node:stream';
import { TooLarge } from '../../infra/storage';
import { OutputGone, OutputTooLarge, ProviderUnavailable } from '../../integrations/http/provider-errors';
import { copyOutput, GenerationFailed } from './run-generation';

const { signal } = new AbortController();

describe('an output', () => {
  const output = { ref: 'o', mimeType: 'image/png' };
  const GONE = 'The provider no longer has the result.';
  const LARGE = 'The result is too large.';
  const copy = (fetchError: Error | null, saveError: Error) => {
    const fetchOutput = fetchError ? () => Promise.reject(fetchError) : () => Promise.resolve(Readable.from(['bytes']));
    return copyOutput({ fetchOutput }, output, { signal, maxBytes: 1 }, () => Promise.reject(saveError));
  };
  const unused = new Error('nothing was fetched');

  it.each([
    ['is gone', new OutputGone('gone'), unused, GONE],
    ['is too large', new OutputTooLarge(1), unused, LARGE],
    ['turns out to be deleted while it is read', null, new OutputGone('gone'), GONE],
    ['turns out to be too large while it is read', null, new OutputTooLarge(1), LARGE],
    ['is too large for our storage', null, new TooLarge(1), LARGE],
  ])('that %s fails its job', async (_, fetchError, saveError, message) => {
    const error: unknown = await copy(fetchError, saveError).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GenerationFailed);
    expect(error).toHaveProperty('message', message);
  });

  it('may be copied again after any other error', async () => {
    const away = new ProviderUnavailable('It is away.');
    await expect(copy(away, unused)).rejects.toBe(away);
    await expect(copy(null, away)).rejects.toBe(away);
  });
});
