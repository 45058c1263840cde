import { createCanvas } from '@napi-rs/canvas';
import type { DeletedThing, HistoryEntry, Project, Scene, SceneVersion } from '@storyreel/contracts';
import { finishedBefore, FinishedRowsSweep } from '../../../eventsourcing/views/finished-rows';
import { rebuildView } from '../../../eventsourcing/views/rebuild-view';
import { ALL_VIEWS, tableName, VIEWS_SCHEMA } from '../../../eventsourcing/views/view';
import type { AnyView } from '../../../eventsourcing/views/view';
import { StoredObjects } from '../../../infra/storage';
import { startTestApp } from '../../../testing/app-harness';
import type { TestApp, TestUser } from '../../../testing/app-harness';
import { askForFilm, endedFilm, FILM_WITHIN_MS, uploadFile } from '../../../testing/film-stage';
import { DroppedImages } from './dropped-images';

const DAY = 24 * 60 * 60 * 1_000;
let now = new Date('2026-03-01T12:00:00.000Z');
const days = (count: number) => {
  now = new Date(now.getTime() + count * DAY);
};

const png = (colour: string): Buffer => {
  const canvas = createCanvas(90, 160);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 90, 160);
  return canvas.toBuffer('image/png');
};

describe('retention', () => {
  let app: TestApp;
  let user: TestUser;
  let project: Project;
  let scene: Scene;

  const post = async <T>(path: string, body: object, status = 201): Promise<T> =>
    (await user.agent.post(path).send(body).expect(status)).body as T;
  const get = async <T>(path: string): Promise<T> => (await user.agent.get(path).expect(200)).body as T;
  const addImage = async (colour: string): Promise<string> => {
    const url = await uploadFile(user, png(colour), 'image/png', 'image');
    await post(`/api/scenes/${scene.id}/images`, { imageUrl: url }, 200);
    return url;
  };
  const drop = async (url: string) => {
    const { imageUrls } = await get<Scene>(`/api/scenes/${scene.id}`);
    await user.agent.delete(`/api/scenes/${scene.id}/images/${imageUrls.indexOf(url)}`).expect(200);
  };
  const tray = async () => {
    const versions = await get<SceneVersion[]>(`/api/projects/${project.id}/scenes/${scene.id}/versions`);
    return Object.fromEntries(versions.flatMap(({ dropped }) => dropped.map(({ url, isKept }) => [url, isKept])));
  };
  const history = () => get<HistoryEntry[]>(`/api/projects/${project.id}/history`);
  const viewOf = (name: string): AnyView => {
    const view = app.get<AnyView[]>(ALL_VIEWS).find((one) => one.name === name);
    if (!view) throw new Error(name);
    return view;
  };
  const sweep = () => app.get(DroppedImages).sweep();
  const isServed = async (url: string) => (await user.agent.get(url)).status === 200;

  beforeAll(async () => {
    app = await startTestApp({ clock: { now: () => now }, config: { droppedImagesDays: 30, finishedJobsDays: 30 } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.newUser();
    project = await post<Project>('/api/projects', { title: 'The Keeper' });
    scene = await post<Scene>('/api/scenes', { projectId: project.id, title: 'Harbour', duration: 1 });
  });

  it('deletes dropped images after its days, gives their room back, and the tray and History say so', async () => {
    const [loose, main] = [await addImage('red'), await addImage('blue')];
    await drop(loose);
    days(29);
    expect(await sweep()).toBe(0);
    const before = await app.get(StoredObjects).uploadedBytes(user.id);
    days(2);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await app.get(StoredObjects).uploadedBytes(user.id)).toBe(before - png('red').length);
    expect([await isServed(loose), await isServed(main)]).toEqual([false, true]);
    expect(await tray()).toEqual({ [loose]: false });
    const step = (await history()).find(({ what }) => what === 'An image of “Harbour” deleted');
    expect(step).toMatchObject({ way: 'none', reason: 'An image that it would bring back is no longer kept.' });
    const chosen = { step: { first: step?.first, revision: step?.revision } };
    expect(await post(`/api/projects/${project.id}/undo`, chosen, 409)).toMatchObject({
      message: 'An image that it would bring back is no longer kept.',
    });
    expect(await post(`/api/scenes/${scene.id}/images`, { imageUrl: loose }, 409)).toMatchObject({
      message: 'This image is no longer kept.',
    });
    const deleted = await get<DeletedThing[]>(`/api/projects/${project.id}/deleted`);
    expect(JSON.stringify(deleted)).not.toContain(loose);
    // Restoring a version from before the deletion leaves the deleted image out.
    const both = (await history()).find(({ what }) => what === 'An image added to “Harbour”');
    await post(`/api/projects/${project.id}/restore-version`, { revision: both?.revision }, 200);
    expect((await get<Scene>(`/api/scenes/${scene.id}`)).imageUrls).toEqual([main]);
  });

  it(
    'keeps what an alternative, a deleted scene, a post, a film or another scene still uses, and what came back',
    async () => {
      const colours = ['inFilm', 'inAlternative', 'inCopy', 'inPost', 'back', 'dropped'] as const;
      const urls: Record<string, string> = {};
      for (const [index, name] of colours.entries()) {
        urls[name] = await addImage(`hsl(${index * 50} 90% 50%)`);
        if (name !== 'inFilm') continue;
        await askForFilm(user, project.id, 'draft');
        await endedFilm(user, project.id);
      }
      const { inAlternative = '', inCopy = '', inPost = '', inFilm = '', back = '', dropped = '' } = urls;
      await drop(dropped);
      await drop(back);
      await post(`/api/projects/${project.id}/alternatives`, { title: 'Darker' });
      const copy = await post<Scene>(`/api/scenes/${scene.id}/duplicate`, {});
      await user.agent.delete(`/api/scenes/${copy.id}`).expect(200);
      const account = { platform: 'instagram', accountId: 'a', accountName: 'A', accessToken: 't', isActive: true };
      const { id: socialAccountId } = await post<{ id: string }>('/api/social/accounts', account);
      const words = { title: 'Gull', content: 'A keeper.', platform: 'instagram', socialAccountId };
      await post('/api/social/posts', { ...words, mediaUrls: [inPost] });
      for (const url of [inAlternative, inCopy, inPost, inFilm]) await drop(url);
      days(31);
      await post(`/api/scenes/${scene.id}/images`, { imageUrl: back }, 200);
      await app.idle();
      await sweep();
      const kept = await Promise.all(colours.map(async (name) => [name, await isServed(urls[name] ?? '')] as const));
      expect(Object.fromEntries(kept)).toEqual({
        inAlternative: true,
        inCopy: true,
        inPost: true,
        inFilm: true,
        back: true,
        dropped: false,
      });
    },
    FILM_WITHIN_MS,
  );

  it('deletes generated images, and rows of finished jobs, but no event and no charge', async () => {
    const order = { sceneId: scene.id, projectId: project.id, prompt: 'a lamp', idempotencyKey: 'the-key-of-the-lamp' };
    const { jobId } = await post<{ jobId: string }>('/api/midjourney/generate-image', order, 200);
    await app.idle();
    const { imageUrls } = await get<Scene>(`/api/scenes/${scene.id}`);
    for (const url of imageUrls.slice(1)) await drop(url);
    const charges = await get('/api/credits/transactions');
    const run = async () => {
      const table = `${VIEWS_SCHEMA}.${tableName(viewOf('run'))}`;
      return (await app.runtime.pool.query(`select * from ${table} where id::text = $1`, [jobId])).rows as unknown[];
    };
    const runs = await run();
    expect(runs).toHaveLength(1);
    const events = (await app.events()).length;
    days(31);
    await app.idle();
    expect(await sweep()).toBe(imageUrls.length - 1);
    expect(await app.get(FinishedRowsSweep).sweep()).toBeGreaterThanOrEqual(1);
    await user.agent.get(`/api/midjourney/job/${jobId}`).expect(404);
    expect(await get('/api/credits/transactions')).toEqual(charges);
    expect(await run()).toEqual(runs);
    expect((await app.events()).length).toBe(events);
    const place = { ...app.runtime, finishedBefore: () => finishedBefore(30, now) };
    expect(await rebuildView(place, viewOf('image_job'), { switchOver: true })).toMatchObject({
      different: 0,
      switched: true,
    });
    await user.agent.get(`/api/midjourney/job/${jobId}`).expect(404);
  });
});
