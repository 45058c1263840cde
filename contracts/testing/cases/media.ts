import { cleanupDeadImagesResponseSchema, LIMITS, type Scene, sceneSchema } from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { addImage, addVideo, BAD_REQUEST, clip, LIMIT_REACHED, NOT_FOUND, oneScene, picture, sceneOf } from './steps';

const names = (scene: Scene): string[] => scene.imageUrls.map((url) => url.split('/').at(-1) ?? '');
const dropImage = (visitor: Visitor, id: string, index: number, key?: string): Promise<Scene> =>
  visitor.get(sceneSchema, `DELETE /api/scenes/${id}/images/${index}`, { key });
const dropVideo = (visitor: Visitor, id: string, videoId: string): Promise<Scene> =>
  visitor.get(sceneSchema, `DELETE /api/scenes/${id}/videos/${videoId}`);

export const MEDIA_CASES: ContractCase[] = [
  {
    title: 'a new image becomes the main one, and the status of a scene follows its images [SLOT-26]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const one = await addImage(visitor, scene.id, picture('one'));
      expect(one).toMatchObject({ imageUrl: picture('one'), imageStatuses: ['complete'], imageStatus: 'complete' });
      expect(one.imageJobIds).toEqual([null]);
      const two = await addImage(visitor, scene.id, picture('two'));
      expect([names(two), two.imageUrl]).toEqual([['one.png', 'two.png'], picture('two')]);
      expect(new Set(two.imageIds).size).toBe(2);
      await dropImage(visitor, scene.id, 0);
      expect((await dropImage(visitor, scene.id, 0)).imageStatus).toBe('idle');
      expect(await sceneOf(visitor, scene.id)).toMatchObject({ imageUrl: null, imageUrls: [], imageIds: [] });
    },
  },
  {
    title: 'a deleted main image is replaced by the next one, else the last; another deletion leaves it [SLOT-25]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      for (const name of ['a', 'b', 'c', 'd', 'e']) await addImage(visitor, scene.id, picture(name));
      await visitor.get(sceneSchema, `PATCH /api/scenes/${scene.id}/main-image`, { body: { imageUrl: picture('c') } });
      expect((await dropImage(visitor, scene.id, 0)).imageUrl).toBe(picture('c'));
      expect((await dropImage(visitor, scene.id, 1)).imageUrl).toBe(picture('d'));
      await visitor.get(sceneSchema, `PATCH /api/scenes/${scene.id}/main-image`, { body: { imageUrl: picture('e') } });
      expect((await dropImage(visitor, scene.id, 2)).imageUrl).toBe(picture('d'));
      expect(await visitor.refusal(`DELETE /api/scenes/${scene.id}/images/2`)).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'an image restored by an undo is at its old place, and the main one only if it was [SLOT-31]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      for (const name of ['a', 'b', 'c']) await addImage(visitor, scene.id, picture(name));
      await dropImage(visitor, scene.id, 0);
      const other = await addImage(visitor, scene.id, picture('a'), 0);
      expect([names(other), other.imageUrl]).toEqual([['a.png', 'b.png', 'c.png'], picture('c')]);
      await dropImage(visitor, scene.id, 2);
      const main = await addImage(visitor, scene.id, picture('c'), 2);
      expect([names(main), main.imageUrl]).toEqual([['a.png', 'b.png', 'c.png'], picture('c')]);
    },
  },
  {
    title: 'only an image of the scene can be its main one',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const path = `PATCH /api/scenes/${scene.id}/main-image`;
      expect(await visitor.refusal(path, { body: { imageUrl: picture('none') } })).toEqual(BAD_REQUEST);
    },
  },
  {
    title: 'a shot of a scene is pinned until that is undone, which is possible for the newest change only',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('a'));
      const at = (share: number) => ({ share, word: null, said: '' });
      const pin = { from: at(0), to: at(0.5), picture: { kind: 'image', url: picture('a') } };
      const path = `POST /api/scenes/${scene.id}/shots`;
      const change = (action: string) => visitor.get(sceneSchema, path, { body: { change: { action, pin } } });
      const pinned = await change('pin');
      expect(pinned.shotPins).toEqual([pin]);
      expect((await change('swap')).shotPins).toEqual([pin]);
      const freed = await visitor.get(sceneSchema, path, { body: { change: { action: 'unpin', from: at(0) } } });
      expect(freed.shotPins).toEqual([]);
      const undo = { body: { revision: freed.revision } };
      expect((await visitor.get(sceneSchema, `${path}/restore`, undo)).shotPins).toEqual([pin]);
      expect(await visitor.refusal(`${path}/restore`, { body: { revision: pinned.revision } })).toEqual({
        status: 409,
        code: 'conflict',
      });
    },
  },
  {
    title: 'a scene has at most twelve images and twelve videos [SLOT-20]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      for (let n = 0; n < LIMITS.assetsPerScene; n += 1) {
        await addImage(visitor, scene.id, picture(`p${n}`));
        await addVideo(visitor, scene.id, `v${n}`);
      }
      const image = { imageUrl: picture('more') };
      expect(await visitor.refusal(`POST /api/scenes/${scene.id}/images`, { body: image })).toEqual(LIMIT_REACHED);
      expect(await visitor.refusal(`POST /api/scenes/${scene.id}/videos`, { body: clip('more') })).toEqual(
        LIMIT_REACHED,
      );
    },
  },
  {
    title: 'a scene contains its videos, the main one, and the lists of addresses and statuses [SCENE-12]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      expect(scene).toMatchObject({ videos: [], mainVideoId: null, videoUrl: null, videoUrls: [], videoStatuses: [] });
      await addVideo(visitor, scene.id, 'one');
      const { url: first } = clip('one');
      const { url: second } = clip('two');
      expect(await addVideo(visitor, scene.id, 'two')).toMatchObject({
        mainVideoId: 'two',
        videoUrl: second,
        videoUrls: [first, second],
        videoStatuses: ['complete', 'complete'],
      });
      const chosen = await visitor.get(sceneSchema, `PATCH /api/scenes/${scene.id}/main-video`, {
        body: { videoId: 'one' },
      });
      expect(chosen).toMatchObject({ mainVideoId: 'one', videoUrl: first, videoUrls: [first, second] });
      expect((await sceneOf(visitor, scene.id)).videos).toEqual([
        { ...clip('one'), duration: null, thumbnail: null, status: 'complete' },
        { ...clip('two'), duration: null, thumbnail: null, status: 'complete' },
      ]);
    },
  },
  {
    title: 'a deleted main video is replaced by the first one, and an undo restores it as the main one [SLOT-39]',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      for (const id of ['a', 'b']) await addVideo(visitor, scene.id, id);
      const video = { ...clip('c'), duration: 4.5, thumbnail: picture('c') };
      const add = (insertAt?: number): Promise<Scene> =>
        visitor.get(sceneSchema, `POST /api/scenes/${scene.id}/videos`, { body: { ...video, insertAt } });
      await add();
      expect(await dropVideo(visitor, scene.id, 'c')).toMatchObject({ mainVideoId: 'a', videoUrl: clip('a').url });
      const back = await add(1);
      expect([back.videos.map(({ id }) => id), back.mainVideoId]).toEqual([['a', 'c', 'b'], 'c']);
      expect(back.videos[1]).toEqual({ ...video, status: 'complete' });
      await dropVideo(visitor, scene.id, 'b');
      expect((await addVideo(visitor, scene.id, 'b', 0)).mainVideoId).toBe('c');
    },
  },
  {
    title: 'a duplicate, missing or unfinished video is refused',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      await addVideo(visitor, scene.id, 'one');
      const path = `/api/scenes/${scene.id}`;
      const conflict = { status: 409, code: 'conflict' };
      expect(await visitor.refusal(`POST ${path}/videos`, { body: clip('one') })).toEqual(conflict);
      expect(await visitor.refusal(`POST ${path}/videos`, { body: clip('processing-1') })).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(`DELETE ${path}/videos/two`)).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`PATCH ${path}/main-video`, { body: { videoId: 'two' } })).toEqual(BAD_REQUEST);
    },
  },
  {
    title: 'a clean-up of a scene without failures removes nothing',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      await addImage(visitor, scene.id, picture('one'));
      const path = `POST /api/scenes/${scene.id}/cleanup-dead-images`;
      const cleaned = await visitor.get(cleanupDeadImagesResponseSchema, path);
      expect(cleaned).toEqual({ removedCount: 0, remainingCount: 1 });
    },
  },
  {
    title: 'two requests with one idempotency key add or delete one image',
    async run(side) {
      const visitor = await side.newcomer();
      const { scene } = await oneScene(visitor);
      const path = `POST /api/scenes/${scene.id}/images`;
      const ask = { body: { imageUrl: picture('one') }, key: 'one-image-please' };
      await visitor.get(sceneSchema, path, ask);
      await visitor.get(sceneSchema, path, ask);
      await addImage(visitor, scene.id, picture('two'));
      expect(names(await sceneOf(visitor, scene.id))).toEqual(['one.png', 'two.png']);
      await dropImage(visitor, scene.id, 0, 'delete-it-once');
      expect(names(await dropImage(visitor, scene.id, 0, 'delete-it-once'))).toEqual(['two.png']);
    },
  },
];
