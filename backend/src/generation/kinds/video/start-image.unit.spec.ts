import { fetchWithRetries } from './start-image';
import {
  ForbiddenAddress,
  OutboundAnswerUnusable,
  OutboundUnreachable,
} from '../../../infra/outbound/outbound-address';
import { GenerationFailed } from '../../workers/run-generation';

const { signal } = new AbortController();
/** Fetches from an address that gives these responses one after the other. */
function address(...answers: (Error | Buffer)[]) {
  let tries = 0;
  const fetch = async (): Promise<Buffer> => {
    const answer = answers[Math.min(tries++, answers.length - 1)] ?? Buffer.alloc(0);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const read = (aborted = signal, pausesMs = [0, 0]) =>
    fetchWithRetries('http://a.example/', aborted, { fetch, pausesMs });
  return { read, tries: () => tries };
}

describe('the start image at an external address', () => {
  it.each([new ForbiddenAddress('private'), new OutboundAnswerUnusable('it answered 404')])(
    'fails the generation at once when a retry cannot help: $message',
    async (error) => {
      const { read, tries } = address(error);
      await expect(read()).rejects.toThrow(GenerationFailed);
      await expect(read()).rejects.toThrow(`Couldn't load the scene's image: ${error.message}.`);
      expect(tries()).toBe(2);
    },
  );

  it('is retried when a retry may help', async () => {
    const { read, tries } = address(new OutboundUnreachable('it answered 503'), Buffer.from('x'));
    await expect(read()).resolves.toEqual(Buffer.from('x'));
    expect(tries()).toBe(2);
  });

  it('fails the generation after three tries', async () => {
    const { read, tries } = address(new OutboundUnreachable('it took too long'));
    await expect(read()).rejects.toThrow(GenerationFailed);
    expect(tries()).toBe(3);
  });

  it('is not fetched again for a job that has ended', async () => {
    const job = new AbortController();
    const { read, tries } = address(new OutboundUnreachable('it took too long'));
    const reading = read(job.signal, [60_000]);
    job.abort();
    await expect(reading).rejects.toThrow();
    expect(tries()).toBe(1);
  });

  it('passes programming errors on unchanged', async () => {
    await expect(address(new TypeError('a bug')).read()).rejects.toThrow(TypeError);
  });
});
