import {
  balanceSchema,
  type CreateProjectRequest,
  type CreateSceneRequest,
  type GenerateImageResponse,
  generateImageResponseSchema,
  type Project,
  projectSchema,
  type Scene,
  sceneSchema,
} from '@storyreel/contracts';
import type { Visitor } from '../visitor';

/** A well-formed id that belongs to nobody. */
export const NOBODYS_ID = '00000000-0000-4000-8000-00000000dead';
export const NOT_FOUND = { status: 404, code: 'not_found' };
export const INVALID = { status: 400, code: 'validation_failed' };
export const BAD_REQUEST = { status: 400, code: 'bad_request' };
export const BUDGET_REACHED = { status: 402, code: 'budget_reached' };
export const LIMIT_REACHED = { status: 400, code: 'limit_reached' };
export const IN_PROGRESS = { status: 409, code: 'already_in_progress' };
/** A prompt that makes the sandbox and the fake fail. */
export const FAILS = 'a hill [sandbox:fail]';

export const titles = (list: readonly { title: string }[]): string[] => list.map(({ title }) => title);
export const picture = (name: string): string => `https://example.com/${name}.png`;
export const clip = (id: string) => ({
  id,
  url: `https://example.com/${id}.mp4`,
  filename: `${id}.mp4`,
  mimeType: 'video/mp4',
  size: 7,
});

let keys = 0;
export const newKey = (): string => `a-key-of-its-own-${(keys += 1)}`;

export const balanceOf = async (visitor: Visitor): Promise<number> =>
  (await visitor.get(balanceSchema, 'GET /api/credits/balance')).balance;
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

/** Requests four images. */
export const draw = (
  visitor: Visitor,
  sceneId: string,
  { prompt = 'the sea', key = newKey() } = {},
): Promise<GenerateImageResponse> =>
  visitor.get(generateImageResponseSchema, 'POST /api/midjourney/generate-image', { body: { sceneId, prompt }, key });

/** Creates a project with one scene for each title. */
export async function story(
  visitor: Visitor,
  ...sceneTitles: string[]
): Promise<{ project: Project; scenes: Scene[] }> {
  const project = await addProject(visitor, { title: 'The keeper' });
  const scenes: Scene[] = [];
  for (const title of sceneTitles) scenes.push(await addScene(visitor, { projectId: project.id, title }));
  return { project, scenes };
}

/** Creates a project with one scene. */
export async function oneScene(visitor: Visitor): Promise<{ project: Project; scene: Scene }> {
  const project = await addProject(visitor, { title: 'The keeper' });
  return { project, scene: await addScene(visitor, { projectId: project.id, title: 'Dawn' }) };
}
