import type { FinalizedUpload, Project, Scene, UploadPurpose } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import type { TestFile } from './files';

/** Uploads a file in the browser's three steps: request an address, send the raw bytes, finalize. */
export async function upload(api: ApiClient, file: TestFile, purpose: UploadPurpose): Promise<FinalizedUpload> {
  const query = new URLSearchParams({ purpose, type: file.mimeType, size: String(file.buffer.length) });
  const { uploadURL } = await api.json<{ uploadURL: string }>('POST', `/api/objects/upload?${query.toString()}`);
  const answer = await fetch(new URL(uploadURL, api.baseUrl), {
    method: 'PUT',
    headers: { 'content-type': file.mimeType, cookie: api.cookieHeader },
    body: new Uint8Array(file.buffer),
  });
  if (!answer.ok) throw new Error(`PUT of ${file.name}: ${answer.status} ${await answer.text()}`);
  return api.json<FinalizedUpload>('POST', '/api/objects/finalize', { uploadURL, visibility: 'public' });
}

export interface MadeProject {
  project: Project;
  scenes: Scene[];
}

/** Makes a project with one scene for each title; `fields` are the project's other fields. */
export async function makeProject(
  api: ApiClient,
  title: string,
  sceneTitles: readonly string[] = [],
  fields: Partial<Project> = {},
): Promise<MadeProject> {
  const project = await api.json<Project>('POST', '/api/projects', { title, ...fields });
  const scenes: Scene[] = [];
  for (const sceneTitle of sceneTitles) {
    const body = { projectId: project.id, title: sceneTitle, description: `${sceneTitle}, seen from afar.` };
    scenes.push(await api.json<Scene>('POST', '/api/scenes', body));
  }
  return { project, scenes };
}

export async function addImage(api: ApiClient, scene: Scene, file: TestFile): Promise<string> {
  const { url } = await upload(api, file, 'image');
  await api.json('POST', `/api/scenes/${scene.id}/images`, { imageUrl: url });
  return url;
}

export async function addVideo(api: ApiClient, scene: Scene, file: TestFile): Promise<string> {
  const { url, contentType, size } = await upload(api, file, 'video');
  await api.json('POST', `/api/scenes/${scene.id}/videos`, {
    url,
    filename: file.name,
    mimeType: contentType,
    size,
  });
  return url;
}

/** Returns the titles of a project's scenes in their order, read from the server. */
export async function sceneTitles(api: ApiClient, projectId: string): Promise<string[]> {
  const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
  return scenes.map(({ title }) => title);
}

/** Returns the first item; throws when there is none. */
export function first<T>(things: readonly T[]): T {
  const [thing] = things;
  if (thing === undefined) throw new Error('There is none.');
  return thing;
}
