import {
  addZapsResponseSchema,
  balanceSchema,
  bulkQuoteSchema,
  cleanupDeadImagesResponseSchema,
  describePostResponseSchema,
  describeSceneResponseSchema,
  estimateResponseSchema,
  generateImageResponseSchema,
  generateVideoResponseSchema,
  imageJobSchema,
  imageQueueSchema,
  predictionSchema,
  projectCostsSchema,
  sceneSchema,
  transactionSchema,
  usageEventSchema,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { addImage, addScene, BAD_REQUEST, INVALID, LIMIT_REACHED, oneScene, picture, sceneOf, story } from './steps';

const IMAGE = 'POST /api/midjourney/generate-image';
const VIDEO = 'POST /api/replicate/generate-video';
/** The sandbox, and the fake, fail at a prompt with this word in it. */
const FAILS = 'a hill [sandbox:fail]';
/** 9 zaps at 0.05 dollars a second. */
const FIVE_SECONDS = { modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5, mode: 'standard' } };
/** 60 zaps. */
const DEAR = { modelId: 'seedance-1-pro', settings: { prompt: 'waves', duration: 12, resolution: '1080p' } };

let keys = 0;
const newKey = (): string => `a-key-of-its-own-${(keys += 1)}`;
const balance = async (visitor: Visitor): Promise<number> =>
  (await visitor.get(balanceSchema, 'GET /api/credits/balance')).balance;
const draw = (visitor: Visitor, sceneId: string, { prompt = 'the sea', key = newKey() } = {}) =>
  visitor.get(generateImageResponseSchema, IMAGE, { body: { sceneId, prompt }, key });

export const PAID_WORK_CASES: ContractCase[] = [
  {
    title: 'a new account has the zaps of its welcome, and a package adds to them',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await balance(visitor)).toBe(100);
      const ask = { body: { amount: 500 }, key: newKey() };
      expect(await visitor.get(addZapsResponseSchema, 'POST /api/credits/add-zaps', ask)).toEqual({ amount: 500 });
      await visitor.get(addZapsResponseSchema, 'POST /api/credits/add-zaps', ask);
      expect(await balance(visitor)).toBe(600);
      const lines = await visitor.get(transactionSchema.array(), 'GET /api/credits/transactions');
      expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
        ['Zaps purchased (sandbox)', 500],
        ['Welcome zaps', 100],
      ]);
      expect(await visitor.refusal('POST /api/credits/add-zaps', { body: { amount: 99 } })).toEqual(INVALID);
    },
  },
  {
    title: 'an estimate is the price of the book, and what is not in it has none',
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
    title: 'generated images have slots at once, and are there when the work is done [SCENE-13]',
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
        expect(await balance(visitor)).toBe(96);
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
      expect(await balance(visitor)).toBe(96);
    },
  },
  {
    title: 'paid work is in the ledger, in the usage and in the costs of its project',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      await draw(visitor, scene.id);
      await visitor.workDone();
      const [line] = await visitor.get(transactionSchema.array(), 'GET /api/credits/transactions?limit=1');
      expect(line).toMatchObject({ description: '4 images for a scene', amount: -4 });
      const [usage] = await visitor.get(usageEventSchema.array(), 'GET /api/usage-events');
      expect(usage).toMatchObject({ operation: 'generate_image', computedCostZaps: 4 });
      const costs = await visitor.get(projectCostsSchema, `GET /api/projects/${project.id}/costs`);
      expect(costs).toMatchObject({ projectId: project.id, totalZaps: 4 });
      expect(costs.breakdown).toMatchObject({ image: { generate_image: { count: 1, totalZaps: 4 } } });
    },
  },
  {
    title: 'a generation that fails leaves failed slots and gives the zaps back; a clean-up takes the slots [SCENE-13]',
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
      expect(await balance(visitor)).toBe(100);
      const path = `POST /api/scenes/${scene.id}/cleanup-dead-images`;
      const cleaned = await visitor.get(cleanupDeadImagesResponseSchema, path);
      expect(cleaned).toEqual({ removedCount: 4, remainingCount: 0 });
      expect(await sceneOf(visitor, scene.id)).toMatchObject({ imageUrls: [], imageStatus: 'idle' });
    },
  },
  {
    title: 'three generations start at once, and the others wait in their order',
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
    title: 'a scene has one generation at a time, and room for four more images',
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
        expect(another).toEqual({ status: 409, code: 'already_in_progress' });
      });
      expect(await visitor.refusal(IMAGE, { body: { ...body, sceneId: full.id }, key: newKey() })).toEqual(
        LIMIT_REACHED,
      );
      expect(await visitor.refusal(IMAGE, { body: { ...body, prompt: ' ' }, key: newKey() })).toEqual(INVALID);
      await visitor.workDone();
      expect(await balance(visitor)).toBe(96);
    },
  },
  {
    title: 'bulk generations are covered by the plan',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const quote = () => visitor.get(bulkQuoteSchema, 'GET /api/midjourney/bulk-quote');
      expect(await quote()).toEqual({ remainingToday: 60, zapsPerScene: 4 });
      await visitor.get(generateImageResponseSchema, IMAGE, { body: { sceneId: scene.id, prompt: 'the sea' } });
      expect(await quote()).toEqual({ remainingToday: 59, zapsPerScene: 4 });
      await visitor.workDone();
      expect(await balance(visitor)).toBe(100);
    },
  },
  {
    title: 'a clip needs a main image and enough zaps; it has a placeholder until it is there',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      expect(await visitor.refusal(VIDEO, { body: { sceneId: scene.id, ...FIVE_SECONDS } })).toEqual(BAD_REQUEST);
      await addImage(visitor, scene.id, picture('own'));
      await side.onHold(async () => {
        const dear = await visitor.get(generateVideoResponseSchema, VIDEO, { body: { sceneId: scene.id, ...DEAR } });
        expect(dear.costInfo.creditsUsed).toBe(60);
        const running = await visitor.refusal(VIDEO, { body: { sceneId: scene.id, ...DEAR } });
        expect(running).toEqual({ status: 409, code: 'already_in_progress' });
        expect(await balance(visitor)).toBe(40);
        const longer = { ...DEAR, settings: { ...DEAR.settings, prompt: 'other waves' } };
        const tooDear = await visitor.refusal(VIDEO, { body: { sceneId: scene.id, ...longer } });
        expect(tooDear).toEqual({ status: 402, code: 'insufficient_zaps' });

        const placeholder = `processing-${dear.predictionId}`;
        const now = await sceneOf(visitor, scene.id);
        expect(now).toMatchObject({ mainVideoId: null, videoUrls: [''], videoStatuses: ['processing'] });
        expect(now.videos).toEqual([
          {
            id: placeholder,
            url: '',
            filename: 'generating-video.mp4',
            mimeType: 'video/mp4',
            size: 0,
            duration: 12,
            thumbnail: null,
            status: 'processing',
          },
        ]);
        const prediction = await visitor.get(predictionSchema, `GET /api/replicate/prediction/${dear.predictionId}`);
        expect(prediction).toMatchObject({ sceneId: scene.id, status: 'queued', progress: null, error: null });
        const dropped = await visitor.get(sceneSchema, `DELETE /api/scenes/${scene.id}/videos/${placeholder}`);
        expect(dropped.videos).toEqual([]);
      });
      await visitor.workDone();
      expect(await balance(visitor)).toBe(100);
    },
  },
  {
    title: 'words for a scene are written into it and cost half a zap',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const path = `POST /api/ai/generate/scene-description/${scene.id}`;
      const { scene: written, description } = await visitor.get(describeSceneResponseSchema, path, {
        body: {},
        key: newKey(),
      });
      expect(written.description).toBe(description);
      expect(await sceneOf(visitor, scene.id)).toMatchObject({
        description,
        imagePrompt: written.imagePrompt,
        videoPrompt: written.videoPrompt,
      });
      await visitor.workDone();
      expect(await balance(visitor)).toBe(99.5);
    },
  },
  {
    title: 'a text for a post fits its platforms, costs half a zap, and is the same again under its key [SOCIAL-35]',
    async run(side) {
      const visitor = await side.newcomer();
      const path = 'POST /api/ai/generate-description';
      const story = 'Mara climbed the stairs of the lighthouse every evening. '.repeat(200);
      const projectContext = { title: 'The Keeper', description: 'A keeper and her sister.', story };
      const ask = { body: { title: 'The Keeper', platforms: ['youtube', 'tiktok'], projectContext }, key: newKey() };
      const { description } = await visitor.get(describePostResponseSchema, path, ask);
      expect(description.trim()).not.toBe('');
      expect([...description].length <= 300).toBe(true);
      expect(await visitor.get(describePostResponseSchema, path, ask)).toEqual({ description });
      await visitor.workDone();
      expect(await balance(visitor)).toBe(99.5);
      const none = { title: 'The Keeper', platforms: ['instagram'], projectContext: null };
      expect((await visitor.get(describePostResponseSchema, path, { body: none })).description.trim()).not.toBe('');
      for (const wrong of [{ title: ' ' }, { platforms: [] }, { platforms: ['myspace'] }])
        expect(await visitor.refusal(path, { body: { ...none, ...wrong } })).toEqual(INVALID);
      await visitor.workDone();
      expect(await balance(visitor)).toBe(99);
    },
  },
];
