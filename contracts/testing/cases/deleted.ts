import {
  deletedProjectSchema,
  type DeletedThing,
  deletedThingSchema,
  projectSchema,
  sceneSchema,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import {
  addImage,
  addVideo,
  clip,
  NOBODYS_ID,
  NOT_FOUND,
  oneScene,
  picture,
  sceneOf,
  scenesOf,
  story,
  titles,
} from './steps';

const deletedIn = (visitor: Visitor, projectId: string): Promise<DeletedThing[]> =>
  visitor.get(deletedThingSchema.array(), `GET /api/projects/${projectId}/deleted`);
const kinds = (things: DeletedThing[]): string[] => things.map(({ kind, title }) => `${kind} ${title}`);

export const DELETED_CASES: ContractCase[] = [
  {
    title: 'deleted scenes are listed, newest first, and leave the list when they are restored',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scenes } = await story(visitor, 'Dawn', 'Noon', 'Dusk');
      const [dawn, noon] = scenes;
      expect(await deletedIn(visitor, project.id)).toEqual([]);
      await addImage(visitor, noon?.id ?? '', picture('noon'));
      await visitor.reply(`DELETE /api/scenes/${noon?.id}`);
      await visitor.reply(`DELETE /api/scenes/${dawn?.id}`);
      const listed = await deletedIn(visitor, project.id);
      expect(listed).toMatchObject([
        { kind: 'scene', id: dawn?.id, sceneId: dawn?.id, title: 'Dawn', imageUrl: null },
        { kind: 'scene', id: noon?.id, sceneId: noon?.id, title: 'Noon', imageUrl: picture('noon') },
      ]);
      await visitor.get(sceneSchema, 'POST /api/scenes/restore', { body: { id: noon?.id } });
      expect(kinds(await deletedIn(visitor, project.id))).toEqual(['scene Dawn']);
      expect(titles(await scenesOf(visitor, project.id))).toEqual(['Noon', 'Dusk']);
    },
  },
  {
    title: 'scenes deleted or replaced together are listed separately, and none after the undo',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await story(visitor, 'Dawn', 'Noon');
      await visitor.reply(`DELETE /api/scenes/all/${project.id}`);
      expect(kinds(await deletedIn(visitor, project.id)).sort()).toEqual(['scene Dawn', 'scene Noon']);
      await visitor.reply('POST /api/scenes/restore-all', { body: { projectId: project.id } });
      expect(await deletedIn(visitor, project.id)).toEqual([]);
    },
  },
  {
    title: 'deleted images and clips are listed with their place, and restored once by repeated requests',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const path = `/api/scenes/${scene.id}`;
      for (const name of ['a', 'b', 'c']) await addImage(visitor, scene.id, picture(name));
      for (const id of ['one', 'two']) await addVideo(visitor, scene.id, id);
      await visitor.reply(`DELETE ${path}/images/1`);
      await visitor.reply(`DELETE ${path}/videos/one`);
      const [video, image] = await deletedIn(visitor, project.id);
      expect(image).toMatchObject({
        kind: 'image',
        sceneId: scene.id,
        title: 'Dawn',
        index: 1,
        imageUrl: picture('b'),
      });
      expect(video).toMatchObject({ kind: 'video', sceneId: scene.id, index: 0, id: 'one', video: clip('one') });

      const again = { body: { imageUrl: picture('b'), insertAt: 1 }, key: `restore-${image?.id}` };
      await visitor.get(sceneSchema, `POST ${path}/images`, again);
      await visitor.get(sceneSchema, `POST ${path}/images`, again);
      await addVideo(visitor, scene.id, 'one', 0);
      const { imageUrls, videos } = await sceneOf(visitor, scene.id);
      expect(imageUrls).toEqual(['a', 'b', 'c'].map(picture));
      expect(videos.map(({ id }) => id)).toEqual(['one', 'two']);
      expect(await deletedIn(visitor, project.id)).toEqual([]);
    },
  },
  {
    title: 'media removed from a scene are listed as long as the scene exists',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('a'));
      await visitor.reply(`DELETE /api/scenes/${scene.id}/images/0`);
      expect(kinds(await deletedIn(visitor, project.id))).toEqual(['image Dawn']);
      await visitor.reply(`DELETE /api/scenes/${scene.id}`);
      expect(kinds(await deletedIn(visitor, project.id))).toEqual(['scene Dawn']);
      await visitor.get(sceneSchema, 'POST /api/scenes/restore', { body: { id: scene.id } });
      expect(kinds(await deletedIn(visitor, project.id))).toEqual(['image Dawn']);
    },
  },
  {
    title: 'deleted projects are listed with their scenes, and leave the list when they are restored',
    async run(side) {
      const visitor = await side.newcomer();
      const list = () => visitor.get(deletedProjectSchema.array(), 'GET /api/projects/deleted');
      const { project, scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('a'));
      expect(await list()).toEqual([]);
      await visitor.reply(`DELETE /api/projects/${project.id}`);
      const { id, title } = project;
      expect(await list()).toMatchObject([{ id, title, sceneCount: 1, thumbnail: picture('a') }]);
      expect(await visitor.refusal(`GET /api/projects/${id}/deleted`)).toEqual(NOT_FOUND);
      await visitor.get(projectSchema, 'POST /api/projects/restore', { body: { id } });
      expect(await list()).toEqual([]);
    },
  },
  {
    title: 'the deleted items of a missing project are not found',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await visitor.refusal(`GET /api/projects/${NOBODYS_ID}/deleted`)).toEqual(NOT_FOUND);
    },
  },
];
