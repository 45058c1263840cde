import { screen } from '@testing-library/react';
import type { Project, Style } from '@storyreel/contracts';
import { projectWith } from './media-fixtures';
import { renderWorkspace } from './render-workspace';
import { sceneId, WorkspaceServer } from './workspace-server';

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const text = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
export const style = (n: number, part: Partial<Style> = {}): Style => ({
  id: sceneId(700 + n),
  name: `Style ${n}`,
  description: null,
  imageUrl: 'https://example.org/style.png',
  prompt: null,
  category: 'Flux',
  attributes: 'soft light',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...part,
});

/** Opens a project's Settings tab. `patches` are the requests that save the project. */
export async function openSettings(project: Partial<Project> = {}, styles: Style[] = []) {
  const server = new WorkspaceServer([], projectWith(project));
  server.styles = styles;
  const app = renderWorkspace('settings', { fakeTimers: true });
  await screen.findByRole('heading', { name: 'Continuity Details' });
  const patches = () => server.sent('PATCH', /projects/).map(({ body }) => body);
  return { ...app, server, patches };
}
