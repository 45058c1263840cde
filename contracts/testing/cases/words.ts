import {
  continuityResponseSchema,
  describePostResponseSchema,
  describeSceneResponseSchema,
  enhancePromptResponseSchema,
  videoPromptResponseSchema,
} from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import { addScene, BAD_REQUEST, balanceOf, INVALID, newKey, NOBODYS_ID, NOT_FOUND, oneScene, sceneOf } from './steps';

const words = expect.stringMatching(/\w/) as string;
const enhance = (sceneId: string): string => `POST /api/scenes/${sceneId}/enhance-prompt`;
const direct = (sceneId: string): string => `POST /api/ai/generate/video-prompt/${sceneId}`;

/** Cases of texts that a model writes. */
export const WORD_CASES: ContractCase[] = [
  {
    title: 'a text for a scene is written into it and costs half a zap [AI-04]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const path = `POST /api/ai/generate/scene-description/${scene.id}`;
      const { scene: written, description } = await visitor.get(describeSceneResponseSchema, path, {
        body: { continuityDetails: 'Mara: brave' },
        key: newKey(),
      });
      expect(written).toMatchObject({ description, imagePrompt: words, videoPrompt: words });
      expect(description).toEqual(words);
      expect(await sceneOf(visitor, scene.id)).toMatchObject({
        description,
        imagePrompt: written.imagePrompt,
        videoPrompt: written.videoPrompt,
      });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99.5);
    },
  },
  {
    title: 'an enhanced prompt is the image prompt of the scene, and needs one [AI-10, AI-11]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      expect(await visitor.refusal(enhance(scene.id))).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(enhance(NOBODYS_ID))).toEqual(NOT_FOUND);
      const painted = await addScene(visitor, { projectId: project.id, imagePrompt: 'a lighthouse' });
      const { enhancedPrompt } = await visitor.get(enhancePromptResponseSchema, enhance(painted.id));
      expect(enhancedPrompt).toEqual(words);
      expect((await sceneOf(visitor, painted.id)).imagePrompt).toBe(enhancedPrompt);
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99.5);
    },
  },
  {
    title: 'a video prompt is written for the scene, and needs a description that is not blank [AI-16, AI-17]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await oneScene(visitor);
      const blank = await addScene(visitor, { projectId: project.id, description: ' \n' });
      expect(await visitor.refusal(direct(blank.id))).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(direct(NOBODYS_ID))).toEqual(NOT_FOUND);
      const told = await addScene(visitor, { projectId: project.id, description: 'Mara climbs.' });
      const { videoPrompt } = await visitor.get(videoPromptResponseSchema, direct(told.id));
      expect(videoPrompt).toEqual(words);
      expect((await sceneOf(visitor, told.id)).videoPrompt).toBe(videoPrompt);
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99.5);
    },
  },
  {
    title: 'continuity details need a story that is not blank [AI-21, AI-22]',
    async run(side) {
      const visitor = await side.newcomer();
      const path = 'POST /api/ai/generate/continuity';
      expect(await visitor.refusal(path, { body: { story: ' ' } })).toEqual(INVALID);
      const story = 'Mara climbed the lighthouse stairs at dawn. Old Tom waited on the pier with a coil of wire.';
      const made = await visitor.get(continuityResponseSchema, path, { body: { story } });
      expect(made).toEqual({ characters: words, environments: words, props: expect.any(String) as string });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99.5);
    },
  },
  {
    title:
      'a text for a post fits its platforms, costs half a zap, and is the same when its key is repeated [SOCIAL-35]',
    async run(side) {
      const visitor = await side.newcomer();
      const path = 'POST /api/ai/generate-description';
      const story = 'Mara climbed the stairs of the lighthouse every evening. '.repeat(200);
      const projectContext = { title: 'The Keeper', description: 'A keeper and her sister.', story };
      const ask = { body: { title: 'The Keeper', platforms: ['youtube', 'tiktok'], projectContext }, key: newKey() };
      const { description } = await visitor.get(describePostResponseSchema, path, ask);
      expect(description.trim()).not.toBe('');
      expect([...description].length <= 2200).toBe(true);
      expect(await visitor.get(describePostResponseSchema, path, ask)).toEqual({ description });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99.5);
      const none = { title: 'The Keeper', platforms: ['instagram'], projectContext: null };
      expect((await visitor.get(describePostResponseSchema, path, { body: none })).description.trim()).not.toBe('');
      for (const wrong of [{ title: ' ' }, { platforms: [] }, { platforms: ['myspace'] }])
        expect(await visitor.refusal(path, { body: { ...none, ...wrong } })).toEqual(INVALID);
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(99);
    },
  },
];
