import { screen, waitFor, within } from '@testing-library/react';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { WorkspaceServer } from '../../testing/workspace-server';

afterEach(leaveApp);

async function openDialog(n: number) {
  const server = new WorkspaceServer();
  const app = renderWorkspace('scenes');
  await app.user.click(await screen.findByRole('button', { name: `Actions for scene ${n}` }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  return { ...app, server, dialog: within(await screen.findByRole('dialog', { name: 'Edit Scene' })) };
}

describe('the scene dialog of an existing scene', () => {
  it("is titled 'Edit Scene' and shows the scene's texts [EDITOR-01]", async () => {
    const { dialog } = await openDialog(2);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Sentence Fragment').value).toBe('Beat 2');
    dialog.getByText('2 of 3');
  });

  it('moves to the previous and to the next scene, saving the typed text [EDITOR-02]', async () => {
    const { dialog, user, server } = await openDialog(2);
    await user.type(dialog.getByLabelText('Sentence Fragment'), '!');
    await user.click(dialog.getByRole('button', { name: 'Next scene' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Sentence Fragment').value).toBe('Beat 3');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Next scene' }).disabled).toBe(true);
    await waitFor(() => expect(server.scene(2).title).toBe('Beat 2!'));
    await user.click(dialog.getByRole('button', { name: 'Previous scene' }));
    await user.click(dialog.getByRole('button', { name: 'Previous scene' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Sentence Fragment').value).toBe('Beat 1');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Previous scene' }).disabled).toBe(true);
  });

  it('moves the focus to the row of the scene that was shown last', async () => {
    const { dialog, user } = await openDialog(1);
    await user.click(dialog.getByRole('button', { name: 'Next scene' }));
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for scene 2' })),
    );
  });
});

describe("the workspace's New Scene button", () => {
  it("adds a scene and opens it as 'New Scene' [EDITOR-01, PROJ-24]", async () => {
    const server = new WorkspaceServer();
    const { user } = renderWorkspace('scenes');
    await user.click(await screen.findByRole('button', { name: 'New Scene' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Scene' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Sentence Fragment').value).toBe('New Scene');
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3', 'New Scene']);
  });

  it.each([
    ['nothing', '', false],
    ['a word', '!', true],
  ])('keeps a new scene when %s was written before Escape: %j', async (_what, words, stays) => {
    const server = new WorkspaceServer();
    const { user } = renderWorkspace('scenes');
    await user.click(await screen.findByRole('button', { name: 'New Scene' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Scene' }));
    if (words !== '') await user.type(dialog.getByLabelText('Sentence Fragment'), words);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    if (stays) {
      await waitFor(() => expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3', 'New Scene!']));
      expect(server.sent('DELETE', /./)).toEqual([]);
      return;
    }
    await screen.findByText('Empty scene removed');
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Scene restored');
    expect(server.titles()).toEqual(['Beat 1', 'Beat 2', 'Beat 3', 'New Scene']);
  });
});
