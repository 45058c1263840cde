import { screen, within } from '@testing-library/react';
import type { Scene } from '@storyreel/contracts';
import { restingText } from './inline-edit';
import { images, sceneWith } from './media-fixtures';
import { renderWorkspace } from './render-workspace';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from './workspace-server';

export const card = (n: number) => within(screen.getByRole('article', { name: `Scene ${n}` }));
export const cardElement = (n: number) => screen.getByRole('article', { name: `Scene ${n}` });
export const title = (n: number) => restingText(`Title of scene ${n}`);
export const description = (n: number) => restingText(`Description of scene ${n}`);
export const dialog = () => screen.queryByRole('dialog', { name: 'Edit Scene' });

export const withImages = (n: number): Scene => ({ ...sceneWith(images(2)), ...identity(n) });
const identity = (n: number) => {
  const { id, title: name, description: words, order, displayOrder } = sceneNumbered(n);
  return { id, title: name, description: words, order, displayOrder };
};

/** Opens the Board of a project with these scenes. `patches` are the requests that save a scene. */
export async function openBoard(scenes: Scene[] = scenesNumbered(2)) {
  const server = new WorkspaceServer(scenes);
  const app = renderWorkspace('board', { fakeTimers: true });
  await screen.findByRole('article', { name: 'Scene 1' });
  const patches = (n: number) => server.sent('PATCH', `/api/scenes/${sceneId(n)}`).map(({ body }) => body);
  return { ...app, server, patches };
}
export async function showVideos({ user }: Awaited<ReturnType<typeof openBoard>>): Promise<void> {
  await user.click(screen.getByRole('radio', { name: 'Videos' }));
}
