import { generateVideoResponseSchema, predictionSchema, sceneSchema } from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import {
  addImage,
  addVideo,
  BAD_REQUEST,
  balanceOf,
  draw,
  FAILS,
  IN_PROGRESS,
  newKey,
  NOBODYS_ID,
  NOT_FOUND,
  oneScene,
  picture,
  sceneOf,
} from './steps';

const VIDEO = 'POST /api/replicate/generate-video';
/** Costs 9 zaps, at 0.05 dollars a second. */
const FIVE_SECONDS = { modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5, mode: 'standard' } };
/** Costs 60 zaps. */
const DEAR = { modelId: 'seedance-2.0', settings: { prompt: 'waves', duration: 10, resolution: '720p' } };

/** Creates a scene whose images are stored on the server, so that a clip can start from them. Costs 4 zaps. */
async function drawnScene(visitor: Visitor) {
  const { project, scene } = await oneScene(visitor);
  await draw(visitor, scene.id);
  await visitor.workDone();
  return { project, scene };
}
/** Requests a clip of six seconds for 5 zaps. */
const animate = (visitor: Visitor, sceneId: string, prompt = 'waves') =>
  visitor.get(generateVideoResponseSchema, VIDEO, {
    body: { sceneId, modelId: 'hailuo-02', settings: { prompt, duration: 6, resolution: '512p' } },
    key: newKey(),
  });

export const CLIP_CASES: ContractCase[] = [
  {
    title:
      'a clip needs a main image and enough zaps; it has a placeholder until it is finished [VIDEO-19, VIDEO-20, VIDEO-29]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      expect(await visitor.refusal(VIDEO, { body: { sceneId: scene.id, ...FIVE_SECONDS } })).toEqual(BAD_REQUEST);
      await addImage(visitor, scene.id, picture('own'));
      await side.onHold(async () => {
        const dear = await visitor.get(generateVideoResponseSchema, VIDEO, { body: { sceneId: scene.id, ...DEAR } });
        expect(dear.costInfo.creditsUsed).toBe(60);
        const running = await visitor.refusal(VIDEO, { body: { sceneId: scene.id, ...DEAR } });
        expect(running).toEqual(IN_PROGRESS);
        expect(await balanceOf(visitor)).toBe(40);
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
            duration: 10,
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
      expect(await balanceOf(visitor)).toBe(100);
    },
  },
  {
    title: 'a successful clip replaces its placeholder [VIDEO-03, VIDEO-05, VIDEO-22, VIDEO-23, VIDEO-29]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await drawnScene(visitor);
      const { predictionId, costInfo } = await animate(visitor, scene.id);
      expect(costInfo).toEqual({ creditsUsed: 5, costUsd: 0 });
      await visitor.workDone();
      const prediction = await visitor.get(predictionSchema, `GET /api/replicate/prediction/${predictionId}`);
      const place = { id: predictionId, sceneId: scene.id, projectId: project.id };
      expect(prediction).toMatchObject({ ...place, status: 'succeeded', error: null });
      const done = await sceneOf(visitor, scene.id);
      const words = expect.stringMatching(/\w/) as string;
      const [made] = done.videos;
      expect(done.videos).toEqual([
        {
          id: predictionId,
          url: words,
          filename: expect.stringMatching(/\.mp4$/) as string,
          mimeType: 'video/mp4',
          size: expect.any(Number) as number,
          duration: 6,
          thumbnail: words,
          status: 'complete',
        },
      ]);
      expect(made?.size).toBeGreaterThan(0);
      expect(done).toMatchObject({ mainVideoId: predictionId, videoUrl: made?.url, videoStatuses: ['complete'] });
      expect(await balanceOf(visitor)).toBe(91);

      const ids = async () => (await sceneOf(visitor, scene.id)).videos.map(({ id }) => id);
      const next = await side.onHold(async () => {
        const started = await animate(visitor, scene.id, 'higher waves');
        await addVideo(visitor, scene.id, 'own');
        expect(await ids()).toEqual([predictionId, `processing-${started.predictionId}`, 'own']);
        return started;
      });
      await visitor.workDone();
      expect(await ids()).toEqual([predictionId, next.predictionId, 'own']);
    },
  },
  {
    title: 'a failed clip removes its placeholder and releases the zaps [VIDEO-05, VIDEO-26]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await drawnScene(visitor);
      const { predictionId } = await animate(visitor, scene.id, FAILS);
      await visitor.workDone();
      const prediction = await visitor.get(predictionSchema, `GET /api/replicate/prediction/${predictionId}`);
      expect(prediction.status).toBe('failed');
      expect(prediction.error).toMatch(/\w/);
      expect(await sceneOf(visitor, scene.id)).toMatchObject({ videos: [], mainVideoId: null });
      expect(await balanceOf(visitor)).toBe(96);
      expect(await visitor.refusal(`GET /api/replicate/prediction/${NOBODYS_ID}`)).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a clip has 1 to 30 seconds, and hailuo makes six or ten of them [VIDEO-09, VIDEO-10]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await drawnScene(visitor);
      const ask = (duration: number) => ({
        body: {
          sceneId: scene.id,
          modelId: 'hailuo-02',
          settings: { prompt: `${duration} s`, duration, resolution: '768p' },
        },
      });
      await side.onHold(async () => {
        for (const duration of [0, 31]) expect(await visitor.refusal(VIDEO, ask(duration))).toEqual(BAD_REQUEST);
        for (const duration of [8, 9]) await visitor.get(generateVideoResponseSchema, VIDEO, ask(duration));
        const { videos } = await sceneOf(visitor, scene.id);
        expect(videos.map(({ duration }) => duration)).toEqual([6, 10]);
        for (const { id } of videos) await visitor.get(sceneSchema, `DELETE /api/scenes/${scene.id}/videos/${id}`);
      });
      await visitor.workDone();
    },
  },
];
