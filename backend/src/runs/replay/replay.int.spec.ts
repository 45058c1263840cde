import { type ProviderCall, type ReplayReport, replayReportSchema, type RunRecording } from '@storyreel/contracts';
import { generationParts } from '../../generation';
import { MediaStore } from '../../infra/storage';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { NOT_RECORDED, RecordingReader } from '../../integrations/recording/run-recordings';
import { TodaysRequests } from '../../integrations/recording/todays-request';
import { blackPng } from '../../testing/crafted-pictures';
import { eventually } from '../../testing/eventually';
import { projectWithScene } from '../../testing/make-story';
import { CLIP } from '../../testing/samples';
import type { StagedNode, TestUser } from '../../testing/node-stage';
import type { JobData } from '../../projects/storyboard';
import { onStubs } from '../../testing/provider-stubs/on-stubs';
import { LogReplayer } from './log-replayer';
import { findRun, newestRuns } from './events-of-run';

const TEXTS = { description: 'Mara climbs the stairs.', imagePrompt: 'a spiral staircase', videoPrompt: 'pan up' };
const CONTINUITY = { characters: 'Mara: brave', environments: 'A lighthouse', props: 'A lamp' };

describe('a replay', () => {
  let node: StagedNode;
  let ada: TestUser;
  let scene: { projectId: string; sceneId: string };

  const { openai, replicate } = onStubs((begun) => ({ node, ada } = begun));
  beforeEach(async () => {
    scene = await projectWithScene(ada);
    openai.reply = () => JSON.stringify(TEXTS);
  });

  const recordings = () => new RecordingReader(node.get(MediaStore));
  const requests = () => new TodaysRequests(node.get<AppConfig>(APP_CONFIG));
  const replayer = (kinds = generationParts, read: Pick<RecordingReader, 'read'> = recordings()) =>
    new LogReplayer(node.runtime.events, read, requests(), kinds);
  const newest = async () => {
    const { value } = await newestRuns(node.runtime.events).next();
    if (!value) throw new Error('The log has no run');
    return value;
  };
  const replayed = async (by = replayer()): Promise<ReplayReport> => {
    const report = await by.replay(await newest());
    if (!report) throw new Error('The run is unknown');
    // Parse the report as it arrives over HTTP, where serialization drops undefined fields.
    return replayReportSchema.parse(JSON.parse(JSON.stringify(report)));
  };
  const shown = ({ steps }: ReplayReport) => steps.map(({ event, verdict }) => `${event.type} ${verdict}`);

  let asked = 0;
  const ask = async () => {
    const images = { ...scene, prompt: 'a lighthouse', idempotencyKey: `images-${scene.sceneId}-${asked++}` };
    await ada.agent.post('/api/midjourney/generate-image').send(images).expect(200);
  };
  const order = async (): Promise<string> => {
    const before = replicate.accepted;
    await ask();
    const made = await eventually('A prediction', async () => replicate.predictions[before] ?? null, 10_000);
    return made.id;
  };
  const png = blackPng(90, 160);
  const picture = (n: number) => ({ name: `${n}.png`, bytes: png });
  const page = (n: number) => ({ name: `${n}.png`, bytes: Buffer.from('<!doctype html>') });
  const makeImages = async () => {
    replicate.succeed(await order(), [0, 1, 2, 3].map(picture));
    await node.idle();
  };

  it('of images decides the same, from the reservation to the settlement, by their recorded answers', async () => {
    await makeImages();
    const requests = replicate.server.requests.length;
    const report = await replayed();
    expect(shown(report)).toEqual([
      'ZapsReserved same',
      'ImageJobQueued same',
      'ImageJobStarted same',
      'ImageJobAccepted same',
      'ImageJobCompleted same',
      'ZapsSettled same',
    ]);
    expect(report).toMatchObject({ kind: 'image', recorded: true, recording: 'recorded', same: true });
    // The replay called no provider.
    expect(replicate.server.requests).toHaveLength(requests);
  });

  it('of images with an unusable one decides that the others were kept, and charged for alone', async () => {
    replicate.succeed(await order(), [picture(0), page(1), picture(2), picture(3)]);
    await node.idle();
    const { same, steps } = await replayed();
    expect(same).toBe(true);
    expect(steps.at(-1)?.state.scene?.images).toMatchObject([{ status: 'complete' }, { status: 'failed' }, {}, {}]);
  });

  it('steps through the states of the run', async () => {
    await makeImages();
    const { steps } = await replayed();
    expect(steps.map(({ state }) => [state.run?.status ?? null, state.hold?.status ?? null])).toEqual([
      [null, 'open'],
      ['queued', 'open'],
      ['started', 'open'],
      ['accepted', 'open'],
      ['completed', 'open'],
      ['completed', 'settled'],
    ]);
    const images = steps.map(({ state }) => (state.scene?.images as { status: string }[]).map(({ status }) => status));
    expect(images[0]).toEqual([]);
    expect(images[3]).toEqual(Array(4).fill('processing'));
    expect(images[4]).toEqual(Array(4).fill('complete'));
  });

  it('of a failed run decides the same failure, at the provider and on the way to it and back', async () => {
    const failures: unknown[] = [];
    const end = async () => {
      await node.idle();
      const { same, recorded, steps } = await replayed();
      failures.push([same, recorded, steps.at(-2)?.event.type]);
    };
    replicate.fail(await order(), 'NSFW content detected');
    await end();
    replicate.failNext('create', { kind: 'status', status: 422 });
    await ask();
    await end();
    // The provider accepts the request, but its answer is lost; the request is not sent a second time.
    replicate.failNext('create', { kind: 'drop' });
    await order();
    await end();
    scene = await projectWithScene(ada);
    const gone = await order();
    replicate.succeed(gone, [0, 1, 2, 3].map(picture));
    replicate.deleteOutputs(gone, false);
    await end();
    scene = await projectWithScene(ada);
    replicate.succeed(await order(), [0, 1, 2, 3].map(page));
    await end();
    expect(failures).toEqual(Array(5).fill([true, true, 'ImageJobFailed']));
  });

  it('of a canceled run decides that it could be canceled', async () => {
    await order();
    await ada.agent.delete(`/api/scenes/${scene.sceneId}`).expect(200);
    await node.idle();
    const report = await replayed();
    expect(report.same).toBe(true);
    expect(shown(report).slice(-2)).toEqual(['ImageJobFailed same', 'ZapsReleased same']);
    expect(report.steps.at(-2)?.state.run).toMatchObject({ status: 'failed', error: 'The scene was deleted.' });
  });

  it('of a clip decides the same, its poster included', async () => {
    await makeImages();
    const before = replicate.accepted;
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    const clip = { sceneId: scene.sceneId, projectId: scene.projectId, modelId: 'kling-v2.1', settings };
    const asked = { ...clip, idempotencyKey: `clip-of-${scene.sceneId}` };
    await ada.agent.post('/api/replicate/generate-video').send(asked).expect(200);
    const { id, input } = await eventually('A prediction', async () => replicate.predictions[before] ?? null, 10_000);
    replicate.succeed(id, [{ name: 'clip.mp4', bytes: CLIP }]);
    await node.idle();
    const report = await replayed();
    expect(report).toMatchObject({ kind: 'video', recorded: true, same: true });
    expect(shown(report)).toContain('VideoJobCompleted same');
    // The image was sent as bytes and is recorded by its hash.
    const { calls } = await replayer().recording(await newest());
    expect(JSON.stringify(input)).toContain('base64');
    expect(JSON.stringify(calls)).not.toMatch(/base64,[\w+/=]{8}/);
    expect(calls[0]?.request).toMatchObject({ image: { mimeType: 'image/png', bytes: expect.any(Number) as number } });
  });

  it.each([
    ['scene-description', () => `/api/ai/generate/scene-description/${scene.sceneId}`, 'SceneDescribed'],
    ['video-prompt', () => `/api/ai/generate/video-prompt/${scene.sceneId}`, 'ScenePromptWritten'],
    ['enhance-prompt', () => `/api/scenes/${scene.sceneId}/enhance-prompt`, 'ScenePromptWritten'],
  ])('of a text decides the same: %s', async (name, path, written) => {
    if (name === 'enhance-prompt') openai.reply = () => JSON.stringify({ enhancedPrompt: 'a lighthouse in mist' });
    await ada.agent.post(path()).send({}).expect(200);
    const report = await replayed();
    expect(shown(report)).toEqual([
      'TextAsked same',
      'ZapsReserved same',
      `${written} same`,
      'TextAnswered same',
      'ZapsSettled same',
    ]);
    expect(report).toMatchObject({ recorded: true, same: true });
  });

  it('of a story and its scenes decides the same, with all their ids', async () => {
    openai.reply = () =>
      JSON.stringify({
        scenes: [
          { firstSentence: 0, title: 'Dawn' },
          { firstSentence: 3, title: 'The pier' },
        ],
      });
    await ada.agent.post('/api/scenes/process-story').send({ projectId: scene.projectId }).expect(200);
    const report = await replayed();
    expect([report.kind, report.same]).toEqual(['process_story', true]);
    expect(shown(report)).toContain('ScenesReplaced same');
  });

  it('of continuity details decides the same answer, and of a failed run the same failure', async () => {
    openai.reply = () => JSON.stringify(CONTINUITY);
    const ask = () => ada.agent.post('/api/ai/generate/continuity').send({ story: 'Mara climbs.' });
    await ask().expect(200);
    expect((await replayed()).same).toBe(true);
    openai.reply = () => ({ finish_reason: 'content_filter' });
    await ask().expect(503);
    const failed = await replayed();
    expect([failed.same, shown(failed).slice(-2)]).toEqual([true, ['TextFailed same', 'ZapsReleased same']]);
  });

  it('reports a changed decision at its event', async () => {
    await makeImages();
    const kinds = generationParts.map((parts) => ({
      ...parts,
      replay: {
        ...parts.replay,
        queue: (...given: Parameters<typeof parts.replay.queue>) =>
          parts.replay
            .queue(...given)
            .map((event) => ({ ...event, data: { ...event.data, units: 7 } }) as typeof event),
      },
    }));
    const report = await replayed(replayer(kinds));
    const different = report.steps.filter(({ verdict }) => verdict !== 'same');
    expect(different.map(({ index, event }) => [index, event.type])).toEqual([[2, 'ImageJobQueued']]);
    expect(different[0]?.differences).toEqual([{ path: '$.data.units', recorded: 40_000, today: 7 }]);
    expect(report.same).toBe(false);
  });

  const verdicts = ({ checks }: ReplayReport) =>
    checks.map(({ of, operation, verdict }) => `${of} ${operation} ${verdict}`);

  it('compares the request, the sent input and the price with those of today', async () => {
    await makeImages();
    const report = await replayed();
    expect(verdicts(report)).toEqual(['request create same', 'sent create same', 'price generate_image same']);
    const clip = { sceneId: scene.sceneId, projectId: scene.projectId, modelId: 'kling-v2.1' };
    const before = replicate.accepted;
    await ada.agent
      .post('/api/replicate/generate-video')
      .send({ ...clip, settings: { prompt: 'waves', duration: 5, mode: 'standard' } })
      .expect(200);
    const { id } = await eventually('A prediction', async () => replicate.predictions[before] ?? null, 10_000);
    replicate.succeed(id, [{ name: 'clip.mp4', bytes: CLIP }]);
    await node.idle();
    expect(verdicts(await replayed())).toEqual([
      'request create same',
      'sent create same',
      'price generate_video same',
    ]);
    await ada.agent.post(`/api/ai/generate/scene-description/${scene.sceneId}`).send({}).expect(200);
    expect(verdicts(await replayed())).toEqual([
      'request describeScene not_compared',
      'sent describeScene same',
      'price scene_description same',
    ]);
  });

  type Change = (call: ProviderCall) => Partial<ProviderCall>;
  const withPrice = (factor: number) =>
    generationParts.map((parts) => ({
      ...parts,
      replay: {
        ...parts.replay,
        price: (queued: JobData<'Queued'>) => {
          const listed = parts.replay.price(queued);
          return listed && { ...listed, units: listed.units * factor };
        },
      },
    }));
  const input = ({ sent }: ProviderCall) => (sent as { input: object }).input;
  it.each<[string, Change, { path: string; recorded?: unknown; today?: unknown }, number?]>([
    [
      'prompt',
      ({ request }) => ({ request: { ...(request as object), prompt: 'A LIGHTHOUSE' } }),
      { path: '$.prompt' },
    ],
    ['count', ({ request }) => ({ request: { ...(request as object), count: 3 } }), { path: '$.count', today: 4 }],
    [
      'quality on the wire',
      (call) => ({ sent: { input: { ...input(call), output_quality: 40 } } }),
      { path: '$.body.input.output_quality', recorded: 40, today: 92 },
    ],
    ['model', () => ({ model: 'black-forest-labs/flux-pro' }), { path: '$.model' }],
    ['price', () => ({}), { path: '$.units', recorded: 40_000, today: 56_000 }, 1.4],
  ])('names the changed field: %s', async (_, change, difference, factor = 1) => {
    await makeImages();
    const recording = await replayer().recording(await newest());
    const calls = recording.calls.map((call) => (call.operation === 'create' ? { ...call, ...change(call) } : call));
    const read = () => Promise.resolve({ ...recording, calls });
    const report = await replayed(replayer(withPrice(factor), { read }));
    expect(report.same).toBe(false);
    expect(report.steps.every(({ verdict }) => verdict === 'same')).toBe(true);
    const found = report.checks
      .filter(({ verdict }) => verdict === 'different')
      .flatMap(({ differences }) => differences);
    expect(found).toEqual(expect.arrayContaining([expect.objectContaining(difference)]));
  });

  it('says that a price of another price book is not compared', async () => {
    await makeImages();
    const kinds = generationParts.map((parts) => ({
      ...parts,
      replay: { ...parts.replay, price: () => ({ units: 1, usd: 1, version: '2099-01' }) },
    }));
    const { same, checks } = await replayed(replayer(kinds));
    expect(same).toBe(true);
    expect(checks.find(({ of }) => of === 'price')).toMatchObject({
      verdict: 'not_compared',
      reason: expect.stringContaining("today's is of 2099-01") as string,
    });
  });

  it('reports recorded answers that no longer lead to the decision', async () => {
    await makeImages();
    const recording: RunRecording = await replayer().recording(await newest());
    const changed = recording.calls.map((call) =>
      call.operation === 'get' && (call.answer as { status: string }).status === 'succeeded'
        ? { ...call, answer: { id: 'p', status: 'failed', outputs: [], error: 'Out of memory' } }
        : call,
    );
    const read = () => Promise.resolve({ ...recording, calls: changed });
    const report = await replayed(replayer(generationParts, { read }));
    const [first] = report.steps.filter(({ verdict }) => verdict !== 'same');
    expect(first?.event.type).toBe('ImageJobCompleted');
    expect(first?.differences).toContainEqual({
      path: '$.type',
      recorded: 'ImageJobCompleted',
      today: 'ImageJobFailed',
    });
  });

  it('compares the decisions alone for a run without a recording, and says so', async () => {
    await makeImages();
    const read = () => Promise.resolve(NOT_RECORDED);
    const report = await replayed(replayer(generationParts, { read }));
    expect(report).toMatchObject({ recorded: false, recording: 'not_recorded', same: true });
  });

  it('appends nothing', async () => {
    await makeImages();
    const head = await node.runtime.events.head();
    await replayed();
    expect(await node.runtime.events.head()).toBe(head);
  });

  it('reports an unknown run', async () => {
    expect(await findRun(node.runtime.events, 'f9a7b0a4-0000-4000-8000-000000000000')).toBeNull();
    expect(await replayer().replay({ runId: 'x', streamId: `project-${scene.projectId}` })).toBeNull();
    const run = await newest();
    expect(await findRun(node.runtime.events, run.runId)).toEqual(run);
  });
});
