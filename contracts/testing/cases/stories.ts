import {
  LIMITS,
  type StoryDraft,
  type StoryDraftResponse,
  storyDraftResponseSchema,
  storyDraftSchema,
  type WriteStoryRequest,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { addProject, balanceOf, IN_PROGRESS, INVALID, newKey, NOBODYS_ID, NOT_FOUND, projectOf } from './steps';

const WISH: WriteStoryRequest = { idea: 'Elias finds a bottle on the beach.', tone: 'warm', length: 'short' };
const CONFLICT = { status: 409, code: 'conflict' };

const at = (projectId: string, step = ''): string => `/api/projects/${projectId}/story-draft${step}`;
const write = (projectId: string): string => `POST /api/projects/${projectId}/write-story`;
const ask = (visitor: Visitor, projectId: string, wish: Partial<WriteStoryRequest> = {}, key?: string) =>
  visitor.get(storyDraftSchema, write(projectId), { body: { ...WISH, ...wish }, key });
const draftOf = async (visitor: Visitor, projectId: string): Promise<StoryDraft | null> =>
  (await visitor.get(storyDraftResponseSchema, `GET ${at(projectId)}`)).draft;
const step = (visitor: Visitor, name: 'stop' | 'use' | 'undo', { projectId, id }: StoryDraft): Promise<StoryDraft> =>
  visitor.get(storyDraftSchema, `POST ${at(projectId, `/${name}`)}`, { body: { draftId: id } });
const dismiss = (visitor: Visitor, { projectId, id }: StoryDraft): Promise<StoryDraftResponse> =>
  visitor.get(storyDraftResponseSchema, `DELETE ${at(projectId)}?draftId=${id}`);
const storyOf = async (visitor: Visitor, projectId: string): Promise<string> =>
  (await projectOf(visitor, projectId)).story;

export const STORY_CASES: ContractCase[] = [
  {
    title: 'a story is written into its project for half a zap, once per key [STORY-03]',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor);
      expect(await draftOf(visitor, project.id)).toBeNull();
      const before = await balanceOf(visitor);
      const key = newKey();
      const asked = await ask(visitor, project.id, {}, key);
      expect(asked).toMatchObject({ ...WISH, projectId: project.id, error: null });
      await visitor.workDone();
      const draft = await draftOf(visitor, project.id);
      expect(draft).toMatchObject({ id: asked.id, status: 'complete', place: 'used' });
      expect(draft?.text).not.toBe('');
      expect(await storyOf(visitor, project.id)).toBe(draft?.text);
      expect((await ask(visitor, project.id, {}, key)).id).toBe(asked.id);
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(before - 0.5);
    },
  },
  {
    title: 'an existing story is replaced only on request, and restored by an undo [STORY-03]',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor, { story: 'My own words.' });
      expect(await visitor.refusal(write(id), { body: WISH })).toEqual(CONFLICT);
      const draft = await ask(visitor, id, { replaces: true });
      await visitor.workDone();
      const written = await storyOf(visitor, id);
      expect(written).not.toBe('My own words.');
      expect(await step(visitor, 'undo', draft)).toMatchObject({ place: 'undone' });
      expect(await storyOf(visitor, id)).toBe('My own words.');
      expect(await step(visitor, 'use', draft)).toMatchObject({ place: 'used' });
      expect(await storyOf(visitor, id)).toBe(written);
    },
  },
  {
    title: 'a story edited meanwhile stays, and the new one waits to be chosen [STORY-03]',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor);
      const draft = await side.onHold(async () => {
        const asked = await ask(visitor, id);
        await visitor.reply(`PATCH /api/projects/${id}`, { body: { story: 'Typed meanwhile.' } });
        return asked;
      });
      await visitor.workDone();
      expect(await draftOf(visitor, id)).toMatchObject({ status: 'complete', place: 'none' });
      expect(await storyOf(visitor, id)).toBe('Typed meanwhile.');
      expect(await step(visitor, 'use', draft)).toMatchObject({ place: 'used' });
      expect(await step(visitor, 'undo', draft)).toMatchObject({ place: 'undone' });
      expect(await storyOf(visitor, id)).toBe('Typed meanwhile.');
    },
  },
  {
    title: 'one story at a time is written for a project; a stopped one costs nothing and changes nothing',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor, { story: 'My own words.' });
      const before = await balanceOf(visitor);
      const draft = await side.onHold(async () => {
        const asked = await ask(visitor, id, { replaces: true });
        expect(asked.status).toBe('pending');
        const again = { body: { ...WISH, idea: 'Another one.', replaces: true } };
        expect(await visitor.refusal(write(id), again)).toEqual(IN_PROGRESS);
        expect(await visitor.refusal(`DELETE ${at(id)}?draftId=${asked.id}`)).toEqual(IN_PROGRESS);
        expect(await visitor.refusal(`POST ${at(id, '/use')}`, { body: { draftId: asked.id } })).toEqual(IN_PROGRESS);
        expect(await balanceOf(visitor)).toBe(before - 0.5);
        return step(visitor, 'stop', asked);
      });
      expect(draft).toMatchObject({ status: 'stopped', place: 'none' });
      await visitor.workDone();
      expect(await step(visitor, 'stop', draft)).toEqual(draft);
      expect(await visitor.refusal(`POST ${at(id, '/use')}`, { body: { draftId: draft.id } })).toEqual(CONFLICT);
      expect(await visitor.refusal(`POST ${at(id, '/undo')}`, { body: { draftId: draft.id } })).toEqual(NOT_FOUND);
      expect(await balanceOf(visitor)).toBe(before);
      expect(await storyOf(visitor, id)).toBe('My own words.');
      expect(await dismiss(visitor, draft)).toEqual({ draft: null });
      expect(await draftOf(visitor, id)).toBeNull();
    },
  },
  {
    title: 'a story needs an idea up to the limit in bytes, and a known tone and length',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await addProject(visitor);
      const wrong = [
        { ...WISH, idea: ' ' },
        { ...WISH, idea: '灯'.repeat(Math.ceil(LIMITS.storyIdeaBytes / 3) + 1) },
        { ...WISH, tone: 'loud' },
        { ...WISH, length: 'endless' },
      ];
      for (const body of wrong) expect(await visitor.refusal(write(id), { body })).toEqual(INVALID);
      expect(await visitor.refusal(write(NOBODYS_ID), { body: WISH })).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`GET ${at(NOBODYS_ID)}`)).toEqual(NOT_FOUND);
      const stop = { body: { draftId: NOBODYS_ID } };
      expect(await visitor.refusal(`POST ${at(id, '/stop')}`, stop)).toEqual(NOT_FOUND);
    },
  },
];
