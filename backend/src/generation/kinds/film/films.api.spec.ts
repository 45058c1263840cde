import {
  type Charge,
  NEW_FILM_SETTINGS,
  type Project,
  type RunDetail,
  type Spending,
  type UsageEvent,
} from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import {
  askForFilm,
  endedFilm,
  FILM_WITHIN_MS,
  filmsOf,
  filmsPath as films,
  halfClip,
  projectOf as projectOfColours,
} from '../../../testing/film-stage';
import { labelIn } from '../../../testing/label-in';
import { MediaStore } from '../../../infra/storage';
import { withJobsOnHold } from '../../../testing/jobs-on-hold';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
});

const projectOf = (colours: string[]) => projectOfColours(user, colours);
const ask = (projectId: string, quality: string) => askForFilm(user, projectId, quality);
const list = (projectId: string) => filmsOf(user, projectId);
const ended = (projectId: string) => endedFilm(user, projectId);
const bytesAt = async (url = ''): Promise<Buffer> =>
  (await user.agent.get(url).responseType('blob').expect(200)).body as Buffer;
const balance = async () => ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;
const project = async (id: string) => (await user.agent.get(`/api/projects/${id}`).expect(200)).body as Project;
const typesOf = async (streamId: string) => (await app.events(streamId)).map(({ type }) => type);

describe('a film of a project', () => {
  it(
    'is made from its scenes, charged once, and becomes the final video',
    async () => {
      const projectId = await projectOf(['red', 'green']);
      const film = { ...NEW_FILM_SETTINGS, endCard: 'The End' };
      await user.agent.patch(`/api/projects/${projectId}`).send({ film }).expect(200);
      const filmId = await ask(projectId, '720p');
      const made = await ended(projectId);
      expect(made).toMatchObject({
        id: filmId,
        status: 'succeeded',
        scenes: 2,
        quality: '720p',
        progress: 1,
        error: null,
      });
      expect(made.files?.seconds).toBeCloseTo(made.seconds, 1);
      const advances = (await app.events(`project-${projectId}`)).filter(({ type }) => type === 'FilmAdvanced');
      const steps = advances.map(({ data }) => (data as { step: string }).step);
      expect(steps).toContainEqual(expect.stringMatching(/^Rendering scene [12] of 2$/));
      const shares = advances.map(({ data }) => (data as { progress: number }).progress);
      expect(shares.filter((share) => share > 0.1 && share < 0.9)).not.toEqual([]);

      const file = await user.agent.get(made.files?.url ?? '').expect(200);
      expect([file.headers['content-type'], (file.body as Buffer).subarray(4, 8).toString()]).toEqual([
        'video/mp4',
        'ftyp',
      ]);
      expect((file.body as Buffer).length).toBe(made.files?.bytes);
      // No model made any part of the film.
      expect(labelIn(file.body as Buffer)).toBeNull();
      await user.agent
        .get(made.files?.posterUrl ?? '')
        .expect(200)
        .expect('content-type', 'image/jpeg');
      await (await app.newUser()).agent.get(made.files?.url ?? '').expect(404);
      expect(await project(projectId)).toMatchObject({
        completedVideoUrl: made.files?.url,
        completedVideoFilename: 'The Lamp.mp4',
        completedVideoStatus: 'complete',
      });
      const zip = await bytesAt(`/api/projects/${projectId}/download-all`);
      for (const name of ['final_video.mp4', 'final_video.srt', 'final_video.vtt'])
        expect(zip.includes(name)).toBe(true);
      // The archive stores media uncompressed.
      for (const url of [made.files?.url, made.files?.srtUrl]) expect(zip.includes(await bytesAt(url))).toBe(true);

      await app.idle();
      expect(await balance()).toBe(99);
      const costs = await user.agent.get(`/api/projects/${projectId}/costs`).expect(200);
      expect(costs.body).toMatchObject({ breakdown: { film: { make_film: { count: 1, totalZaps: 1 } } } });
    },
    FILM_WITHIN_MS,
  );

  it(
    'becomes the final video as a first draft too, and can be deleted and restored',
    async () => {
      const projectId = await projectOf(['blue']);
      const filmId = await ask(projectId, 'draft');
      const { files } = await ended(projectId);
      expect(await project(projectId)).toMatchObject({ completedVideoUrl: files?.url });
      await user.agent.delete(`${films(projectId)}/${filmId}`).expect(200);
      expect(await list(projectId)).toEqual([]);
      await user.agent.post(`${films(projectId)}/${filmId}/restore`).expect(200);
      expect(await list(projectId)).toMatchObject([{ id: filmId, status: 'succeeded' }]);
      await app.idle();
      expect(await balance()).toBe(99.9);
    },
    FILM_WITHIN_MS,
  );

  it(
    'is listed with its outcome in its run, its charge and the spending',
    async () => {
      const projectId = await projectOf(['blue']);
      const filmId = await ask(projectId, '720p');
      const made = await ended(projectId);
      await app.idle();
      const [used] = (await user.agent.get('/api/usage-events').expect(200)).body as UsageEvent[];
      const told = async () => {
        await app.idle();
        const { body: run } = await user.agent.get(`/api/runs/${filmId}`).expect(200);
        const { body: charge } = await user.agent.get(`/api/credits/charges/${used?.holdId}`).expect(200);
        const { body: spending } = await user.agent.get('/api/credits/spending?by=model').expect(200);
        const [row] = (spending as Spending).rows;
        return {
          run: (run as RunDetail).assets,
          charge: (charge as Charge).assets.map(({ id, kind, place }) => ({ id, kind, place })),
          arithmetic: (charge as Charge).quote.arithmetic,
          spending: [row?.label, row?.zaps, row?.made, row?.kept],
        };
      };
      const film = (place: string) => ({ id: filmId, kind: 'film', place });
      const arithmetic = ['1 s of film (720p), at 1 zap per 30 s, rounded up = 1 zap'];
      expect(await told()).toEqual({
        run: [{ ...film('main'), url: made.files?.url }],
        charge: [film('main')],
        arithmetic,
        spending: ['720p', 1, 1, 1],
      });
      await user.agent.delete(`${films(projectId)}/${filmId}`).expect(200);
      expect(await told()).toMatchObject({
        run: [film('removed')],
        charge: [film('removed')],
        spending: ['720p', 1, 1, 0],
      });
      await user.agent.post(`${films(projectId)}/${filmId}/restore`).expect(200);
      await user.agent.patch(`/api/projects/${projectId}`).send({ completedVideoUrl: null }).expect(200);
      expect(await told()).toMatchObject({
        run: [film('in_scene')],
        charge: [film('in_scene')],
        spending: ['720p', 1, 1, 1],
      });
      await user.agent.delete(`/api/projects/${projectId}`).expect(200);
      expect(await told()).toMatchObject({ run: [film('removed')], charge: [film('removed')] });
      const kept = await user.agent.post(`/api/runs/${filmId}/keep`).send({});
      expect(kept.body).toMatchObject({ code: 'bad_request' });
    },
    FILM_WITHIN_MS,
  );

  it('releases its zaps when it is cancelled', async () => {
    const projectId = await projectOf(['blue']);
    await withJobsOnHold(app.runtime.pool, async () => {
      const filmId = await ask(projectId, '1080p');
      expect(await balance()).toBe(98);
      const { body } = await user.agent.post(`${films(projectId)}/${filmId}/cancel`).expect(200);
      expect(body).toMatchObject({ status: 'failed', error: 'You cancelled it.' });
    });
    await app.idle();
    expect(await balance()).toBe(100);
    expect(await typesOf(`project-${projectId}`)).not.toContain('FilmJobStarted');
  });

  it(
    'names the scene that cannot be shown',
    async () => {
      const projectId = await projectOf(['blue']);
      const url = await halfClip(app.get<MediaStore>(MediaStore), user.id);
      const scene = await user.agent.post('/api/scenes').send({ projectId, title: 'Fog' }).expect(201);
      const clip = { url, filename: 'fog.mp4', mimeType: 'video/mp4', size: 9, duration: 3 };
      await user.agent
        .post(`/api/scenes/${(scene.body as { id: string }).id}/videos`)
        .send(clip)
        .expect(200);
      await ask(projectId, 'draft');
      const failed = await ended(projectId);
      expect(failed.status).toBe('failed');
      expect(failed.error).toMatch(/clip of scene 2/i);
    },
    FILM_WITHIN_MS,
  );

  it('requires an image or clip for every scene', async () => {
    const projectId = await projectOf(['blue']);
    await user.agent.post('/api/scenes').send({ projectId, title: 'Fog' }).expect(201);
    const { body } = await user.agent.post(films(projectId)).send({ quality: 'draft' }).expect(400);
    expect(body).toMatchObject({ message: expect.stringContaining('“Fog”') as string });
    expect(await balance()).toBe(100);
    await user.agent.post(films(projectId)).send({ quality: '8k' }).expect(400);
  });
});
