import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { GenerationJob } from '../../projects/storyboard';
import type { GenerationProvider, Prediction } from '../../integrations/ports/generation-provider';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  PredictionNotFound,
  ProviderAnswerInvalid,
  ProviderUnavailable,
} from '../../integrations/http/provider-errors';
import { type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

type Provider = GenerationProvider<string>;
const done: Prediction = { id: 'p', status: 'succeeded', outputs: [{ ref: 'o', mimeType: 'image/png' }] };

function fakeProvider(overrides: Partial<Provider> = {}) {
  const calls: string[] = [];
  const provider: Provider = {
    name: 'replicate',
    label: 'Fake',
    createIsIdempotent: false,
    create: (_, { idempotencyKey }) => {
      calls.push(`create ${idempotencyKey}`);
      return Promise.resolve({ predictionId: 'p' });
    },
    get: (id) => {
      calls.push(`get ${id}`);
      return Promise.resolve(done);
    },
    cancel: (id) => {
      calls.push(`cancel ${id}`);
      return Promise.resolve();
    },
    fetchOutput: () => Promise.resolve(Readable.from(['bytes'])),
    ...overrides,
  };
  return { provider, calls };
}

const signal = new AbortController().signal;

function generation(provider: Provider, job: Partial<GenerationJob>, log: string[] = []): Generation<string> {
  return {
    provider,
    current: () => Promise.resolve({ jobId: 'job', status: 'queued', predictionId: null, ...job } as GenerationJob),
    request: () => Promise.resolve('a lighthouse'),
    start: async () => void log.push('start'),
    accept: async (id) => void log.push(`accept ${id}`),
    pause: (ms) => delay(ms, undefined, { signal }),
  };
}

describe('a queued job', () => {
  it('records its intent before it calls the provider, and the id after that', async () => {
    const { provider, calls } = fakeProvider();
    await expect(runGeneration(generation(provider, {}, calls), signal)).resolves.toBe(done);
    expect(calls).toEqual(['start', 'create job', 'accept p', 'get p']);
  });

  it('is sent by its kind’s request function, with a key derived from the job and the signal', async () => {
    const sent: unknown[] = [];
    const create: Provider['create'] = async (request, options) => {
      sent.push(request, options, options.signal === signal);
      return { predictionId: 'p' };
    };
    await runGeneration(generation(fakeProvider({ create }).provider, {}), signal);
    expect(sent).toEqual(['a lighthouse', { idempotencyKey: 'job', signal }, true]);
  });

  it('fails when the provider refuses it', async () => {
    const refused = () => Promise.reject(new CreateRefused('No such thing', { reason: 'invalid-input' }));
    const { provider } = fakeProvider({ create: refused });
    await expect(runGeneration(generation(provider, {}), signal)).rejects.toThrow(GenerationFailed);
  });

  it('requests again when the provider was only busy', async () => {
    let asked = 0;
    const busy = new CreateRefused('Slow down', { reason: 'throttled', retryAfterSeconds: 0 });
    const create = () => (asked++ === 0 ? Promise.reject(busy) : Promise.resolve({ predictionId: 'p' }));
    const { provider } = fakeProvider({ create });
    await expect(runGeneration(generation(provider, {}), signal)).resolves.toBe(done);
    expect(asked).toBe(2);
  });

  const refusal = (retryAfterSeconds?: number) =>
    new CreateRefused('Slow down', { reason: 'throttled', retryAfterSeconds });
  /** Returns the delays between the attempts if every request is refused. */
  async function refusedWith(errors: Error[], stopping = signal) {
    let asked = 0;
    const waited: number[] = [];
    const noted: number[] = [];
    const create = async () => {
      const error = errors[Math.min(asked++, errors.length - 1)];
      // Ends the loop, so that endless retries fail the test instead of hanging it.
      if (error && asked < 9) throw error;
      return { predictionId: 'p' };
    };
    const run = {
      ...generation(fakeProvider({ create }).provider, {}),
      pause: async (ms: number) => {
        expect(ms).toBeLessThanOrEqual(2_000);
        waited[asked - 1] = (waited[asked - 1] ?? 0) + ms;
      },
      callFailed: async (_: Error, ms: number) => void noted.push(ms),
    };
    const error: unknown = await runGeneration(run, stopping).catch((thrown: unknown) => thrown);
    // Each pause is recorded before it begins, so that people can see when the next call is made.
    expect(noted).toEqual(waited);
    return { error, asked, waited };
  }

  it.each([
    ['doubles its pauses', [refusal()], [2_000, 4_000, 8_000, 16_000]],
    ['waits as long as the provider asks', [refusal(1.5)], [1_500, 1_500, 1_500, 1_500]],
    ['waits for a minute', [refusal(60)], [60_000, 60_000, 60_000, 60_000]],
    ['accepts a wait of zero from the provider', [refusal(0)], [0, 0, 0, 0]],
    [
      'doubles its pauses by its own count',
      [refusal(7), refusal(), refusal(1), refusal()],
      [7_000, 4_000, 1_000, 16_000],
    ],
  ])('%s, and gives up at the fifth refusal', async (_, errors, expected) => {
    const { error, asked, waited } = await refusedWith(errors);
    expect(error).toBeInstanceOf(GenerationFailed);
    expect(error).toHaveProperty('message', 'Slow down');
    expect({ asked, waited }).toEqual({ asked: 5, waited: expected });
  });

  it.each([60.001, 86_400, 9_999_999_999, Infinity])(
    'gives up its slot instead of waiting for %p seconds',
    async (seconds) => {
      const { error, asked, waited } = await refusedWith([refusal(seconds)]);
      expect(error).toBeInstanceOf(GenerationFailed);
      expect({ asked, waited }).toEqual({ asked: 1, waited: [] });
    },
  );

  it('stops in the middle of a pause when it is no longer wanted', async () => {
    let pauses = 0;
    let asked = 0;
    const create = () => (asked++, Promise.reject(refusal(60)));
    const job = { jobId: 'job', status: 'queued', predictionId: null } as GenerationJob;
    const run = {
      ...generation(fakeProvider({ create }).provider, {}),
      current: () => Promise.resolve(pauses < 3 ? job : null),
      pause: async () => void pauses++,
    };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect({ asked, pauses }).toEqual({ asked: 1, pauses: 3 });
  });

  const NOT_SET_UP =
    "The provider isn't set up correctly, so trying again won't help. Please tell the operator of this installation.";

  it.each([
    [
      400,
      'invalid-input',
      "The provider doesn't take this request, so trying it again won't help. Another prompt or other settings may help.",
    ],
    [401, 'unauthorized', NOT_SET_UP],
    [404, 'not-found', NOT_SET_UP],
    [
      402,
      'no-credit',
      "The provider's account is used up, so trying again won't help yet. Please tell the operator of this installation.",
    ],
    [undefined, 'invalid-input', 'Too rude'],
  ] as const)('does not wait after a final refusal (%s), and shows advice', async (status, reason, words) => {
    const refused = new CreateRefused('Too rude', { reason, status });
    const { error, asked, waited } = await refusedWith([refused]);
    expect(error).toBeInstanceOf(GenerationFailed);
    expect(error).toMatchObject({ message: words, cause: refused });
    expect({ asked, waited }).toEqual({ asked: 1, waited: [] });
  });

  it.each([
    ['that was not foreseen', new TypeError('a bug'), signal],
    [
      'while the node stops, even a final one,',
      new CreateRefused('No', { reason: 'invalid-input' }),
      AbortSignal.abort(),
    ],
    ['while the node stops, even an unusable answer,', new ProviderAnswerInvalid('No image'), AbortSignal.abort()],
  ])('passes an error %s on to be retried later', async (_, thrown, stopping) => {
    const { error, asked } = await refusedWith([thrown], stopping);
    expect(error).toBe(thrown);
    expect(asked).toBe(1);
  });

  it('may repeat a request with a lost answer to an idempotent provider', async () => {
    const lost = new CreateOutcomeUnknown('cut off');
    const { provider } = fakeProvider({ createIsIdempotent: true, create: () => Promise.reject(lost) });
    await expect(runGeneration(generation(provider, {}), signal)).rejects.toBe(lost);
  });

  it('is not requested again when it has ended during a pause', async () => {
    let asked = 0;
    const busy = new CreateRefused('Slow down', { reason: 'throttled', retryAfterSeconds: 0 });
    const create = () => (asked++ < 9 ? Promise.reject(busy) : Promise.resolve({ predictionId: 'p' }));
    const { provider } = fakeProvider({ create });
    const job = { jobId: 'job', status: 'queued', predictionId: null } as GenerationJob;
    const run = { ...generation(provider, {}), current: () => Promise.resolve(asked === 0 ? job : null) };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect(asked).toBe(1);
  });

  it('fails with an unknown outcome when the provider’s answer was lost', async () => {
    const { provider } = fakeProvider({ create: () => Promise.reject(new CreateOutcomeUnknown('cut off')) });
    await expect(runGeneration(generation(provider, {}), signal)).rejects.toThrow(GenerationFailed);
  });

  it('fails with the fault of an invalid answer, without another request', async () => {
    let asked = 0;
    const create = () => Promise.reject(new ProviderAnswerInvalid(`No image, try ${++asked}`));
    const { provider } = fakeProvider({ create });
    const failed = runGeneration(generation(provider, {}), signal);
    await expect(failed).rejects.toMatchObject({ constructor: GenerationFailed, message: 'No image, try 1' });
  });

  it('is not processed when it is no longer wanted', async () => {
    const { provider, calls } = fakeProvider();
    const run = { ...generation(provider, {}), current: () => Promise.resolve(null) };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect(calls).toEqual([]);
  });
});

describe('a job whose server was killed', () => {
  it('continues with its prediction when the prediction is known', async () => {
    const { provider, calls } = fakeProvider();
    await runGeneration(generation(provider, { status: 'accepted', predictionId: 'known' }), signal);
    expect(calls).toEqual(['get known']);
  });

  it('is never created a second time when only its intent is known', async () => {
    const { provider, calls } = fakeProvider();
    await expect(runGeneration(generation(provider, { status: 'started' }), signal)).rejects.toThrow(GenerationFailed);
    expect(calls).toEqual([]);
  });

  it('continues with the prediction that the provider still has for its intent', async () => {
    const recall = (id: string) => Promise.resolve({ predictionId: `of ${id}` });
    const { provider, calls } = fakeProvider({ recall });
    await runGeneration(generation(provider, { status: 'started' }, calls), signal);
    expect(calls).toEqual(['accept of job', 'get of job']);
  });

  it('fails when the provider does not know its intent', async () => {
    const { provider, calls } = fakeProvider({ recall: () => Promise.resolve(null) });
    await expect(runGeneration(generation(provider, { status: 'started' }), signal)).rejects.toThrow(GenerationFailed);
    expect(calls).toEqual([]);
  });

  it('repeats the request to a provider that recognises repeats', async () => {
    const { provider, calls } = fakeProvider({ createIsIdempotent: true });
    await runGeneration(generation(provider, { status: 'started' }, calls), signal);
    expect(calls).toEqual(['create job', 'accept p', 'get p']);
  });
});

describe('a running prediction', () => {
  const accepted: Partial<GenerationJob> = { status: 'accepted', predictionId: 'p' };

  it('fails with the provider’s reason', async () => {
    const failed: Prediction = { ...done, status: 'failed', outputs: [], error: 'too dark' };
    const { provider } = fakeProvider({ get: () => Promise.resolve(failed) });
    await expect(runGeneration(generation(provider, accepted), signal)).rejects.toThrow('too dark');
  });

  it('fails when the provider forgot it', async () => {
    const { provider } = fakeProvider({ get: () => Promise.reject(new PredictionNotFound('p')) });
    await expect(runGeneration(generation(provider, accepted), signal)).rejects.toThrow(GenerationFailed);
  });

  it('is requested again, once, when the provider forgot it and gives a repeat the same result', async () => {
    const forgot = new PredictionNotFound('p');
    const { provider, calls } = fakeProvider({
      createIsIdempotent: true,
      get: () => (calls.length === 0 ? Promise.reject(forgot) : Promise.resolve(done)),
    });
    await expect(runGeneration(generation(provider, accepted, calls), signal)).resolves.toBe(done);
    expect(calls).toEqual(['create job']);
    const lost = fakeProvider({ createIsIdempotent: true, get: () => Promise.reject(forgot) });
    await expect(runGeneration(generation(lost.provider, accepted, lost.calls), signal)).rejects.toThrow(
      'The provider no longer has this request.',
    );
    expect(lost.calls).toEqual(['create job']);
  });

  it('is polled less and less often, at least every two seconds', async () => {
    const pauses: number[] = [];
    const asked: unknown[] = [];
    const get: Provider['get'] = (id, options) => {
      asked.push(id, options?.signal === signal);
      return Promise.resolve(pauses.length < 8 && asked.length < 99 ? { ...done, status: 'processing' } : done);
    };
    const run = {
      ...generation(fakeProvider({ get }).provider, accepted),
      pause: async (ms: number) => void pauses.push(ms),
    };
    await expect(runGeneration(run, signal)).resolves.toBe(done);
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    expect(asked).toEqual(Array.from({ length: 9 }, () => ['p', true]).flat());
  });

  it('may be polled again after any other error', async () => {
    const away = new ProviderUnavailable('It is away.');
    const { provider } = fakeProvider({ get: () => Promise.reject(away) });
    await expect(runGeneration(generation(provider, accepted), signal)).rejects.toBe(away);
  });

  it('is not cancelled when the state of its job cannot be determined', async () => {
    const { provider, calls } = fakeProvider({ get: () => Promise.resolve({ ...done, status: 'starting' }) });
    const away = new Error('the log is away');
    let looked = 0;
    const job = { jobId: 'job', ...accepted } as GenerationJob;
    const current = () => (looked++ === 0 ? Promise.resolve(job) : Promise.reject(away));
    await expect(runGeneration({ ...generation(provider, accepted), current }, signal)).rejects.toBe(away);
    expect(calls).toEqual([]);
  });

  it('is cancelled when its job ends meanwhile', async () => {
    let looked = 0;
    const get = () => Promise.resolve<Prediction>(looked < 3 ? { ...done, status: 'processing' } : done);
    const { provider, calls } = fakeProvider({ get });
    const job = { jobId: 'job', ...accepted } as GenerationJob;
    const run = { ...generation(provider, accepted), current: () => Promise.resolve(looked++ === 0 ? job : null) };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect(calls).toEqual(['cancel p']);
  });
});
