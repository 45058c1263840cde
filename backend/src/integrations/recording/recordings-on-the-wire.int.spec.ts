import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderCall, RecordedCalls, RunRecording } from '@storyreel/contracts';
import { MediaStore } from '../../infra/storage';
import { blackPng } from '../../testing/crafted-pictures';
import { projectWithScene } from '../../testing/make-story';
import type { NodeStage, StagedNode, TestUser } from '../../testing/node-stage';
import { onStubs } from '../../testing/provider-stubs/on-stubs';
import { eventually } from '../../testing/eventually';
import { OpenAiStub } from '../../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import type { GenerationProvider } from '../ports/generation-provider';
import { ExpiredRecordings, RecordingReader, RunRecordings } from './run-recordings';

interface RunEvent {
  type: string;
  data: { jobId?: string; requestId?: string; calls?: RecordedCalls[] };
}

describe('recordings of provider calls', () => {
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let scene: { projectId: string; sceneId: string };
  const picture = blackPng(90, 160);

  const { openai, replicate } = onStubs((begun) => ({ stage, node, ada } = begun), { clock });
  beforeEach(async () => {
    scene = await projectWithScene(ada);
    replicate.predictions.length = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  const eventsOf = async (stream: string): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    for await (const event of node.runtime.events.readAll())
      if (event.streamId.startsWith(stream)) events.push(event as unknown as RunEvent);
    return events;
  };
  const read = (parts: RecordedCalls[]): Promise<RunRecording> =>
    new RecordingReader(node.get(MediaStore)).read(ada.id, parts);
  const partsOf = (events: RunEvent[]): RecordedCalls[] => events.flatMap(({ data }) => data.calls ?? []);

  /** Generates a scene's images and returns the events of the job. */
  const images = async (play: (predictionId: string) => void): Promise<RunEvent[]> => {
    const order = { ...scene, prompt: 'a lighthouse at dawn --ar 9:16', idempotencyKey: `images-of-${scene.sceneId}` };
    await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    await eventually('A prediction', async () => replicate.predictions[0] ?? null, 10_000);
    play('stub1');
    await node.idle();
    return (await eventsOf(`project-${scene.projectId}`)).filter(({ type }) => type.startsWith('ImageJob'));
  };
  const succeed = (id: string) =>
    replicate.succeed(
      id,
      Array.from({ length: 4 }, (_, n) => ({ name: `${n}.png`, bytes: picture })),
    );
  const shown = (calls: ProviderCall[]) =>
    calls.map(({ operation, times }) => `${operation}${times > 1 ? ' again' : ''}`);

  const asked: GenerationProvider<object> = {
    name: 'sandbox',
    label: 'Sandbox',
    createIsIdempotent: true,
    create: ({ idempotencyKey }: { idempotencyKey?: string }) => Promise.resolve({ predictionId: `${idempotencyKey}` }),
    get: (id) => Promise.resolve({ id, status: 'succeeded', outputs: [] }),
    cancel: () => Promise.resolve(),
    fetchOutput: () => Promise.reject(new Error('There is none')),
  };

  it('include the image model’s input and answer, with the hash of each picture', async () => {
    const events = await images(succeed);
    expect(events.map(({ type }) => type)).toEqual([
      'ImageJobQueued',
      'ImageJobStarted',
      'ImageJobAccepted',
      'ImageJobCompleted',
    ]);
    expect(events.map(({ data }) => data.calls?.length)).toEqual([undefined, undefined, 1, 2]);
    const { state, calls, bytes } = await read(partsOf(events));
    expect(state).toBe('recorded');
    expect(new Set(shown(calls))).toEqual(new Set(['create', 'get', ...Array<string>(4).fill('fetchOutput')]));
    expect(calls[0]).toMatchObject({
      provider: 'replicate',
      model: 'black-forest-labs/flux-dev',
      template: 'prompt-rules@1',
      attempt: 1,
      request: { prompt: 'a lighthouse at dawn --ar 9:16', count: 4 },
      sent: { input: replicate.predictions[0]?.input },
      answer: { predictionId: 'stub1' },
    });
    const sha256 = createHash('sha256').update(picture).digest('hex');
    expect(calls.at(-1)).toMatchObject({ operation: 'fetchOutput', answer: { bytes: picture.length, sha256 } });
    expect(JSON.stringify(calls)).not.toContain(ReplicateStub.token);
    // Limits the storage per run, so that it does not grow unnoticed.
    expect(bytes).toBeLessThan(8_000);
  });

  it('include the text model’s input, word for word, and the version of its instructions', async () => {
    openai.reply = () =>
      JSON.stringify({ description: 'Mara\0 climbs.', imagePrompt: 'stairs\ud83d', videoPrompt: 'pan' });
    await ada.agent.post(`/api/ai/generate/scene-description/${scene.sceneId}`).send({}).expect(200);
    const [answered] = (await eventsOf('textwork-')).filter(({ type }) => type === 'TextAnswered').slice(-1);
    const { calls } = await read(answered?.data.calls ?? []);
    const question = openai.questions.at(-1);
    expect(calls).toMatchObject([
      {
        operation: 'describeScene',
        provider: 'openai',
        model: question?.model,
        template: 'describe-scene@2',
        request: { position: 1, total: 1 },
        sent: { messages: question?.messages },
        answer: { description: 'Mara climbs.', imagePrompt: 'stairs\ufffd', videoPrompt: 'pan' },
      },
    ]);
    expect(JSON.stringify(calls)).not.toContain(OpenAiStub.apiKey);
  });

  it('include the refusal of a failed request', async () => {
    openai.reply = () => ({ finish_reason: 'content_filter' });
    await ada.agent.post(`/api/ai/generate/scene-description/${scene.sceneId}`).send({}).expect(503);
    const [failed] = (await eventsOf('textwork-')).filter(({ type }) => type === 'TextFailed').slice(-1);
    const { calls } = await read(failed?.data.calls ?? []);
    expect(calls).toMatchObject([{ answer: null, error: { type: 'ProviderAnswerInvalid', retryable: false } }]);
  });

  it('do not fail a run when they cannot be stored; the run is marked as unrecorded', async () => {
    const media = node.get(MediaStore);
    const save = media.save.bind(media);
    jest
      .spyOn(media, 'save')
      .mockImplementation((file) =>
        file.contentType.includes('recording') ? Promise.reject(new Error('ENOSPC')) : save(file),
      );
    const events = await images(succeed);
    expect(events.at(-1)?.type).toBe('ImageJobCompleted');
    expect(partsOf(events)).toEqual([]);
    await expect(read([])).resolves.toMatchObject({ state: 'not_recorded', calls: [] });
  });

  it('are reported as damaged when their bytes do not match the hash', async () => {
    const [part] = partsOf(await images(succeed));
    if (!part) throw new Error('Nothing was recorded');
    await expect(read([{ ...part, hash: 'another' }])).resolves.toMatchObject({ state: 'damaged', calls: [] });
    const { rows } = await node.runtime.pool.query<{ blob: string }>(
      'select blob from platform.stored_objects where key = $1',
      [part.key],
    );
    const blob = rows[0]?.blob ?? '';
    const file = join(stage.home, 'media', blob.slice(0, 2), blob.slice(2, 4), blob);
    writeFileSync(file, 'x'.repeat(part.bytes));
    await expect(read([part])).resolves.toMatchObject({ state: 'damaged' });
    rmSync(file);
    await expect(read([part])).resolves.toMatchObject({ state: 'damaged' });
  });

  it('of an attempt killed before its event are named by the next attempt’s event, at one address', async () => {
    const recordings = node.get(RunRecordings);
    const run = { runId: `run-of-${scene.sceneId}`, ownerId: ada.id };
    const attempt = (number: number) => {
      const recorder = recordings.begin({ ...run, attempt: number });
      return { recorder, provider: recorder.provider(asked, 'prompt-rules@1') };
    };
    const killed = attempt(1);
    await killed.provider.create({}, { idempotencyKey: 'k' });
    const [first] = await killed.recorder.accepted();
    const again = attempt(1);
    await again.provider.create({}, { idempotencyKey: 'k' });
    expect(await again.recorder.accepted()).toEqual([first]);
    const next = attempt(2);
    await next.provider.get('k');
    const named = await next.recorder.ended();
    expect(named).toEqual([first, expect.objectContaining({ bytes: expect.any(Number) as number })]);
    const { state, calls } = await read(named);
    expect([state, ...calls.map(({ operation, attempt: number }) => `${operation} ${number}`)]).toEqual([
      'recorded',
      'create 1',
      'get 2',
    ]);
  });

  it('of two attempts with the same number, as after a restored backup, are kept separate', async () => {
    const recordings = node.get(RunRecordings);
    const record = async (attempt: number, operation: string): Promise<RecordedCalls[]> => {
      const recorder = recordings.begin({ runId: `run-of-${scene.sceneId}`, ownerId: ada.id, attempt });
      const answer = { id: operation, status: 'processing' as const, outputs: [] };
      const provider = { ...asked, get: () => Promise.resolve(answer) };
      await recorder.provider(provider, 'prompt-rules@1').get(operation);
      return recorder.ended();
    };
    const before = await record(1, 'before the backup');
    const after = await record(1, 'after it');
    const requestsOf = async (parts: RecordedCalls[]) => (await read(parts)).calls.map(({ request }) => request);
    expect(await requestsOf(before)).toEqual([{ predictionId: 'before the backup' }]);
    expect(await requestsOf(after)).toEqual([{ predictionId: 'after it' }]);
    const all = await record(2, 'at last');
    expect(await requestsOf(all)).toEqual(
      ['before the backup', 'after it', 'at last'].map((predictionId) => ({ predictionId })),
    );
  });

  it('are not readable by other users', async () => {
    const [part] = partsOf(await images(succeed));
    const bob = await node.newUser();
    await bob.agent.get(`/api/media/${part?.key}`).expect(404);
  });

  it('are deleted after their retention, while pictures stay', async () => {
    const events = await images(succeed);
    const parts = partsOf(events);
    const sweep = node.get(ExpiredRecordings);
    now += 89 * 24 * 3_600_000;
    await sweep.sweep();
    await expect(read(parts)).resolves.toMatchObject({ state: 'recorded' });
    now += 2 * 24 * 3_600_000;
    expect(await sweep.sweep()).toBeGreaterThan(0);
    await expect(read(parts)).resolves.toMatchObject({ state: 'gone', calls: [] });
    const made = events.at(-1) as unknown as { data: { images: { url: string }[] } };
    await ada.agent.get(made.data.images[0]?.url ?? '').expect(200);
  });
});
