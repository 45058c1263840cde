import type { RecordedCalls } from '@storyreel/contracts';
import { APP_CONFIG } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { TodaysRequests } from '../integrations/recording/todays-request';
import { MediaStore } from '../infra/storage';
import { RecordingReader } from '../integrations/recording/run-recordings';
import { findRun } from '../runs/replay/events-of-run';
import { LogReplayer } from '../runs/replay/log-replayer';
import { projectWithScene } from './make-story';
import { NodeStage, type StagedNode, type TestUser } from './node-stage';
import { OpenAiStub } from './provider-stubs/openai-stub';
import { ReplicateStub } from './provider-stubs/replicate-stub';
import { problems, SpeechStub } from './provider-stubs/speech-stub';

interface Told {
  error?: string;
  reason?: string;
  calls?: RecordedCalls[];
}

const NOT_SET_UP =
  "The provider isn't set up correctly, so trying again won't help. Please tell the operator of this installation.";
const BUSY = 'The provider is busy. Please try again in a while.';
const ELEVENLABS_KEY = 'sk_the_key_of_narration';

describe('a refusal', () => {
  const [openai, replicate, speech] = [new OpenAiStub(), new ReplicateStub(), new SpeechStub()];
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let scene: { projectId: string; sceneId: string };
  const logged: string[] = [];
  speech.voices = { voices: [{ voice_id: 'george' }] };

  beforeAll(async () => {
    stage = await NodeStage.open();
    const config = {
      openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() },
      replicate: { apiToken: ReplicateStub.token, baseUrl: await replicate.start() },
      elevenLabs: { apiKey: ELEVENLABS_KEY, baseUrl: await speech.start() },
      chosenProviders: { speech: 'elevenlabs' as const },
    };
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (error: unknown) => void logged.push(wordsOf(error)),
    };
    node = await stage.node('A', { config, log });
    ada = await node.newUser();
    await node.idle();
  });
  afterAll(async () => {
    await stage?.close();
    await Promise.all([openai.stop(), replicate.stop(), speech.stop()]);
  });
  beforeEach(async () => {
    scene = await projectWithScene(ada);
  });

  const allEvents = async () => {
    const events: { type: string; data: Told }[] = [];
    for await (const event of node.runtime.events.readAll()) events.push(event as never);
    return events;
  };
  /** Returns everything stored about a failed run: events, recordings and the message shown to its creator. */
  const kept = async (failure: string) => {
    const events = await allEvents();
    const last = (wanted: string): Told => events.findLast(({ type }) => type === wanted)?.data ?? {};
    const { error, calls: parts = [] } = last(failure);
    const { reason } = last('ZapsReleased');
    const { calls } = await new RecordingReader(node.get(MediaStore)).read(ada.id, parts);
    const { body: shown } = await ada.agent.get(`/api/scenes/${scene.sceneId}`).expect(200);
    return { error, reason, recorded: calls.at(-1)?.error?.message, all: wordsOf({ events, calls, shown }) };
  };
  const replayed = async (jobId: string) => {
    const run = await findRun(node.runtime.events, jobId);
    if (!run) throw new Error('The run is unknown');
    const reader = new RecordingReader(node.get(MediaStore));
    return new LogReplayer(node.runtime.events, reader, new TodaysRequests(node.get<AppConfig>(APP_CONFIG))).replay(
      run,
    );
  };

  it('of narration leaves the key that it quotes in no event, no recording and on no screen', async () => {
    speech.next.push(problems.status(401, { detail: { message: `Invalid API key: ${ELEVENLABS_KEY}` } }));
    const order = { sceneId: scene.sceneId, idempotencyKey: 'speech-1' };
    await ada.agent.post('/api/generate-speech').send(order).expect(200);
    await node.idle();
    const words = 'ElevenLabs refused the request (401): Invalid API key: [removed]';
    const { all, ...said } = await kept('SpeechJobFailed');
    expect(said).toEqual({ error: NOT_SET_UP, reason: NOT_SET_UP, recorded: words });
    expect(all).not.toContain(ELEVENLABS_KEY);
  });

  it('of images leaves no key either, and a replay decides on the same message', async () => {
    const detail = `Token ${ReplicateStub.token} is not valid`;
    replicate.failNext('create', { kind: 'status', status: 401, detail });
    const order = { ...scene, prompt: 'a lighthouse', idempotencyKey: 'images-1' };
    const { body } = await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    await node.idle();
    const words = 'Replicate refused the request (401): Token [removed] is not valid';
    const { all, ...said } = await kept('ImageJobFailed');
    expect(said).toEqual({ error: NOT_SET_UP, reason: NOT_SET_UP, recorded: words });
    expect(all).not.toContain(ReplicateStub.token);
    expect(await replayed((body as { jobId: string }).jobId)).toMatchObject({ recorded: true, same: true });
  });

  it('of texts leaves no key either, also where the message is cut within the key', async () => {
    const detail = `${'No. '.repeat(73)}${OpenAiStub.apiKey}`;
    openai.failNext({ kind: 'status', status: 401, detail });
    const { body } = await ada.agent.post(`/api/ai/generate/scene-description/${scene.sceneId}`).send({}).expect(503);
    expect(body).toMatchObject({ message: `${NOT_SET_UP.replace('provider', 'text model')} Nothing was charged.` });
    const { error, all } = await kept('TextFailed');
    expect(error).toMatch(/No\. \[rem/u);
    expect(all).not.toContain(OpenAiStub.apiKey.slice(0, 7));
  });

  it('with a wait of a day fails its job at once, also in a replay', async () => {
    replicate.failNext('create', { kind: 'status', status: 429, detail: 'Tomorrow.', retryAfter: '86400' });
    const order = { ...scene, prompt: 'a lighthouse', idempotencyKey: 'images-of-tomorrow' };
    const { body } = await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    await node.idle();
    expect(await kept('ImageJobFailed')).toMatchObject({
      error: BUSY,
      recorded: 'Replicate refused the request (429): Tomorrow.',
    });
    expect(await replayed((body as { jobId: string }).jobId)).toMatchObject({ recorded: true, same: true });
  });

  it('is logged without the key', async () => {
    const detail = `Token ${ReplicateStub.token} is not valid`;
    replicate.failNext('get', { kind: 'status', status: 401, detail });
    const order = { ...scene, prompt: 'a lighthouse', idempotencyKey: 'images-2' };
    await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    await node.idle();
    expect(logged.join('\n')).toContain('Token [removed] is not valid');
    expect(logged.join('\n')).not.toContain(ReplicateStub.token);
  });
});

/** Includes the causes and stacks of errors. */
const wordsOf = (value: unknown): string => {
  if (value instanceof Error) return `${value.message}\n${value.stack}\n${wordsOf(value.cause)}`;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ?? '';
};
