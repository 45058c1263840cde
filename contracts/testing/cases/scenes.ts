import {
  deleteAllScenesResponseSchema,
  deletedResponseSchema,
  tabColour,
  LIMITS,
  NEXT_CURSOR_HEADER,
  processStoryResponseSchema,
  projectSchema,
  restoreAllScenesResponseSchema,
  type Scene,
  sceneSchema,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import {
  addImage,
  addScene,
  addVideo,
  BAD_REQUEST,
  INVALID,
  NOBODYS_ID,
  NOT_FOUND,
  oneScene,
  picture,
  projectOf,
  sceneOf,
  scenesOf,
  story,
  titles,
} from './steps';

const drag = (visitor: Visitor, projectId: string, sceneIds: (string | undefined)[]): Promise<Scene[]> =>
  visitor.get(sceneSchema.array(), 'POST /api/scenes/reorder', { body: { projectId, sceneIds } });
const remove = (visitor: Visitor, id: string | undefined) =>
  visitor.get(deletedResponseSchema, `DELETE /api/scenes/${id}`);
const restore = (visitor: Visitor, scene: Scene | undefined): Promise<Scene> =>
  visitor.get(sceneSchema, 'POST /api/scenes/restore', { body: scene });
const save = (visitor: Visitor, id: string | undefined, body: object): Promise<Scene> =>
  visitor.get(sceneSchema, `PATCH /api/scenes/${id}`, { body });
const ranks = (scenes: Scene[]) => scenes.map(({ title, displayOrder }) => `${displayOrder} ${title}`);
const removeAll = (visitor: Visitor, projectId: string) =>
  visitor.get(deleteAllScenesResponseSchema, `DELETE /api/scenes/all/${projectId}`);
const restoreAll = (visitor: Visitor, projectId: string) =>
  visitor.get(restoreAllScenesResponseSchema, 'POST /api/scenes/restore-all', { body: { projectId } });

export const SCENE_CASES: ContractCase[] = [
  {
    title:
      'a new scene comes last, with the largest order plus one and the default texts [SCENE-15, SCENE-16, SCENE-18]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor);
      const first = await addScene(visitor, { projectId: project.id });
      expect(first).toMatchObject({ title: 'New Scene', description: 'A new scene for your story', duration: 5 });
      expect(first).toMatchObject({ order: 1, displayOrder: 1, imageStatus: 'pending', imageUrl: null });
      await save(visitor, first.id, { order: 40 });
      const second = await addScene(visitor, { projectId: project.id, title: 'Second' });
      expect(second).toMatchObject({ order: 41, displayOrder: 2 });
      expect(ranks(await scenesOf(visitor, project.id))).toEqual(['1 New Scene', '2 Second']);
    },
  },
  {
    title: 'a deleted scene leaves no gap in the positions, and is restored completely at its place [SCENE-30]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Noon', 'Dusk');
      const at = scenes[1]?.id;
      for (const id of ['two', 'one']) await addVideo(visitor, at ?? '', id);
      await addImage(visitor, at ?? '', picture('noon'));
      const words = { description: 'Heat.', imagePrompt: 'a square', videoPrompt: 'pan', duration: 8 };
      const noon = await save(visitor, at, words);
      expect(await remove(visitor, noon.id)).toEqual({ id: noon.id });
      expect(ranks(await scenesOf(visitor, project.id))).toEqual(['1 Dawn', '2 Dusk']);
      expect((await projectOf(visitor, project.id)).sceneCount).toBe(2);
      const { revision: _r, updatedAt: _u, ...kept } = noon;
      expect(kept).toMatchObject({ ...words, displayOrder: 2, imageUrl: picture('noon'), mainVideoId: 'one' });
      expect(await restore(visitor, noon)).toMatchObject(kept);
      expect(ranks(await scenesOf(visitor, project.id))).toEqual(['1 Dawn', '2 Noon', '3 Dusk']);
    },
  },
  {
    title: 'a restore of a scene uses the id alone',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      await remove(visitor, scene.id);
      expect((await restore(visitor, { ...scene, title: 'Another', imageUrl: picture('no') })).title).toBe('Dawn');
      expect(await visitor.refusal('POST /api/scenes/restore', { body: { id: NOBODYS_ID } })).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'dragged scenes are numbered by tens, and scenes missing in the list follow [SCENE-17]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Noon', 'Dusk');
      const [dawn, noon, dusk] = scenes.map(({ id }) => id);
      const answered = await drag(visitor, project.id, [dusk, dawn]);
      expect(answered.map(({ title, order }) => [title, order])).toEqual([
        ['Dusk', 10],
        ['Dawn', 20],
        ['Noon', 30],
      ]);
      expect(ranks(await scenesOf(visitor, project.id))).toEqual(['1 Dusk', '2 Dawn', '3 Noon']);
      const body = { projectId: project.id, sceneIds: [dawn, NOBODYS_ID] };
      expect(await visitor.refusal('POST /api/scenes/reorder', { body })).toEqual(NOT_FOUND);
      await remove(visitor, noon);
      expect(titles(await drag(visitor, project.id, [noon, dawn, dusk]))).toEqual(['Dawn', 'Dusk']);
    },
  },
  {
    title: 'a copy of a scene follows it with the same title, with finished media [SCENE-21, SCENE-28]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Dusk');
      const dawn = await addImage(visitor, scenes[0]?.id ?? '', picture('dawn'));
      await addVideo(visitor, dawn.id, 'clip-one');
      const copy = await visitor.get(sceneSchema, `POST /api/scenes/${dawn.id}/duplicate`);
      expect(copy).toMatchObject({ title: 'Dawn', displayOrder: 2, order: 20, imageUrl: picture('dawn') });
      expect(copy.id).not.toBe(dawn.id);
      expect(copy.videoUrl).toBe('https://example.com/clip-one.mp4');
      expect(copy.mainVideoId).not.toBe('clip-one');
      const list = await scenesOf(visitor, project.id);
      expect(list.map(({ title, order }) => [title, order])).toEqual([
        ['Dawn', 10],
        ['Dawn', 20],
        ['Dusk', 30],
      ]);
    },
  },
  {
    title: 'all scenes are deleted together, and restored once [SCENE-09]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor, 'Dawn', 'Dusk');
      expect(await removeAll(visitor, project.id)).toEqual({ deletedCount: 2 });
      expect(await scenesOf(visitor, project.id)).toEqual([]);
      expect((await projectOf(visitor, project.id)).sceneCount).toBe(0);
      await addScene(visitor, { projectId: project.id, title: 'Meanwhile' });
      expect(await restoreAll(visitor, project.id)).toEqual({ restoredCount: 3 });
      expect(titles(await scenesOf(visitor, project.id)).sort()).toEqual(['Dawn', 'Dusk', 'Meanwhile']);
      const body = { projectId: project.id };
      expect(await visitor.refusal('POST /api/scenes/restore-all', { body })).toEqual({
        status: 409,
        code: 'conflict',
      });
    },
  },
  {
    title: 'scenes of a story replace the existing ones, and an undo restores those [STORY-11, STORY-12]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor, 'By hand');
      const body = { projectId: project.id };
      await visitor.get(projectSchema, `PATCH /api/projects/${project.id}`, {
        body: { story: 'The keeper lit the lamp. A storm came up from the west. Nobody slept that night.' },
      });
      const made = await visitor.get(processStoryResponseSchema, 'POST /api/scenes/process-story', { body });
      const scenes = await scenesOf(visitor, project.id);
      expect(scenes).toHaveLength(made.sceneCount);
      expect(titles(scenes)).not.toContain('By hand');
      expect(scenes.map(({ order }) => order)).toEqual(scenes.map((_, at) => (at + 1) * 10));
      expect(await restoreAll(visitor, project.id)).toEqual({ restoredCount: 1 });
      expect(titles(await scenesOf(visitor, project.id))).toEqual(['By hand']);
    },
  },
  {
    title: 'the dot of Scenes is red, yellow or green by the number of described scenes [DOTS-04]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor);
      const dot = async () => tabColour('scenes', await projectOf(visitor, project.id));
      expect(await dot()).toBe('red');
      const first = await addScene(visitor, { projectId: project.id, description: ' \n' });
      const second = await addScene(visitor, { projectId: project.id, description: 'A lamp.' });
      expect((await projectOf(visitor, project.id)).sceneCounts).toMatchObject({ total: 2, described: 1 });
      expect(await dot()).toBe('yellow');
      await save(visitor, first.id, { description: 'A storm.' });
      expect(await dot()).toBe('green');
      await save(visitor, second.id, { description: '' });
      expect(await dot()).toBe('yellow');
      await remove(visitor, second.id);
      expect(await dot()).toBe('green');
      await remove(visitor, first.id);
      expect(await dot()).toBe('red');
    },
  },
  {
    title: 'the dots of Build and Board follow images and main videos of the scenes [DOTS-05]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Dusk');
      const [dawn = '', dusk = ''] = scenes.map(({ id }) => id);
      const read = async () => {
        const now = await projectOf(visitor, project.id);
        const { withImage, withMainVideo, withImageAndMainVideo, withAnyMedia } = now.sceneCounts;
        expect(tabColour('board', now)).toBe(tabColour('build', now));
        return [tabColour('build', now), withImage, withMainVideo, withImageAndMainVideo, withAnyMedia];
      };
      expect(await read()).toEqual(['red', 0, 0, 0, 0]);
      await addImage(visitor, dawn, picture('dawn'));
      expect(await read()).toEqual(['yellow', 1, 0, 0, 1]);
      await addVideo(visitor, dusk, 'dusk');
      expect(await read()).toEqual(['yellow', 1, 1, 0, 2]);
      await addVideo(visitor, dawn, 'dawn');
      await addImage(visitor, dusk, picture('dusk'));
      expect(await read()).toEqual(['green', 2, 2, 2, 2]);
      await visitor.get(sceneSchema, `DELETE /api/scenes/${dusk}/images/0`);
      expect(await read()).toEqual(['yellow', 1, 2, 1, 2]);
      await remove(visitor, dusk);
      expect(await read()).toEqual(['green', 1, 1, 1, 1]);
    },
  },
  {
    title: 'the thumbnail of a project is the main image of the first scene that has one [PROJ-14]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Noon', 'Dusk');
      const [dawn = '', noon = '', dusk = ''] = scenes.map(({ id }) => id);
      const thumbnail = async () => {
        const { thumbnail: shown } = await projectOf(visitor, project.id);
        return shown;
      };
      await addImage(visitor, dusk, picture('dusk'));
      expect(await thumbnail()).toBe(picture('dusk'));
      await addImage(visitor, noon, picture('noon'));
      await addImage(visitor, noon, picture('noon-two'));
      expect(await thumbnail()).toBe(picture('noon-two'));
      await drag(visitor, project.id, [dusk, noon, dawn]);
      expect(await thumbnail()).toBe(picture('dusk'));
      await remove(visitor, dusk);
      expect(await thumbnail()).toBe(picture('noon-two'));
      await visitor.get(sceneSchema, `PATCH /api/scenes/${noon}/main-image`, { body: { imageUrl: picture('noon') } });
      expect(await thumbnail()).toBe(picture('noon'));
      await remove(visitor, noon);
      expect(await thumbnail()).toBeNull();
    },
  },
  {
    title: 'invalid fields of a scene are refused and change nothing',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const refused = (body: object) => visitor.refusal(`PATCH /api/scenes/${scene.id}`, { body });
      expect(await refused({ title: 'x'.repeat(LIMITS.title + 1) })).toEqual(INVALID);
      expect(await refused({ duration: LIMITS.durationMax + 1 })).toEqual(INVALID);
      expect(await refused({ duration: LIMITS.durationMin - 1 })).toEqual(INVALID);
      expect(await refused({ imageStatuses: ['done'] })).toEqual(INVALID);
      expect(await refused({ imageUrls: [picture('invented')] })).toEqual(BAD_REQUEST);
      expect(await sceneOf(visitor, scene.id)).toEqual(scene);
    },
  },
  {
    title: 'every call about a deleted or another user’s scene is refused as not found',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const other = await side.newcomer();
      expect(await other.refusal(`GET /api/scenes/${scene.id}`)).toEqual(NOT_FOUND);
      await remove(visitor, scene.id);
      for (const id of [scene.id, NOBODYS_ID]) {
        expect(await visitor.refusal(`GET /api/scenes/${id}`)).toEqual(NOT_FOUND);
        expect(await visitor.refusal(`PATCH /api/scenes/${id}`, { body: { title: 'B' } })).toEqual(NOT_FOUND);
        expect(await visitor.refusal(`POST /api/scenes/${id}/duplicate`)).toEqual(NOT_FOUND);
        expect(await visitor.refusal(`DELETE /api/scenes/${id}`)).toEqual(NOT_FOUND);
        const body = { imageUrl: picture('one') };
        expect(await visitor.refusal(`POST /api/scenes/${id}/images`, { body })).toEqual(NOT_FOUND);
        const order = { sceneId: id, prompt: 'the sea' };
        expect(await visitor.refusal('POST /api/midjourney/generate-image', { body: order })).toEqual(NOT_FOUND);
      }
    },
  },
  {
    title: 'the scenes of a project are paged, in their order',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor, 'Dawn', 'Noon', 'Dusk');
      const page = await visitor.reply(`GET /api/scenes?projectId=${project.id}&limit=2`);
      const cursor = page.header(NEXT_CURSOR_HEADER) ?? '';
      expect(ranks(sceneSchema.array().parse(page.body))).toEqual(['1 Dawn', '2 Noon']);
      const last = await visitor.reply(
        `GET /api/scenes?projectId=${project.id}&limit=2&cursor=${encodeURIComponent(cursor)}`,
      );
      expect(ranks(sceneSchema.array().parse(last.body))).toEqual(['3 Dusk']);
      expect(last.header(NEXT_CURSOR_HEADER)).toBeNull();
    },
  },
  {
    title: 'two requests with one idempotency key create one scene, or one copy',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const ask = { body: { projectId: project.id, title: 'Once' }, key: 'one-scene-please' };
      const added = await visitor.get(sceneSchema, 'POST /api/scenes', ask);
      expect((await visitor.get(sceneSchema, 'POST /api/scenes', ask)).id).toBe(added.id);
      const path = `POST /api/scenes/${scene.id}/duplicate`;
      const copy = await visitor.get(sceneSchema, path, { key: 'one-copy-please' });
      expect((await visitor.get(sceneSchema, path, { key: 'one-copy-please' })).id).toBe(copy.id);
      expect(titles(await scenesOf(visitor, project.id))).toEqual(['Dawn', 'Dawn', 'Once']);
    },
  },
];
