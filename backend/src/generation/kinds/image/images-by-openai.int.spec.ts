import type { ImageJob, UsageEvent } from '@storyreel/contracts';
import { ExpiredResults, StoredResults } from '../../../integrations/results/kept-results';
import { blackPng } from '../../../testing/crafted-pictures';
import { eventually } from '../../../testing/eventually';
import { projectWithScene } from '../../../testing/make-story';
import { takeOutlines } from '../../../testing/outline-pictures';
import { NodeStage, type StagedNode, type TestUser } from '../../../testing/node-stage';
import { OpenAiStub } from '../../../testing/provider-stubs/openai-stub';
import { GenerationJobRepository } from '../../workers/generation-job.repository';

const PNG = blackPng(9, 16).toString('base64');

/** OpenAI returns images directly, so there are no predictions that could be resumed. */
describe('images of a scene by OpenAI', () => {
  const openai = new OpenAiStub();
  let now = Date.now();
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let scene: { projectId: string; sceneId: string };

  beforeAll(async () => {
    stage = await NodeStage.open();
    const config = {
      openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() },
      chosenProviders: { image: 'openai' as const },
    };
    node = await stage.node('A', { config, clock: { now: () => new Date(now) } });
    takeOutlines(node);
    ada = await node.newUser();
    await node.idle();
  });
  afterAll(async () => {
    await stage?.close();
    await openai.stop();
  });
  beforeEach(async () => {
    scene = await projectWithScene(ada);
    openai.orders.length = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  const generated = async (): Promise<{ urls: string[]; error: ImageJob['error']; jobId: string }> => {
    const order = { ...scene, prompt: 'a lighthouse at dawn', idempotencyKey: `images-of-${scene.sceneId}` };
    const { body } = await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    const { jobId } = body as { jobId: string };
    const ended = async (): Promise<ImageJob | null> => {
      const job = (await ada.agent.get(`/api/midjourney/job/${jobId}`).expect(200)).body as ImageJob;
      return job.status === 'completed' || job.status === 'failed' ? job : null;
    };
    const { result, error } = await eventually('The end of the job', ended, 20_000);
    await node.idle();
    return { urls: result?.imageUrls ?? [], error, jobId };
  };
  /** Makes this step of a job fail once, as if the server had crashed. */
  const cutOffAt = (cut: 'accept' | 'complete') => {
    const write = GenerationJobRepository.prototype.write;
    let isCut = false;
    jest.spyOn(GenerationJobRepository.prototype, 'write').mockImplementation(function (
      this: GenerationJobRepository,
      job,
      at,
      decide,
    ) {
      if (at.step !== cut || isCut) return write.call(this, job, at, decide);
      isCut = true;
      return Promise.reject(new Error('The server is gone.'));
    });
  };

  it('are added to the scene at the model’s price', async () => {
    openai.paint = ({ n }) => ({
      data: Array.from({ length: n }, () => ({ b64_json: PNG })),
      usage: { input_tokens: 1000, output_tokens: 2000 },
    });
    const { urls, error } = await generated();
    expect([urls.length, error]).toEqual([4, null]);
    const picture = await ada.agent.get(urls[0] ?? '').expect(200);
    expect(picture.headers['content-type']).toBe('image/png');
    const { body } = await ada.agent.get('/api/usage-events').expect(200);
    const usd = (1000 * 5 + 2000 * 30) / 1e6;
    expect((body as UsageEvent[])[0]).toMatchObject({ provider: 'openai', computedCostUsd: usd });
  });

  it.each(['accept', 'complete'] as const)('are requested once when the server ends before it can %s', async (step) => {
    cutOffAt(step);
    const { urls, error } = await generated();
    expect([urls.length, error]).toEqual([4, null]);
    expect(openai.orders).toHaveLength(1);
  });

  it('are not requested again when the answer is lost, and cost nothing', async () => {
    const before = (await ada.agent.get('/api/credits/balance')).body as object;
    openai.failNext({ kind: 'drop' });
    const { urls, error } = await generated();
    expect(urls).toEqual([]);
    expect(error).toMatch(/wasn't sent again/);
    expect(openai.orders).toHaveLength(1);
    expect((await ada.agent.get('/api/credits/balance')).body).toEqual(before);
  });

  it('are kept privately, and no longer than a job may take', async () => {
    const { jobId } = await generated();
    const kept = node.get<StoredResults>(StoredResults);
    expect(await kept.find(jobId)).toMatchObject({ mimeTypes: Array(4).fill('image/png') });
    now += 13 * 60 * 60 * 1_000;
    expect(await node.get<ExpiredResults>(ExpiredResults).sweep()).toBeGreaterThan(0);
    expect([await kept.find(jobId), await kept.open(jobId, 0)]).toEqual([null, null]);
  });
});
