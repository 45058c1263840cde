import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { GenerationJob } from '../../storyboard';
import type { GenerationProvider, Prediction } from '../../providers/generation-provider';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  PredictionNotFound,
  ProviderAnswerInvalid,
} from '../../providers/provider-errors';
import { copyOutput, type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

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

  it('fails when the provider refuses it', async () => {
    const refused = () => Promise.reject(new CreateRefused('No such thing', { reason: 'invalid-input' }));
    const { provider } = fakeProvider({ create: refused });
    await expect(runGeneration(generation(provider, {}), signal)).rejects.toThrow(GenerationFailed);
  });

  it('asks again when the provider was only busy', async () => {
    let asked = 0;
    const busy = new CreateRefused('Slow down', { reason: 'throttled', retryAfterSeconds: 0 });
    const create = () => (asked++ === 0 ? Promise.reject(busy) : Promise.resolve({ predictionId: 'p' }));
    const { provider } = fakeProvider({ create });
    await expect(runGeneration(generation(provider, {}), signal)).resolves.toBe(done);
    expect(asked).toBe(2);
  });

  it('fails honestly when the provider’s answer was lost', async () => {
    const { provider } = fakeProvider({ create: () => Promise.reject(new CreateOutcomeUnknown('cut off')) });
    await expect(runGeneration(generation(provider, {}), signal)).rejects.toThrow(GenerationFailed);
  });

  it('fails with what was wrong with an answer, which is not asked for again', async () => {
    let asked = 0;
    const create = () => Promise.reject(new ProviderAnswerInvalid(`No image, try ${++asked}`));
    const { provider } = fakeProvider({ create });
    const failed = runGeneration(generation(provider, {}), signal);
    await expect(failed).rejects.toThrow(new GenerationFailed('No image, try 1'));
  });

  it('is left alone when nobody wants it any more', async () => {
    const { provider, calls } = fakeProvider();
    const run = { ...generation(provider, {}), current: () => Promise.resolve(null) };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect(calls).toEqual([]);
  });
});

describe('a job whose server was killed', () => {
  it('goes on with its prediction when that is known', async () => {
    const { provider, calls } = fakeProvider();
    await runGeneration(generation(provider, { status: 'accepted', predictionId: 'known' }), signal);
    expect(calls).toEqual(['get known']);
  });

  it('is never created a second time when only its intent is known', async () => {
    const { provider, calls } = fakeProvider();
    await expect(runGeneration(generation(provider, { status: 'started' }), signal)).rejects.toThrow(GenerationFailed);
    expect(calls).toEqual([]);
  });

  it('goes on with what the provider still knows of its intent', async () => {
    const recall = (id: string) => Promise.resolve({ predictionId: `of ${id}` });
    const { provider, calls } = fakeProvider({ recall });
    await runGeneration(generation(provider, { status: 'started' }, calls), signal);
    expect(calls).toEqual(['accept of job', 'get of job']);
  });

  it('fails when the provider knows nothing of its intent', async () => {
    const { provider, calls } = fakeProvider({ recall: () => Promise.resolve(null) });
    await expect(runGeneration(generation(provider, { status: 'started' }), signal)).rejects.toThrow(GenerationFailed);
    expect(calls).toEqual([]);
  });

  it('asks again a provider that recognises the repeat', async () => {
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

  it('is cancelled when its job ends meanwhile', async () => {
    const { provider, calls } = fakeProvider({ get: () => Promise.resolve({ ...done, status: 'processing' }) });
    let looked = 0;
    const job = { jobId: 'job', ...accepted } as GenerationJob;
    const run = { ...generation(provider, accepted), current: () => Promise.resolve(looked++ === 0 ? job : null) };
    await expect(runGeneration(run, signal)).rejects.toThrow(NoLongerWanted);
    expect(calls).toEqual(['cancel p']);
  });
});

describe('an output', () => {
  it('that is gone fails its job', async () => {
    const { provider } = fakeProvider({ fetchOutput: () => Promise.reject(new OutputGone('gone')) });
    const copy = copyOutput(provider, { ref: 'o', mimeType: 'image/png' }, { signal, maxBytes: 1 }, () =>
      Promise.resolve(null),
    );
    await expect(copy).rejects.toThrow(GenerationFailed);
  });
});
