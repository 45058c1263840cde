import { generateSpeechResponseSchema, projectSchema, sceneSchema } from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import {
  addProject,
  addScene,
  BAD_REQUEST,
  balanceOf,
  FAILS,
  IN_PROGRESS,
  newKey,
  NOBODYS_ID,
  NOT_FOUND,
  projectOf,
  sceneOf,
} from './steps';

const NARRATE = 'POST /api/generate-speech';
const SET = { stability: 0.5, clarity: 0.8, style: 0.3 };

async function sceneSaying(visitor: Visitor, narration: string) {
  const { id: projectId } = await addProject(visitor, { title: 'The keeper', story: 'A keeper lights a lamp.' });
  const { id: sceneId } = await addScene(visitor, { projectId, title: 'Dawn' });
  await visitor.get(sceneSchema, `PATCH /api/scenes/${sceneId}`, { body: { narration } });
  return { projectId, sceneId };
}
const narrate = (visitor: Visitor, sceneId: string, key = newKey()) =>
  visitor.get(generateSpeechResponseSchema, NARRATE, { body: { sceneId }, key });
const readAloud = (projectId: string): string => `POST /api/projects/${projectId}/story-audio`;

export const SPEECH_CASES: ContractCase[] = [
  {
    title: 'a scene is narrated from its text, for a tenth of a zap for each 30 characters begun',
    async run(side) {
      const visitor = await side.newcomer();
      const { projectId, sceneId } = await sceneSaying(visitor, 'a'.repeat(31));
      const narrated = async () => (await projectOf(visitor, projectId)).sceneCounts.narrated;
      expect(await narrated()).toBe(0);
      await side.onHold(async () => {
        const key = newKey();
        const ordered = await narrate(visitor, sceneId, key);
        expect(ordered.costInfo).toEqual({ creditsUsed: 0.2 });
        expect(await visitor.refusal(NARRATE, { body: { sceneId }, key: newKey() })).toEqual(IN_PROGRESS);
        expect((await sceneOf(visitor, sceneId)).speechStatus).toBe('processing');
      });
      await visitor.workDone();
      const { speech, speechStatus } = await sceneOf(visitor, sceneId);
      expect({ text: speech?.text, speechStatus }).toEqual({ text: 'a'.repeat(31), speechStatus: 'complete' });
      expect(await narrated()).toBe(1);
      expect(await balanceOf(visitor)).toBe(99.8);
    },
  },
  {
    title: 'a failed narration gives its reason and costs nothing; without text there is none',
    async run(side) {
      const visitor = await side.newcomer();
      const { sceneId } = await sceneSaying(visitor, FAILS);
      await narrate(visitor, sceneId);
      await visitor.workDone();
      const { speech, speechStatus, speechError } = await sceneOf(visitor, sceneId);
      expect([speech, speechStatus, speechError !== null]).toEqual([null, 'failed', true]);
      expect(await balanceOf(visitor)).toBe(100);
      const silent = await sceneSaying(visitor, ' \n');
      expect((await projectOf(visitor, silent.projectId)).sceneCounts.narrated).toBe(1);
      const asked = { body: { sceneId: silent.sceneId }, key: newKey() };
      expect(await visitor.refusal(NARRATE, asked)).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(NARRATE, { body: { sceneId: NOBODYS_ID }, key: newKey() })).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a whole story is narrated, one at a time, and becomes the audio of its project',
    async run(side) {
      const visitor = await side.newcomer();
      const { projectId } = await sceneSaying(visitor, '');
      const order = () => ({ body: SET, key: newKey() });
      await side.onHold(async () => {
        const { costInfo } = await visitor.get(generateSpeechResponseSchema, readAloud(projectId), order());
        expect(costInfo).toEqual({ creditsUsed: 0.1 });
        expect(await visitor.refusal(readAloud(projectId), order())).toEqual(IN_PROGRESS);
        expect((await projectOf(visitor, projectId)).storyAudioStatus).toBe('processing');
      });
      await visitor.workDone();
      const made = await projectOf(visitor, projectId);
      expect(made).toMatchObject({ storyAudioStatus: 'complete', storyAudioError: null });
      expect([made.storyAudioUrl !== null, made.storyAudioFilename?.split('.')[0], made.film.music]).toEqual([
        true,
        'The keeper',
        false,
      ]);
      expect(await balanceOf(visitor)).toBe(99.9);
    },
  },
  {
    title: 'the narration of a story is canceled and costs nothing; without a story there is none',
    async run(side) {
      const visitor = await side.newcomer();
      const { projectId } = await sceneSaying(visitor, '');
      await side.onHold(async () => {
        await visitor.get(generateSpeechResponseSchema, readAloud(projectId), { body: SET, key: newKey() });
        const cancelled = await visitor.get(projectSchema, `${readAloud(projectId)}/cancel`);
        expect(cancelled).toMatchObject({ storyAudioStatus: 'pending', storyAudioError: 'You cancelled it.' });
      });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(100);
      const { id: empty } = await addProject(visitor, { title: 'Empty' });
      expect(await visitor.refusal(readAloud(empty), { body: SET, key: newKey() })).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(readAloud(NOBODYS_ID), { body: SET, key: newKey() })).toEqual(NOT_FOUND);
    },
  },
];
