import { StubServer } from '../../testing/provider-stubs/stub-server';
import { CreateOutcomeUnknown } from '../http/provider-errors';
import type { TextCall, TextProvider } from '../ports/text-provider';
import { OpenAiTextProvider } from './openai-text-provider';

const scene = { title: 'dawn', text: 'Mara climbs.' };
const question = { story: 'Mara climbs.', scene, position: 1, total: 1, continuityDetails: '', styleAttributes: null };
const sentences = async () => [{ start: 0, end: 12, text: 'Mara climbs.', words: 2 }];
const prompt = { imagePrompt: 'stairs', description: null, styleAttributes: null };
const post = { title: 'The Lamp', platforms: ['tiktok'], projectContext: null };

/** Calls that some callers make without a signal. */
const TEXTS: [string, (texts: TextProvider, call: TextCall) => Promise<unknown>][] = [
  ['scenes', (texts, call) => texts.splitStory({ story: question.story }, call)],
  ['a description', (texts, call) => texts.describeScene(question, call)],
  ['a better prompt', (texts, call) => texts.enhancePrompt(prompt, call)],
  ['the prompt of a clip', (texts, call) => texts.videoPrompt({ description: 'd', imagePrompt: null }, call)],
  ['continuity', (texts, call) => texts.continuity({ story: question.story }, call)],
  ['a post', (texts, call) => texts.postDescription(post, call)],
];

describe('a text whose answer begins and then arrives too slowly', () => {
  let isGone: Promise<void>;
  let server: StubServer;
  let texts: TextProvider;
  beforeEach(async () => {
    isGone = new Promise((gone) => {
      server = new StubServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => {
          clearInterval(timer);
          gone();
        });
      });
    });
    const baseUrl = `${await server.listen()}/v1`;
    texts = new OpenAiTextProvider({ apiKey: 'k', baseUrl, timeoutMs: 300 }, sentences);
  });
  afterEach(() => server.close());

  it.each(TEXTS)(
    'is aborted after its time limit: %s',
    async (_, ask) => {
      const error: unknown = await ask(texts, { idempotencyKey: 'intent' }).catch((thrown: unknown) => thrown);
      expect(error).toEqual(new CreateOutcomeUnknown('The text model did not answer in time.'));
      expect(server.requests).toHaveLength(1);
      await isGone;
    },
    5_000,
  );

  it('is aborted at once when its caller aborts', async () => {
    const leaving = new AbortController();
    const asked = texts.continuity({ story: question.story }, { idempotencyKey: 'intent', signal: leaving.signal });
    while (server.requests.length === 0) await new Promise((next) => setImmediate(next));
    leaving.abort();
    await expect(asked).rejects.toThrow(CreateOutcomeUnknown);
    await isGone;
  }, 5_000);
});
