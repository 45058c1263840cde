import {
  type CreateProjectRequest,
  type CreateSceneRequest,
  type Project,
  projectSchema,
  type Scene,
  sceneSchema,
} from '@storyreel/contracts';
import type { Visitor } from '../visitor';

/** Well-formed, and nobody's. */
export const NOBODYS_ID = '00000000-0000-4000-8000-00000000dead';
export const NOT_FOUND = { status: 404, code: 'not_found' };
export const INVALID = { status: 400, code: 'validation_failed' };
export const BAD_REQUEST = { status: 400, code: 'bad_request' };
export const LIMIT_REACHED = { status: 400, code: 'limit_reached' };

export const titles = (list: readonly { title: string }[]): string[] => list.map(({ title }) => title);
export const picture = (name: string): string => `https://example.com/${name}.png`;
export const clip = (id: string) => ({
  id,
  url: `https://example.com/${id}.mp4`,
  filename: `${id}.mp4`,
  mimeType: 'video/mp4',
  size: 7,
});

export const projectsOf = (visitor: Visitor): Promise<Project[]> =>
  visitor.get(projectSchema.array(), 'GET /api/projects');
export const projectOf = (visitor: Visitor, id: string): Promise<Project> =>
  visitor.get(projectSchema, `GET /api/projects/${id}`);
export const scenesOf = (visitor: Visitor, projectId: string): Promise<Scene[]> =>
  visitor.get(sceneSchema.array(), `GET /api/scenes?projectId=${projectId}`);
export const sceneOf = (visitor: Visitor, id: string): Promise<Scene> =>
  visitor.get(sceneSchema, `GET /api/scenes/${id}`);

export const addProject = (visitor: Visitor, body: CreateProjectRequest = {}): Promise<Project> =>
  visitor.get(projectSchema, 'POST /api/projects', { body });
export const addScene = (visitor: Visitor, body: CreateSceneRequest): Promise<Scene> =>
  visitor.get(sceneSchema, 'POST /api/scenes', { body });
export const addImage = (visitor: Visitor, sceneId: string, imageUrl: string, insertAt?: number): Promise<Scene> =>
  visitor.get(sceneSchema, `POST /api/scenes/${sceneId}/images`, { body: { imageUrl, insertAt } });
export const addVideo = (visitor: Visitor, sceneId: string, id: string, insertAt?: number): Promise<Scene> =>
  visitor.get(sceneSchema, `POST /api/scenes/${sceneId}/videos`, { body: { ...clip(id), insertAt } });

/** A project with scenes of these titles. */
export async function story(
  visitor: Visitor,
  ...sceneTitles: string[]
): Promise<{ project: Project; scenes: Scene[] }> {
  const project = await addProject(visitor, { title: 'The keeper' });
  const scenes: Scene[] = [];
  for (const title of sceneTitles) scenes.push(await addScene(visitor, { projectId: project.id, title }));
  return { project, scenes };
}

/** A project with one scene. */
export async function oneScene(visitor: Visitor): Promise<{ project: Project; scene: Scene }> {
  const project = await addProject(visitor, { title: 'The keeper' });
  return { project, scene: await addScene(visitor, { projectId: project.id, title: 'Dawn' }) };
}
