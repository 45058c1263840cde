import { OPENAI_KEY, OpenAiStub } from '../../testing/provider-stubs/openai-stub';
import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid } from '../provider-errors';
import { cutStory } from './cut-story';
import { OpenAiTextProvider } from './openai-text-provider';

const STORY = 'Mara climbed the stairs. The lamp was dark. She lit it.\n\nAt dawn a ship came in.';
const call = { idempotencyKey: 'key' };

describe('OpenAI', () => {
  let stub: OpenAiStub;
  let baseUrl: string;
  const provider = (apiKey = OPENAI_KEY) =>
    new OpenAiTextProvider({ apiKey, baseUrl, model: 'test-model', timeoutMs: 5_000 });

  beforeEach(async () => {
    stub = new OpenAiStub();
    baseUrl = `${await stub.start()}/v1`;
  });
  afterEach(() => stub.stop());

  it('asks for structured answers and counts the tokens', async () => {
    stub.reply = () => JSON.stringify({ videoPrompt: 'The beam turns.' });
    expect(await provider().videoPrompt({ description: 'A lamp', imagePrompt: null }, call)).toEqual({
      videoPrompt: 'The beam turns.',
      usage: { inputTokens: 11, outputTokens: 7, usd: 0 },
    });
    const [sent] = stub.calls;
    expect(sent?.body).toMatchObject({ model: 'test-model', response_format: { type: 'json_schema' } });
    expect(sent?.headers['idempotency-key']).toBe('key');
  });

  it('splits a story without passing its words through the model', async () => {
    stub.reply = () =>
      JSON.stringify({
        scenes: [
          { title: 'The dark lamp', lastSentence: 3 },
          { title: 'A ship', lastSentence: 4 },
        ],
      });
    const { scenes } = await provider().splitStory({ story: STORY }, call);
    expect(scenes).toEqual([
      { title: 'The dark lamp', text: 'Mara climbed the stairs. The lamp was dark. She lit it.' },
      { title: 'A ship', text: 'At dawn a ship came in.' },
    ]);
  });

  it('answers a chat with plain text', async () => {
    stub.reply = () => 'On an island.';
    const { content } = await provider().chat({ messages: [{ role: 'user', content: 'Where?' }], project: null }, call);
    expect(content).toBe('On an island.');
  });

  it.each([[401], [429], [400]])('tells a refusal with %d, and does not ask again by itself', async (status) => {
    stub.failNext({ status, headers: { 'retry-after': '7' } });
    await expect(provider().continuity({ story: STORY }, call)).rejects.toThrow(CreateRefused);
    expect(stub.calls).toHaveLength(1);
  });

  it.each([['drop' as const], [{ status: 500 }]])('does not pay twice when an answer is lost: %j', async (fault) => {
    stub.failNext(fault);
    await expect(provider().continuity({ story: STORY }, call)).rejects.toThrow(CreateOutcomeUnknown);
    expect(stub.calls).toHaveLength(1);
  });

  it.each([['not json'], ['{"wrong":"shape"}'], ['']])('does not take %j for an answer', async (reply) => {
    stub.reply = () => reply;
    await expect(provider().continuity({ story: STORY }, call)).rejects.toThrow(ProviderAnswerInvalid);
  });

  it('sends nothing when the caller has cancelled already', async () => {
    const signal = AbortSignal.abort();
    await expect(provider().continuity({ story: STORY }, { ...call, signal })).rejects.toThrow(CreateRefused);
    expect(stub.calls).toHaveLength(0);
  });
});

describe('a story cut by marks', () => {
  it.each([
    [[]],
    [[{ title: 'a', lastSentence: 2 }]],
    [
      [
        { title: 'a', lastSentence: 3 },
        { title: 'b', lastSentence: 1 },
      ],
    ],
    [[{ title: 'a', lastSentence: 99 }]],
  ])('loses no word, whatever the marks are: %j', (marks) => {
    const scenes = cutStory(STORY).into(marks);
    expect(
      scenes
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/),
    ).toEqual(STORY.split(/\s+/));
  });
});
