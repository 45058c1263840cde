import { buffer } from 'node:stream/consumers';
import { wavOf } from '../testing/crafted-sounds';
import { problems, SpeechStub } from '../testing/provider-stubs/speech-stub';
import { ResultsInMemory } from '../testing/results-in-memory';
import { ElevenLabsSpeechProvider } from './elevenlabs/elevenlabs-speech-provider';
import { OpenAiSpeechProvider } from './openai/openai-speech-provider';
import { CreateOutcomeUnknown, ProviderAnswerInvalid } from './http/provider-errors';

const line = { text: 'The lamp turns.', voice: 'a/b', speed: 1.5, stability: 0.1, clarity: 0.2, style: 0.3 };
const call = { idempotencyKey: 'job-1' };

let stub: SpeechStub;
let address: string;
let kept: ResultsInMemory;
let waited: number[];
const retry = { sleep: async (ms: number) => void waited.push(ms) };

beforeEach(async () => {
  stub = new SpeechStub();
  address = await stub.start();
  kept = new ResultsInMemory();
  waited = [];
});
afterEach(() => stub.stop());

const openai = (timeoutMs = 5_000) =>
  new OpenAiSpeechProvider(
    { apiKey: 'sk-key', baseUrl: `${address}/v1`, speechModel: 'kokoro', speechTimeoutMs: timeoutMs, retry },
    kept,
  );
const elevenLabs = (timeoutMs = 5_000) =>
  new ElevenLabsSpeechProvider({ apiKey: 'xi-key', baseUrl: `${address}/`, timeoutMs, retry }, kept);

describe('a request for speech', () => {
  it('to a server with the API of OpenAI', async () => {
    await openai().create(line, call);
    await openai().create({ ...line, speed: 1 }, call);
    const [first, second] = stub.asked;
    expect(first).toMatchObject({ path: '/v1/audio/speech', headers: { authorization: 'Bearer sk-key' } });
    const body = { model: 'kokoro', voice: 'a/b', input: 'The lamp turns.', response_format: 'mp3' };
    expect([first?.body, second?.body]).toEqual([{ ...body, speed: 1.5 }, body]);
  });

  it('to ElevenLabs, within the speeds that it accepts', async () => {
    await elevenLabs().create(line, call);
    expect(stub.asked).toMatchObject([
      {
        path: '/v1/text-to-speech/a%2Fb/with-timestamps?output_format=mp3_44100_128',
        headers: { 'xi-api-key': 'xi-key' },
        body: {
          text: 'The lamp turns.',
          model_id: 'eleven_multilingual_v2',
          voice_settings: { stability: 0.1, similarity_boost: 0.2, style: 0.3, speed: 1.2 },
        },
      },
    ]);
  });
});

describe('the times of words', () => {
  const told = async () =>
    JSON.parse(Buffer.from(kept.all.get('job-1')?.files[1]?.bytes ?? '[]').toString()) as unknown;
  const times = [
    [3, 100, 300],
    [7, 350, 700],
    [13, 800, 1400],
  ];

  it('come from the characters’ times at ElevenLabs', async () => {
    const starts = [0.1, 0.15, 0.2, 0.3, 0.35, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3];
    stub.alignment = {
      characters: Array.from(line.text),
      character_start_times_seconds: starts,
      character_end_times_seconds: [...starts.slice(1), 1.5],
    };
    await elevenLabs().create(line, call);
    expect(await told()).toEqual([
      [3, 100, 300],
      [7, 350, 700],
      [13, 800, 1300],
    ]);
    expect(await elevenLabs().get('job-1')).toMatchObject({ outputs: [{ ref: 'job-1/0' }, { ref: 'job-1/1' }] });
  });

  const listening = () =>
    new OpenAiSpeechProvider(
      { apiKey: 'k', baseUrl: `${address}/v1`, speechModel: 'kokoro', transcriptionModel: 'whisper', retry },
      kept,
    );

  it('come from a transcription, where one is configured', async () => {
    const words = [
      { word: 'the', start: 0.1, end: 0.3 },
      { word: ' Lamp', start: 0.35, end: 0.7 },
      { word: 'turns', start: 0.8, end: 1.4 },
    ];
    stub.transcription = { text: 'the Lamp turns', words };
    await listening().create(line, call);
    expect(await told()).toEqual(times);
    const [, asked] = stub.server.requests.map(({ body }) => body.toString('latin1'));
    for (const part of ['whisper', 'verbose_json', 'timestamp_granularities[]', 'word']) expect(asked).toContain(part);
  });

  it.each([
    ['fails', (answers: SpeechStub) => void answers.next.push(answers.sends(), problems.status(500, {}))],
    ['has other words', (answers: SpeechStub) => void (answers.transcription = { text: 'x', words: [] })],
  ])('are derived from the sound when the transcription %s', async (_, prepare) => {
    prepare(stub);
    await listening().create(line, call);
    expect(kept.all.get('job-1')?.files).toHaveLength(1);
  });
});

describe.each([
  ['a server with the API of OpenAI', openai],
  ['ElevenLabs', elevenLabs],
])('speech by %s', (_, provider) => {
  it('is stored under the id of the request, with its events and its sound', async () => {
    expect(await provider().recall(call.idempotencyKey)).toBeNull();
    const { predictionId } = await provider().create(line, call);
    expect(await provider().recall(call.idempotencyKey)).toEqual({ predictionId });
    const { status, outputs } = await provider().get(predictionId);
    expect({ status, outputs }).toEqual({
      status: 'succeeded',
      outputs: [{ ref: 'job-1/0', mimeType: 'audio/mpeg' }],
    });
    const sent = await provider().fetchOutput({ ref: 'job-1/0', mimeType: '' }, { maxBytes: stub.sound.length });
    expect((await buffer(sent)).equals(stub.sound)).toBe(true);
  });

  it('is made in pieces where the text is too long, and only missing pieces are requested again', async () => {
    const sentence = `${'The lamp turns and turns. '.repeat(100)}\n`;
    const long = { ...line, text: sentence.repeat(4) };
    const wordsOf = (body: unknown): string => {
      const { input, text } = body as { input?: string; text?: string };
      return input ?? text ?? '';
    };
    stub.next.push(
      (response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(stub.sound),
      problems.status(402, { detail: 'no', error: { message: 'no' } }),
    );
    await expect(provider().create(long, call)).rejects.toMatchObject({ name: 'CreateRefused' });
    const before = stub.asked.length;
    await provider().create(long, call);
    const said = stub.asked.map(({ body }) => wordsOf(body));
    expect([before, said.length]).toEqual([2, 4]);
    expect(said[1]).toBe(said[2]);
    expect(said.every((words) => words.length <= 5_000)).toBe(true);
    const whole = [said[0], said[2], said[3]].join(' ');
    expect(whole.replaceAll(/\s/gu, '')).toBe(long.text.replaceAll(/\s/gu, ''));
    expect(kept.all.get('job-1')?.files[0]?.bytes).toHaveLength(3 * stub.sound.length);
  });

  it('may be a WAV file', async () => {
    stub.sound = wavOf(1);
    await provider().create(line, call);
    expect(kept.all.get('job-1')?.files[0]?.mimeType).toBe('audio/wav');
  });

  it.each([
    [400, 'invalid-input'],
    [401, 'unauthorized'],
    [404, 'not-found'],
  ] as const)('is refused with %d, and not requested again', async (status, reason) => {
    stub.next.push(problems.status(status, { detail: 'no', error: { message: 'no' } }));
    await expect(provider().create(line, call)).rejects.toMatchObject({ name: 'CreateRefused', reason });
    expect([stub.asked.length, kept.all.size]).toEqual([1, 0]);
  });

  it('waits as long as a 429 says, and passes a longer wait on', async () => {
    const busy = (seconds: string) => problems.status(429, { detail: 'busy' }, { 'retry-after': seconds });
    stub.next.push(busy('3'));
    await provider().create(line, call);
    expect([waited, stub.asked.length]).toEqual([[3_000], 2]);
    stub.next.push(busy('90'));
    const refused = { reason: 'throttled', retryable: true, retryAfterSeconds: 90 };
    await expect(provider().create(line, call)).rejects.toMatchObject(refused);
  });

  it.each([
    ['no answer in time', problems.silent, 300],
    ['an answer that arrives too slowly', problems.drips, 300],
    ['an answer that is cut off', problems.cut, 5_000],
    ['an answer without an end', problems.endless, 30_000],
    ['a 500', problems.status(500, {}), 5_000],
  ])('is never paid for twice: %s', async (__, problem, timeoutMs) => {
    stub.next.push(problem);
    await expect(provider(timeoutMs).create(line, call)).rejects.toThrow(CreateOutcomeUnknown);
    expect([stub.asked.length, kept.all.size]).toEqual([1, 0]);
  });

  it.each([
    ['a page', problems.html],
    ['nothing', problems.empty],
  ])('is not accepted from %s', async (__, problem) => {
    stub.next.push(problem);
    await expect(provider().create(line, call)).rejects.toThrow(ProviderAnswerInvalid);
    expect(kept.all.size).toBe(0);
  });

  it('is known to be unpaid when the connection is refused or the caller gave up before', async () => {
    const aborted = { ...call, signal: AbortSignal.abort() };
    await expect(provider().create(line, aborted)).rejects.toMatchObject({ reason: 'aborted' });
    const gone = provider();
    await stub.stop();
    await expect(gone.create(line, call)).rejects.toMatchObject({ reason: 'unreachable' });
    stub = new SpeechStub();
    await stub.start();
  });
});

describe('the voices', () => {
  it('of ElevenLabs are those of the account, and any other voice may be named', async () => {
    const labels = { language: 'en', accent: 'british' };
    stub.voices = {
      voices: [
        { voice_id: 'v1', name: 'George', labels },
        { voice_id: 'v2', name: null },
      ],
    };
    expect(await elevenLabs().voices()).toEqual([
      { id: 'v1', name: 'George', language: 'en' },
      { id: 'v2', name: 'v2', language: null },
    ]);
    expect([elevenLabs().takesOtherIds, await elevenLabs().remark()]).toEqual([true, expect.stringMatching(/0\.7/)]);
  });

  it('of ElevenLabs are read page by page', async () => {
    const page = (id: string, more: object) => ({ voices: [{ voice_id: id, name: id }], ...more });
    const pages = [page('v1', { has_more: true, next_page_token: 'next' }), page('v2', { has_more: false })];
    Object.defineProperty(stub, 'voices', { get: () => pages.shift(), configurable: true });
    expect((await elevenLabs().voices()).map(({ id }) => id)).toEqual(['v1', 'v2']);
    Object.defineProperty(stub, 'voices', { value: { voices: [] }, writable: true });
    expect(stub.server.requests.slice(-2).map(({ path }) => path)).toEqual([
      '/v2/voices?page_size=100',
      '/v2/voices?page_size=100&next_page_token=next',
    ]);
  });

  it('of ElevenLabs that refuse a part of the request name that part', async () => {
    const detail = [{ loc: ['body', 'voice_settings', 'speed'], msg: 'Input should be at most 1.2', type: 'x' }];
    stub.next.push(problems.status(422, { detail }));
    await expect(elevenLabs().create(line, call)).rejects.toThrow(
      'body.voice_settings.speed: Input should be at most 1.2',
    );
  });

  it.each([{ names: [] }, 'hello'])('of ElevenLabs reject %j', async (voices) => {
    stub.voices = voices;
    await expect(elevenLabs().voices()).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  });

  it('of ElevenLabs report exhausted characters, though the status is that of a wrong key', async () => {
    stub.next.push(problems.status(401, { detail: { status: 'quota_exceeded', message: 'Out of characters.' } }));
    await expect(elevenLabs().create(line, call)).rejects.toMatchObject({ reason: 'no-credit' });
  });

  it('of OpenAI are fixed; a compatible server has those that are configured, or any', async () => {
    const of = (more: object) => new OpenAiSpeechProvider({ apiKey: 'k', ...more }, kept);
    const own = { baseUrl: 'http://localhost:8880/v1' };
    expect([of({}).takesOtherIds, of(own).takesOtherIds]).toEqual([false, true]);
    const listed = of({ ...own, speechVoices: ['af_sky'] });
    expect([await listed.voices(), listed.takesOtherIds]).toEqual([
      [{ id: 'af_sky', name: 'Af_sky', language: null }],
      false,
    ]);
  });
});
