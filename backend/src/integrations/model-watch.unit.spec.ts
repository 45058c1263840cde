import { CLIP_MODELS, SERVICE_MODELS } from '@storyreel/contracts';
import type { ModelEntry } from '@storyreel/contracts';
import { OpenAiStub } from '../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';
import { ModelWatch } from './model-watch';
import { noticesOf } from './offered-models';

const now = new Date('2026-11-27T12:00:00Z');
const service = (slug: string) => SERVICE_MODELS.find((model) => model.slug === slug) as ModelEntry;

describe('the daily check of models', () => {
  const openai = new OpenAiStub();
  const replicate = new ReplicateStub();
  let keys: ConstructorParameters<typeof ModelWatch>[0];
  let found: ReadonlyMap<string, string>;
  beforeAll(async () => {
    keys = {
      offered: {
        inUse: () => [...CLIP_MODELS.slice(0, 2), service('gpt-6-luna')],
        foundToEnd: (told) => (found = told),
      },
      openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() },
      replicate: { apiToken: ReplicateStub.token, baseUrl: await replicate.start() },
      clock: { now: () => now },
    };
  });
  afterAll(() => Promise.all([openai.stop(), replicate.stop()]));

  it('finds OpenAI’s announced last days and models missing at Replicate, without generating anything', async () => {
    openai.models = {
      data: [
        { id: 'gpt-6-luna', shutdown_date: '2027-03-01' },
        { id: 'gpt-image-2', shutdown_date: null },
        { id: 'other', shutdown_date: 'some day' },
      ],
    };
    replicate.failNext('check', { kind: 'status', status: 404 });
    await new ModelWatch(keys).look();
    expect([...found]).toEqual([
      ['openai:gpt-6-luna', '2027-03-01'],
      ['replicate:bytedance/seedance-2.0', '2026-11-27'],
    ]);
    expect([openai.accepted, replicate.accepted]).toEqual([0, 0]);
  });

  it('finds nothing where a provider’s answer is invalid', async () => {
    openai.models = 'closed for today';
    replicate.failNext('check', { kind: 'status', status: 503 }, { kind: 'status', status: 401 });
    await new ModelWatch(keys).look();
    expect([...found]).toEqual([]);
  });
});

describe('the notices of models that end', () => {
  const days = (model: string, retiresOn: string): ModelEntry => ({ ...service(model), retiresOn });

  it('begin 60 days ahead, and name what depends on the model and its replacement', () => {
    expect(noticesOf([days('gpt-4o', '2027-01-27'), service('gpt-4o-mini-tts')], now)).toEqual([
      {
        id: 'gpt-4o-mini-tts',
        name: 'gpt-4o-mini-tts',
        retiresOn: '2027-01-06',
        dependsOn: 'narration',
        replacement: 'ElevenLabs, a speech server of your own, or the sandbox',
      },
    ]);
    expect(noticesOf([days('gpt-4o', '2027-01-26')], now)).toHaveLength(1);
  });
});
