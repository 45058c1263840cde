import { OpenAiStub } from '../../testing/provider-stubs/openai-stub';
import type { ChatQuestion } from '../ports/text-provider';
import { OpenAiTextProvider } from './openai-text-provider';
import type { OpenAiOptions } from './openai-transport';
import { usdOf } from './models';

const question: ChatQuestion = { messages: [{ role: 'user', content: 'Who?' }], project: null, maxTokens: 100 };

/** Returns the request body that would be sent; the call is cancelled before it is sent. */
async function chatAs(options: Partial<OpenAiOptions>): Promise<unknown> {
  const provider = new OpenAiTextProvider({ apiKey: OpenAiStub.apiKey, ...options }, () => Promise.resolve([]));
  const sent: unknown[] = [];
  const call = {
    idempotencyKey: 'try-1',
    signal: AbortSignal.abort(),
    onSent: ({ body }: { body: unknown }) => void sent.push(body),
  };
  const heard = async () => {
    for await (const piece of provider.chat(question, call)) sent.push(piece);
  };
  await expect(heard()).rejects.toThrow('Aborted before the request was sent.');
  return sent[0];
}

describe('a chat with a model of OpenAI', () => {
  it('uses gpt-6-luna by default, without reasoning that the reader would wait and pay for', async () => {
    const body = await chatAs({});
    expect(body).toMatchObject({ model: 'gpt-6-luna', max_completion_tokens: 100, reasoning_effort: 'none' });
    expect(body).not.toHaveProperty('max_tokens');
  });

  it.each(['gpt-5.6-terra', 'gpt-6-sol', 'gpt-6.1-sol'])('disables reasoning for %s', async (model) => {
    expect(await chatAs({ model })).toMatchObject({ model, reasoning_effort: 'none' });
  });

  it.each(['gpt-4o-mini', 'gpt-4.1', 'gpt-5', 'gpt-5-mini', 'o3'])(
    'sends no reasoning parameter to %s, which would refuse it',
    async (model) => {
      const body = await chatAs({ model });
      expect(body).toMatchObject({ model, max_completion_tokens: 100 });
      expect(body).not.toHaveProperty('reasoning_effort');
    },
  );

  it('uses the older protocol for a self-hosted server, whatever its model’s name', async () => {
    const body = await chatAs({ baseUrl: 'http://127.0.0.1:9/v1', model: 'gpt-6-luna' });
    expect(body).toMatchObject({ model: 'gpt-6-luna', max_tokens: 100 });
    expect(body).not.toHaveProperty('max_completion_tokens');
    expect(body).not.toHaveProperty('reasoning_effort');
  });
});

it.each([
  ['gpt-6-luna', 0.6],
  ['gpt-6-luna-fast', 1.2],
  ['gpt-4o-mini-2024-07-18', 0.75],
  ['llama3.2', 0],
])('prices a million tokens in and out of %s as OpenAI does: $%d', (model, usd) => {
  expect(usdOf(model, 1_000_000, 1_000_000)).toBeCloseTo(usd, 9);
});
