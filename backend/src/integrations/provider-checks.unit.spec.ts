import { OpenAiStub } from '../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';
import { type Checkable, checkAll, type Checks, openAiCheck, replicateCheck, sandboxCheck } from './provider-checks';

const TIMEOUT_MS = 2_000;
const checksOf = (text: Checkable, image = sandboxCheck, video = sandboxCheck, speech = sandboxCheck): Checks => ({
  text: { label: 'A', ...text },
  image: { label: 'B', ...image },
  video: { label: 'C', ...video },
  speech: { label: 'D', ...speech },
});

describe('a check of the providers', () => {
  let openai: OpenAiStub;
  let replicate: ReplicateStub;
  let baseUrl: string;
  let replicateUrl: string;
  beforeEach(async () => {
    openai = new OpenAiStub();
    replicate = new ReplicateStub();
    baseUrl = await openai.start();
    replicateUrl = await replicate.start();
  });
  afterEach(() => Promise.all([openai.stop(), replicate.stop()]));

  const texts = (model = 'gpt-4o-mini', apiKey = OpenAiStub.apiKey) => openAiCheck({ apiKey, baseUrl }, model);
  const clips = (model: string | null, apiToken = ReplicateStub.token) =>
    replicateCheck({ apiToken, baseUrl: replicateUrl }, model);
  const check = async (checked: Checkable, timeoutMs = TIMEOUT_MS) => (await checkAll(checksOf(checked), timeoutMs))[0];

  it('sends each provider a free request', async () => {
    const checks = await checkAll(checksOf(texts(), clips('a/b'), clips(null)), TIMEOUT_MS);
    expect(checks.map(({ kind, answers, remark }) => [kind, answers, remark])).toEqual([
      ['text', true, null],
      ['image', true, null],
      ['video', true, null],
      ['speech', true, null],
    ]);
    const asked = [...openai.server.requests, ...replicate.server.requests].map(({ method, path }) => [method, path]);
    expect(asked.sort()).toEqual([
      ['GET', '/v1/account'],
      ['GET', '/v1/models'],
      ['GET', '/v1/models/a/b'],
    ]);
  });

  it('reports the duration of each, and waits for a silent one for a limited time', async () => {
    openai.failNext({ kind: 'hang' });
    const [text, ...others] = await checkAll(checksOf(texts(), clips('a/b'), clips(null)), 1_000);
    expect(text).toMatchObject({ answers: false, remark: 'No answer within 1 s.' });
    expect(text?.milliseconds).toBeGreaterThanOrEqual(990);
    for (const other of others) {
      expect(other.answers).toBe(true);
      expect(other.milliseconds).toBeLessThan(900);
    }
  });

  it('finds a model by the name that Ollama lists it under', async () => {
    openai.models = { data: [{ id: 'llama3.2:latest' }] };
    expect(await check(texts('llama3.2'))).toMatchObject({ answers: true, remark: null });
    expect(await check(texts('mistral'))).toMatchObject({
      answers: true,
      remark: 'Its list of models has no mistral.',
    });
  });

  it.each([
    [401, 'It refuses the key (401).'],
    [404, 'It answers that there is nothing at this address (404). Is the address right?'],
    [429, 'It reports too many requests (429).'],
    [503, 'It answers with an error (503).'],
  ])('reports a %d', async (status, remark) => {
    openai.failNext({ kind: 'status', status, detail: 'sk-secret of the stub' });
    expect(await check(texts())).toMatchObject({ answers: false, remark });
  });

  it.each([
    ['another shape', { models: [] }],
    ['text', 'hello'],
  ])('accepts no answer from %s', async (_, models) => {
    openai.models = models;
    expect(await check(texts())).toMatchObject({
      answers: false,
      remark: expect.stringMatching(/not like this API/),
    });
  });

  it('aborts an endless answer', async () => {
    openai.models = { data: [{ id: 'x'.repeat(5 * 1024 * 1024) }] };
    expect(await check(texts())).toMatchObject({ answers: false, remark: 'The connection to it broke off.' });
  });

  it('reports a connection that breaks off, and an unreachable server', async () => {
    openai.failNext({ kind: 'drop' });
    expect(await check(texts())).toMatchObject({ answers: false, remark: 'The connection to it broke off.' });
    await openai.stop();
    expect(await check(texts())).toMatchObject({ answers: false, remark: 'Nothing answers at its address.' });
    openai = new OpenAiStub();
    await openai.start();
  });

  it('reports a wrong key', async () => {
    expect(await check(texts('gpt-4o-mini', 'wrong'))).toMatchObject({ remark: 'It refuses the key (401).' });
    expect(await check(clips(null, 'wrong'))).toMatchObject({ remark: 'It refuses the key (401).' });
  });
});
