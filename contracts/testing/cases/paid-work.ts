import {
  addZapsResponseSchema,
  budgetsSchema,
  bulkQuoteSchema,
  cleanupDeadImagesResponseSchema,
  estimateResponseSchema,
  generateImageResponseSchema,
  imageJobSchema,
  imageQueueSchema,
  projectCostsSchema,
  sceneSchema,
  transactionSchema,
  usageEventSchema,
} from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import {
  addImage,
  addScene,
  BAD_REQUEST,
  balanceOf,
  BUDGET_REACHED,
  draw,
  FAILS,
  IN_PROGRESS,
  INVALID,
  LIMIT_REACHED,
  newKey,
  NOBODYS_ID,
  NOT_FOUND,
  oneScene,
  picture,
  sceneOf,
  story,
} from './steps';

const IMAGE = 'POST /api/midjourney/generate-image';

export const PAID_WORK_CASES: ContractCase[] = [
  {
    title: 'a new account has its welcome zaps, and a package adds to them [ZAPS-10, ZAPS-12, ZAPS-13]',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await balanceOf(visitor)).toBe(100);
      const ask = { body: { amount: 500 }, key: newKey() };
      expect(await visitor.get(addZapsResponseSchema, 'POST /api/credits/add-zaps', ask)).toEqual({ amount: 500 });
      await visitor.get(addZapsResponseSchema, 'POST /api/credits/add-zaps', ask);
      expect(await balanceOf(visitor)).toBe(600);
      const lines = await visitor.get(transactionSchema.array(), 'GET /api/credits/transactions');
      expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
        ['Zaps purchased (sandbox)', 500],
        ['Welcome zaps', 100],
      ]);
      expect(await visitor.refusal('POST /api/credits/add-zaps', { body: { amount: 99 } })).toEqual(INVALID);
    },
  },
  {
    title: 'an estimate is the price in the book, and unknown operations have none [ZAPS-19, ZAPS-20]',
    async run(side) {
      const visitor = await side.newcomer();
      const images = { provider: 'replicate', model: 'flux-dev', operation: 'generate_image', usage: { images: 4 } };
      const path = 'POST /api/costs/estimate';
      expect(await visitor.get(estimateResponseSchema, path, { body: images })).toEqual({ costZaps: 4 });
      expect(await visitor.refusal(path, { body: { ...images, operation: 'dream' } })).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(path, { body: { ...images, provider: 'midjourney' } })).toEqual(INVALID);
    },
  },
  {
    title:
      'generated images have slots at once, and replace them when the job is finished [IMGJOB-01, IMGJOB-06, IMGJOB-10, SCENE-13]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('own'));
      const { jobId } = await side.onHold(async () => {
        const started = await draw(visitor, scene.id);
        const now = await sceneOf(visitor, scene.id);
        expect(now.imageStatuses).toEqual(['complete', ...Array<string>(4).fill('processing')]);
        expect(now.imageUrls.slice(1)).toEqual(['', '', '', '']);
        expect(now.imageJobIds).toEqual([null, ...Array<string>(4).fill(started.jobId)]);
        expect(now).toMatchObject({ imageStatus: 'processing', imageUrl: picture('own') });
        expect(await balanceOf(visitor)).toBe(96);
        return started;
      });
      await visitor.workDone();
      const done = await sceneOf(visitor, scene.id);
      expect(done.imageStatuses).toEqual(Array<string>(5).fill('complete'));
      expect(done).toMatchObject({ imageStatus: 'complete', imageUrl: picture('own') });
      expect(done.imageUrls).not.toContain('');
      const job = await visitor.get(imageJobSchema, `GET /api/midjourney/job/${jobId}`);
      expect(job).toMatchObject({ id: jobId, sceneId: scene.id, projectId: project.id, status: 'completed' });
      expect(job.result?.imageUrls).toEqual(done.imageUrls.slice(1));
      expect(await visitor.refusal(`GET /api/midjourney/job/${NOBODYS_ID}`)).toEqual(NOT_FOUND);
      expect(await balanceOf(visitor)).toBe(96);
    },
  },
  {
    title:
      'paid work is in the ledger, in the usage and in the costs of its project [ZAPS-07, ZAPS-12, ZAPS-16, ZAPS-17]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      await draw(visitor, scene.id);
      await visitor.workDone();
      const [line] = await visitor.get(transactionSchema.array(), 'GET /api/credits/transactions?limit=1');
      expect(line).toMatchObject({ description: '4 images for a scene', amount: -4 });
      const words = expect.any(String) as string;
      expect(await visitor.get(usageEventSchema.array(), 'GET /api/usage-events')).toEqual([
        {
          id: words,
          holdId: words,
          provider: words,
          operation: 'generate_image',
          model: 'v6.1',
          createdAt: words,
          computedCostZaps: 4,
          computedCostUsd: 0,
        },
      ]);
      const costs = await visitor.get(projectCostsSchema, `GET /api/projects/${project.id}/costs`);
      expect(costs).toMatchObject({ projectId: project.id, totalZaps: 4 });
      expect(costs.breakdown).toEqual({ image: { generate_image: { count: 1, totalZaps: 4, totalUsd: 0 } } });
      await visitor.reply(`POST /api/ai/generate/scene-description/${scene.id}`, { body: {}, key: newKey() });
      await visitor.workDone();
      const newest = await visitor.get(usageEventSchema.array(), 'GET /api/usage-events?limit=1');
      expect(newest.map(({ operation }) => operation)).toEqual(['scene_description']);
    },
  },
  {
    title:
      'a failed generation leaves failed slots and releases the zaps; a clean-up removes the slots [IMGJOB-35, IMGJOB-37, SCENE-13]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const { jobId } = await draw(visitor, scene.id, { prompt: FAILS });
      await visitor.workDone();
      const failed = await sceneOf(visitor, scene.id);
      expect(failed).toMatchObject({ imageStatuses: Array<string>(4).fill('failed'), imageStatus: 'failed' });
      const job = await visitor.get(imageJobSchema, `GET /api/midjourney/job/${jobId}`);
      expect(job).toMatchObject({ status: 'failed', result: null });
      expect(job.error).toBeTruthy();
      expect(await balanceOf(visitor)).toBe(100);
      const path = `POST /api/scenes/${scene.id}/cleanup-dead-images`;
      const cleaned = await visitor.get(cleanupDeadImagesResponseSchema, path);
      expect(cleaned).toEqual({ removedCount: 4, remainingCount: 0 });
      expect(await sceneOf(visitor, scene.id)).toMatchObject({ imageUrls: [], imageStatus: 'idle' });
    },
  },
  {
    title:
      'a save may set running slots to failed, which ends their generation, or drop slots, and nothing else [IMGJOB-18, SCENE-27]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('own'));
      const path = `PATCH /api/scenes/${scene.id}`;
      const four = (status: string): string[] => Array<string>(4).fill(status);
      const allFailed = { imageStatuses: ['complete', ...four('failed')], imageStatus: 'failed' };
      const { jobId } = await side.onHold(async () => {
        const started = await draw(visitor, scene.id);
        const before = await sceneOf(visitor, scene.id);
        for (const body of [
          { imageStatuses: ['failed', ...four('processing')] },
          { imageStatuses: ['complete', ...four('complete')] },
          { imageStatuses: ['complete'], imageJobIds: [null, started.jobId] },
          { imageJobIds: [null, NOBODYS_ID] },
        ])
          expect(await visitor.refusal(path, { body })).toEqual(BAD_REQUEST);
        expect(await sceneOf(visitor, scene.id)).toEqual(before);
        // The request that a window sends when the server does not know the job.
        const saved = await visitor.get(sceneSchema, path, { body: { ...allFailed, idempotencyKey: null } });
        expect(saved).toMatchObject({ ...allFailed, imageUrl: picture('own'), imageJobIds: before.imageJobIds });
        return started;
      });
      await visitor.workDone();
      expect(await sceneOf(visitor, scene.id)).toMatchObject(allFailed);
      const job = await visitor.get(imageJobSchema, `GET /api/midjourney/job/${jobId}`);
      expect(job).toMatchObject({ status: 'failed', result: null });
      expect(await balanceOf(visitor)).toBe(100);
      const body = { imageStatuses: ['complete', 'failed'], imageJobIds: [null, jobId] };
      expect(await visitor.get(sceneSchema, path, { body })).toMatchObject({ ...body, imageStatus: 'failed' });
      const calm = await visitor.get(sceneSchema, path, { body: { imageJobIds: [null] } });
      expect(calm).toMatchObject({ imageUrls: [picture('own')], imageStatus: 'complete' });
    },
  },
  {
    title: 'three generations run at the same time, and the others wait in their order [IMGJOB-02]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scenes } = await story(visitor, 'A', 'B', 'C', 'D', 'E');
      await side.onHold(async () => {
        const answers: { queuePosition: number; queuedJobs: number }[] = [];
        for (const { id } of scenes) {
          const { queuePosition, queueStats } = await draw(visitor, id);
          answers.push({ queuePosition, queuedJobs: queueStats.queuedJobs });
        }
        expect(answers.map(({ queuePosition }) => queuePosition)).toEqual([0, 0, 0, 1, 2]);
        expect(answers.map(({ queuedJobs }) => queuedJobs)).toEqual([1, 2, 3, 4, 5]);
        const queue = await visitor.get(imageQueueSchema, 'GET /api/midjourney/queue');
        expect(queue).toMatchObject({ activeJobs: 0, queuedJobs: 5 });
        expect(queue.jobs.map(({ sceneId }) => sceneId)).toEqual(scenes.map(({ id }) => id));
        expect(queue.jobs.map(({ queuePosition }) => queuePosition)).toEqual([0, 0, 0, 1, 2]);
      });
      await visitor.workDone();
      expect(await visitor.get(imageQueueSchema, 'GET /api/midjourney/queue')).toEqual({
        jobs: [],
        activeJobs: 0,
        queuedJobs: 0,
      });
    },
  },
  {
    title: 'a scene has one generation at a time, and needs space for four more images [IMGJOB-04]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const full = await addScene(visitor, { projectId: project.id });
      for (let n = 0; n < 9; n += 1) await addImage(visitor, full.id, picture(`p${n}`));
      const body = { sceneId: scene.id, prompt: 'the sea' };
      await side.onHold(async () => {
        const key = newKey();
        const first = await draw(visitor, scene.id, { key });
        expect((await draw(visitor, scene.id, { key })).jobId).toBe(first.jobId);
        const another = await visitor.refusal(IMAGE, { body, key: newKey() });
        expect(another).toEqual(IN_PROGRESS);
      });
      expect(await visitor.refusal(IMAGE, { body: { ...body, sceneId: full.id }, key: newKey() })).toEqual(
        LIMIT_REACHED,
      );
      expect(await visitor.refusal(IMAGE, { body: { ...body, prompt: ' ' }, key: newKey() })).toEqual(INVALID);
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(96);
    },
  },
  {
    title: 'bulk generations are covered by the plan [IMGJOB-29]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const quote = () => visitor.get(bulkQuoteSchema, 'GET /api/midjourney/bulk-quote');
      expect(await quote()).toEqual({ remainingToday: 60, zapsPerScene: 4 });
      await visitor.get(generateImageResponseSchema, IMAGE, { body: { sceneId: scene.id, prompt: 'the sea' } });
      expect(await quote()).toEqual({ remainingToday: 59, zapsPerScene: 4 });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(100);
    },
  },
  {
    title: 'a monthly budget refuses what exceeds it, accepts what just fits, and allows free bulk work',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const body = { monthlyZaps: 4 };
      const set = await visitor.get(budgetsSchema, 'PUT /api/credits/budget', { body });
      expect(set).toMatchObject({ person: { monthlyZaps: 4, spentZaps: 0 }, projects: [] });
      await draw(visitor, scene.id);
      await visitor.workDone();
      const spent = await visitor.get(budgetsSchema, 'GET /api/credits/budgets');
      expect(spent.person).toEqual({ monthlyZaps: 4, spentZaps: 4 });
      expect(spent.projects).toEqual([{ projectId: project.id, monthlyZaps: null, spentZaps: 4 }]);
      const ask = { sceneId: scene.id, prompt: 'the sea' };
      const link = '/credits#budget';
      expect(await visitor.refusal(IMAGE, { body: ask, key: newKey() })).toEqual({ ...BUDGET_REACHED, link });
      await visitor.get(generateImageResponseSchema, IMAGE, { body: ask });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(96);
    },
  },
  {
    title: 'the budget of a project applies to that project, and is removed again',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const other = await oneScene(visitor);
      const path = `PUT /api/projects/${project.id}/budget`;
      const set = await visitor.get(budgetsSchema, path, { body: { monthlyZaps: 0 } });
      expect(set.projects).toEqual([{ projectId: project.id, monthlyZaps: 0, spentZaps: 0 }]);
      const ask = { body: { sceneId: scene.id, prompt: 'the sea' }, key: newKey() };
      const link = `/?project=${project.id}&tab=settings#budget`;
      expect(await visitor.refusal(IMAGE, ask)).toEqual({ ...BUDGET_REACHED, link });
      await draw(visitor, other.scene.id);
      const gone = await visitor.get(budgetsSchema, path, { body: { monthlyZaps: null } });
      expect(gone.projects.map(({ projectId }) => projectId)).toEqual([other.project.id]);
      await draw(visitor, scene.id);
      await visitor.workDone();
      expect(await visitor.refusal(path, { body: { monthlyZaps: -1 } })).toEqual(INVALID);
      const nobodys = `PUT /api/projects/${NOBODYS_ID}/budget`;
      expect(await visitor.refusal(nobodys, { body: { monthlyZaps: 1 } })).toEqual(NOT_FOUND);
    },
  },
];
