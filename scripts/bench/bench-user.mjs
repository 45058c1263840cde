import { newCredentials, signInOrRegister } from '../lib/account.mjs';
import { ApiClient } from '../lib/api-client.mjs';

/** Registers a new user and makes a project with one scene. @param {string} url */
export async function newUserWithScene(url) {
  const api = new ApiClient(url);
  await signInOrRegister(api, newCredentials('bench'), 'Bench');
  /** @type {{ id: string }} */
  const { id: projectId } = await api.json('POST', '/api/projects', { title: 'Bench' });
  /** @type {{ id: string }} */
  const { id: sceneId } = await api.json('POST', '/api/scenes', { projectId });
  return { api, projectId, sceneId };
}
