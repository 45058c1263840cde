import { screen, waitFor, within } from '@testing-library/react';
import { images, videoItem } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace, type RenderedWorkspace } from '../../testing/render-workspace';
import { sceneWithImages, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';

afterEach(leaveApp);

const focused = () => document.activeElement?.getAttribute('aria-label');
const menuOf = (n: number) => screen.findByRole('button', { name: `Actions for scene ${n}` });

/** Deletes a scene by keyboard, from its menu button. */
async function deleteScene({ user }: RenderedWorkspace, n: number): Promise<void> {
  (await menuOf(n)).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: /^Delete/ })).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Scene' }));
  (await dialog.findByRole('button', { name: 'Delete' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

describe.each(['scenes', 'board'] as const)('on the %s tab the focus', (tab) => {
  it('moves to the next scene after a deletion, to the previous one after the last, and never to the page', async () => {
    const server = new WorkspaceServer(scenesNumbered(3));
    const app = renderWorkspace(tab);
    await deleteScene(app, 2);
    // The third scene is now the second.
    await waitFor(() => expect(focused()).toBe('Actions for scene 2'));
    await deleteScene(app, 2);
    await waitFor(() => expect(focused()).toBe('Actions for scene 1'));
    await deleteScene(app, 1);
    await waitFor(() => expect(server.scenes).toEqual([]));
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tabpanel'));
  });
});

describe('after all scenes are deleted the focus', () => {
  it('moves to the button that adds the next one', async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    const { user } = renderWorkspace('scenes');
    (await screen.findByRole('button', { name: 'Delete Scenes' })).focus();
    await user.keyboard('{Enter}');
    (await screen.findByRole('button', { name: 'Delete All' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.scenes).toEqual([]));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add Scene'));
  });
});

describe('on the Build tab the focus', () => {
  const remove = async ({ user }: RenderedWorkspace, slot: string) => {
    (await screen.findByRole('button', { name: slot })).focus();
    await user.keyboard('{Delete}');
    (await screen.findByRole('button', { name: 'Delete' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };

  it.each([
    ['image', 'Image', 'Upload image'],
    ['clip', 'Clip', 'Upload clip'],
  ])('moves from a deleted %s to the next one, and from the only one to the empty place', async (_, name, empty) => {
    const videos = [videoItem('one'), videoItem('two')];
    new WorkspaceServer([{ ...sceneWithImages(1, images(2)), videos, mainVideoId: 'one' }]);
    const app = renderWorkspace('build');
    await remove(app, `${name} 1, complete`);
    await waitFor(() => expect(focused()).toBe(`${name} 1, complete`));
    await remove(app, `${name} 1, complete`);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(empty));
  });
});
