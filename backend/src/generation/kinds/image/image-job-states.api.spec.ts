import {
  type GenerateImageResponse,
  generateImageResponseSchema,
  type ImageJob,
  imageJobSchema,
  type ImageQueue,
  imageQueueSchema,
} from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { eventually } from '../../../testing/eventually';
import { projectWithScene } from '../../../testing/make-story';

/** Longer than any test, so that started jobs keep running. */
const NEVER_MS = 3_600_000;

let app: TestApp;
afterEach(() => app?.close());

interface Asked {
  user: TestUser;
  projectId: string;
  /** Generates an image for each of several new scenes, one request after the other. @returns the responses */
  generate(prompts: string[]): Promise<(GenerateImageResponse & { sceneId: string })[]>;
  queue(): Promise<ImageQueue>;
  job(jobId: string): Promise<ImageJob>;
}

async function open(config?: { sandboxDelayMs: number }): Promise<Asked> {
  app = await startTestApp(config ? { config } : {});
  const user = await app.newUser();
  await app.idle();
  const { projectId } = await projectWithScene(user);
  const addScene = async (title: string): Promise<string> => {
    const { body } = await user.agent.post('/api/scenes').send({ projectId, title, description: title }).expect(201);
    return (body as { id: string }).id;
  };
  let asked = 0;
  return {
    user,
    projectId,
    async generate(prompts) {
      const jobs = [];
      for (const prompt of prompts) {
        asked += 1;
        const sceneId = await addScene(`Scene ${asked}`);
        const order = { sceneId, projectId, prompt, bulk: true, idempotencyKey: `the-key-of-scene-number-${asked}` };
        const { body } = await user.agent.post('/api/midjourney/generate-image').send(order).expect(200);
        jobs.push({ ...generateImageResponseSchema.parse(body), sceneId });
      }
      return jobs;
    },
    async queue() {
      const { body } = await user.agent.get('/api/midjourney/queue').expect(200);
      return imageQueueSchema.parse(body);
    },
    async job(jobId) {
      const { body } = await user.agent.get(`/api/midjourney/job/${jobId}`).expect(200);
      return imageJobSchema.parse(body);
    },
  };
}

describe('a bulk run over five scenes', () => {
  it('starts the first three scenes at once, and the queue shows these and the two waiting ones [IMGJOB-28, IMGJOB-02, IMGJOB-05, IMGJOB-07]', async () => {
    const { generate, queue, job, projectId } = await open({ sandboxDelayMs: NEVER_MS });
    const asked = await generate(['a', 'b', 'c', 'd', 'e']);
    const threeActive = async () => {
      const now = await queue();
      return now.activeJobs === 3 ? now : null;
    };
    const found = await eventually('Three running jobs', threeActive, 30_000);
    const stateOf = ({ id, sceneId, status, queuePosition }: ImageJob) => ({ id, sceneId, status, queuePosition });
    expect(found.jobs.map(stateOf)).toEqual(
      asked.map(({ jobId, sceneId }, at) => ({
        id: jobId,
        sceneId,
        status: at < 3 ? 'processing' : 'queued',
        queuePosition: Math.max(0, at - 2),
      })),
    );
    expect(found).toMatchObject({ activeJobs: 3, queuedJobs: 2 });
    const last = await job(asked[4]?.jobId ?? '');
    expect(last).toMatchObject({ sceneId: asked[4]?.sceneId, projectId, queuePosition: 2, result: null, error: null });
    const [sixth] = await generate(['f']);
    expect(sixth).toMatchObject({ queuePosition: 3, queueStats: { activeJobs: 3, queuedJobs: 3 } });
  });
});

describe('an image job', () => {
  it('ends as completed with four addresses, or as failed with the reason [IMGJOB-06, IMGJOB-07]', async () => {
    const { generate, queue, job, projectId } = await open();
    const [good, bad] = await generate(['a lamp', 'a lamp [sandbox:fail]']);
    await app.idle();
    const ended = { projectId, queuePosition: 0 };
    const completed = await job(good?.jobId ?? '');
    expect(completed).toMatchObject({ ...ended, sceneId: good?.sceneId, status: 'completed', error: null });
    expect(new Set(completed.result?.imageUrls).size).toBe(4);
    const failed = await job(bad?.jobId ?? '');
    expect(failed).toMatchObject({ ...ended, sceneId: bad?.sceneId, status: 'failed', result: null });
    expect(failed.error).toContain('[sandbox:fail]');
    expect(await queue()).toEqual({ jobs: [], activeJobs: 0, queuedJobs: 0 });
  });
});
