import { screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { loseNextAnswer } from '../../testing/lost-answer';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace, type RenderedWorkspace } from '../../testing/render-workspace';
import { sceneId, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';

let logged: jest.SpyInstance;
beforeEach(() => (logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)));
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});

const SCENES = /^\/api\/scenes/;

async function openScenes() {
  const server = new WorkspaceServer(scenesNumbered(2));
  const app = renderWorkspace('scenes');
  await screen.findByRole('button', { name: 'Actions for scene 1' });
  return { ...app, server };
}
async function chooseInMenu({ user }: RenderedWorkspace, entry: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Actions for scene 1' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('a scene whose answer was lost', () => {
  it.each([
    [
      'added',
      ({ user }: RenderedWorkspace) => user.click(screen.getByRole('button', { name: 'Add Scene' })),
      ['Beat 1', 'Beat 2', 'New Scene'],
    ],
    ['duplicated', (app: RenderedWorkspace) => chooseInMenu(app, 'Duplicate'), ['Beat 1', 'Beat 1', 'Beat 2']],
  ])('is %s once when the request is repeated', async (_, ask, titles) => {
    const { server, ...app } = await openScenes();
    loseNextAnswer('POST', SCENES);
    await ask(app);
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    await ask(app);
    await waitFor(() => expect(server.sent('POST', SCENES)).toHaveLength(2));
    await waitFor(() => expect(app.queryClient.isMutating()).toBe(0));
    expect(server.titles()).toEqual(titles);
  });
});

describe('the deletion of a scene that another window has deleted', () => {
  it('is complete, and can be undone', async () => {
    const { server, ...app } = await openScenes();
    await chooseInMenu(app, 'Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Scene' }));
    await apiRequest('DELETE', `/api/scenes/${sceneId(1)}`);
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Scene deleted');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Actions for scene 2' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Scene restored');
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2']);
  });
});
