import { type Film, filmSchema, generateFilmResponseSchema } from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { balanceOf, BAD_REQUEST, draw, IN_PROGRESS, newKey, NOBODYS_ID, NOT_FOUND, oneScene, projectOf } from './steps';

const filmsPath = (projectId: string): string => `/api/projects/${projectId}/films`;
const filmsOf = (visitor: Visitor, projectId: string): Promise<Film[]> =>
  visitor.get(filmSchema.array(), `GET ${filmsPath(projectId)}`);
const order = (quality: string) => ({ body: { quality }, key: newKey() });
const make = (visitor: Visitor, projectId: string, quality: string) =>
  visitor.get(generateFilmResponseSchema, `POST ${filmsPath(projectId)}`, order(quality));

/** Creates a project with a scene that has images. */
async function drawnProject(visitor: Visitor): Promise<string> {
  const { project, scene } = await oneScene(visitor);
  await draw(visitor, scene.id);
  await visitor.workDone();
  return project.id;
}

export const FILM_CASES: ContractCase[] = [
  {
    title:
      'a first draft becomes the final video and a version that can be deleted and restored; the next is a version only',
    async run(side) {
      const visitor = await side.newcomer();
      const projectId = await drawnProject(visitor);
      const before = await balanceOf(visitor);
      const { filmId, costInfo } = await make(visitor, projectId, 'draft');
      expect(costInfo).toEqual({ creditsUsed: 0.1 });
      await visitor.workDone();
      const [film] = await filmsOf(visitor, projectId);
      expect(film).toMatchObject({ id: filmId, status: 'succeeded', quality: 'draft', scenes: 1, progress: 1 });
      expect(film?.files).not.toBeNull();
      const finalVideo = async () => (await projectOf(visitor, projectId)).completedVideoUrl;
      expect(await finalVideo()).toBe(film?.files?.url);
      expect((await balanceOf(visitor)).toFixed(1)).toBe((before - 0.1).toFixed(1));
      await visitor.get(filmSchema, `DELETE ${filmsPath(projectId)}/${filmId}`);
      expect(await filmsOf(visitor, projectId)).toEqual([]);
      await visitor.get(filmSchema, `POST ${filmsPath(projectId)}/${filmId}/restore`);
      await make(visitor, projectId, 'draft');
      await visitor.workDone();
      const all = await filmsOf(visitor, projectId);
      expect(all.map(({ files }) => files !== null)).toEqual([true, true]);
      expect(await finalVideo()).toBe(film?.files?.url);
    },
  },
  {
    title: 'one film is made at a time, and canceled without a charge',
    async run(side) {
      const visitor = await side.newcomer();
      const projectId = await drawnProject(visitor);
      const before = await balanceOf(visitor);
      await side.onHold(async () => {
        const { filmId } = await make(visitor, projectId, '1080p');
        expect(await visitor.refusal(`POST ${filmsPath(projectId)}`, order('draft'))).toEqual(IN_PROGRESS);
        const cancelled = await visitor.get(filmSchema, `POST ${filmsPath(projectId)}/${filmId}/cancel`);
        expect(cancelled).toMatchObject({ status: 'failed', error: 'You cancelled it.', files: null });
      });
      await visitor.workDone();
      expect(await balanceOf(visitor)).toBe(before);
    },
  },
  {
    title: 'a film needs a scene with an image and an existing project',
    async run(side) {
      const visitor = await side.newcomer();
      const { project } = await oneScene(visitor);
      expect(await visitor.refusal(`POST ${filmsPath(project.id)}`, order('draft'))).toEqual(BAD_REQUEST);
      expect(await visitor.refusal(`POST ${filmsPath(NOBODYS_ID)}`, order('draft'))).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`GET ${filmsPath(NOBODYS_ID)}`)).toEqual(NOT_FOUND);
    },
  },
];
