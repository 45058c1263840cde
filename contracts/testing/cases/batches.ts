import { type Batch, batchDetailSchema, batchQuoteSchema, refreshBillSchema, batchSchema } from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { addProject, addScene, balanceOf, FAILS, IN_PROGRESS, newKey, NOBODYS_ID, NOT_FOUND, sceneOf } from './steps';

const START = 'POST /api/batches';

/** Creates a project with one scene for each image prompt. */
async function storyOf(visitor: Visitor, ...prompts: string[]) {
  const { id: projectId } = await addProject(visitor, { title: 'The keeper', story: 'A keeper lights a lamp.' });
  const sceneIds: string[] = [];
  for (const imagePrompt of prompts) sceneIds.push((await addScene(visitor, { projectId, imagePrompt })).id);
  return { projectId, sceneIds };
}
const start = (visitor: Visitor, order: object): Promise<Batch> =>
  visitor.get(batchSchema, START, { body: { kind: 'images', zaps: 0, ...order }, key: newKey() });
const look = (visitor: Visitor, { id }: Batch) => visitor.get(batchDetailSchema, `GET /api/batches/${id}`);
const steer = (visitor: Visitor, { id }: Batch, step: string): Promise<Batch> =>
  visitor.get(batchSchema, `POST /api/batches/${id}/${step}`);

export const BATCH_CASES: ContractCase[] = [
  {
    title: 'a batch works through its scenes on the server, and is in its owner’s list',
    async run(side) {
      const visitor = await side.newcomer();
      const story = await storyOf(visitor, 'one', 'two', 'three', 'four');
      const batch = await start(visitor, story);
      expect(batch).toMatchObject({ status: 'running', isOver: false, zaps: 0, kind: 'images', modelId: null });
      await visitor.workDone();
      expect(await look(visitor, batch)).toMatchObject({ status: 'ended', isOver: true, made: 4, waiting: 0 });
      const [listed] = await visitor.get(batchSchema.array(), 'GET /api/batches');
      expect(listed).toMatchObject({ id: batch.id, made: 4, projectTitle: 'The keeper', problems: [] });
      expect((await sceneOf(visitor, story.sceneIds[3] ?? '')).imageStatus).toBe('complete');
      expect(await balanceOf(visitor)).toBe(100);
    },
  },
  {
    title: 'a batch is paused, resumed and canceled; one of a kind runs in a project at a time',
    async run(side) {
      const visitor = await side.newcomer();
      const story = await storyOf(visitor, 'one', 'two', 'three', 'four');
      const batch = await side.onHold(async () => {
        const running = await start(visitor, story);
        expect(running).toMatchObject({ running: 3, waiting: 1 });
        const again = { body: { kind: 'images', zaps: 0, ...story }, key: newKey() };
        expect(await visitor.refusal(START, again)).toEqual(IN_PROGRESS);
        return steer(visitor, running, 'pause');
      });
      expect(batch).toMatchObject({ status: 'paused', pause: { code: null } });
      await visitor.workDone();
      expect(await look(visitor, batch)).toMatchObject({ status: 'paused', isOver: false, made: 3, waiting: 1 });
      expect(await steer(visitor, batch, 'cancel')).toMatchObject({ status: 'cancelled', isOver: true, cancelled: 1 });
      expect(await steer(visitor, batch, 'resume')).toMatchObject({ status: 'cancelled' });
    },
  },
  {
    title: 'the failures of a batch are retried on request',
    async run(side) {
      const visitor = await side.newcomer();
      const story = await storyOf(visitor, 'one', FAILS);
      const batch = await start(visitor, story);
      await visitor.workDone();
      const failed = await look(visitor, batch);
      expect(failed).toMatchObject({ status: 'ended', made: 1, failed: 1 });
      expect(failed.problems.map(({ sceneId }) => sceneId)).toEqual([story.sceneIds[1]]);
      expect(await steer(visitor, batch, 'retry')).toMatchObject({ status: 'running', isOver: false, failed: 0 });
      await visitor.workDone();
      expect(await look(visitor, batch)).toMatchObject({ status: 'ended', made: 1, failed: 1 });
    },
  },
  {
    title: 'a batch is quoted, and never costs more than the agreed price',
    async run(side) {
      const visitor = await side.newcomer();
      const { projectId, sceneIds } = await storyOf(visitor, 'one', '', 'three');
      const images = await visitor.get(batchQuoteSchema, 'POST /api/batches/quote', {
        body: { projectId, sceneIds, kind: 'images' },
      });
      expect(images).toMatchObject({ scenes: 2, zaps: 0, includedScenes: 2 });
      expect(images.leftOut.map(({ sceneId }) => sceneId)).toEqual([sceneIds[1]]);
      const texts = { projectId, sceneIds, kind: 'descriptions' };
      const quote = await visitor.get(batchQuoteSchema, 'POST /api/batches/quote', { body: texts });
      expect(quote).toMatchObject({ scenes: 3, zaps: 1.5 });
      const cheap = await visitor.refusal(START, { body: { ...texts, zaps: 1 }, key: newKey() });
      expect(cheap).toEqual({ status: 409, code: 'conflict' });
      const batch = await start(visitor, { ...texts, zaps: 1.5 });
      await visitor.workDone();
      expect(await look(visitor, batch)).toMatchObject({ made: 3, spentZaps: 1.5 });
      expect(await balanceOf(visitor)).toBe(98.5);
    },
  },
  {
    title: 'unchanged items are not stale, and are not refreshed',
    async run(side) {
      const visitor = await side.newcomer();
      const { projectId, sceneIds } = await storyOf(visitor, 'one');
      const bill = await visitor.get(refreshBillSchema, `GET /api/projects/${projectId}/refresh`);
      expect(bill).toEqual({ items: [], includedImages: 60 });
      const body = { projectId, kind: 'refresh', sceneIds: [], refresh: [`images/${sceneIds[0]}`], zaps: 10 };
      expect(await visitor.refusal(START, { body, key: newKey() })).toEqual({ status: 400, code: 'bad_request' });
    },
  },
  {
    title: 'an unknown batch is not found',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await visitor.refusal(`POST /api/batches/${NOBODYS_ID}/pause`)).toEqual(NOT_FOUND);
      const body = { projectId: NOBODYS_ID, kind: 'images', sceneIds: [NOBODYS_ID], zaps: 0 };
      expect(await visitor.refusal(START, { body, key: newKey() })).toEqual(NOT_FOUND);
    },
  },
];
