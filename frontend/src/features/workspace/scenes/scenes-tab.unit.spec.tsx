import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { restingText } from '../../../testing/inline-edit';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';

afterEach(leaveApp);

const rows = () => screen.getAllByRole('row').slice(1);
const firstCells = () => rows().map((row, at) => restingText(`Title of scene ${at + 1}`, row).textContent);

async function openTable(server = new WorkspaceServer()) {
  const app = renderWorkspace('scenes');
  await screen.findByRole('columnheader', { name: 'Scene #' });
  return { ...app, server };
}
type Opened = Awaited<ReturnType<typeof openTable>>;

async function chooseInMenu({ user }: Opened, n: number, entry: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Actions for scene ${n}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}
async function deleteScene(app: Opened, n: number): Promise<void> {
  await chooseInMenu(app, n, 'Delete');
  const dialog = await screen.findByRole('alertdialog');
  await app.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

describe('the Scenes tab of a project with scenes', () => {
  it('is a table of Scene #, Sentence Fragment, Description and Actions [SCENE-01]', async () => {
    await openTable();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Scene #',
      'Sentence Fragment',
      'Description',
      'Actions',
    ]);
    const cells = rows().map((row) => within(row).getAllByRole('cell'));
    expect(cells).toHaveLength(3);
    const [number, fragment, description, actions] = cells[1] ?? [];
    expect([number, fragment, description].map((cell) => cell?.textContent)).toEqual([
      '2',
      'Beat 2',
      'What happens in beat 2.',
    ]);
    within(actions ?? document.body).getByRole('button', { name: 'Actions for scene 2' });
  });

  it('reads the scenes of the open project only [SCENE-23]', async () => {
    const { server } = await openTable();
    const asked = server.sent('GET', '/api/scenes');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ query }) => query.get('projectId') === server.project.id)).toBe(true);
  });

  it('edits the title in place and sends the trimmed text on Enter [SCENE-03, EDITOR-19, EDITOR-20]', async () => {
    const { user, server } = await openTable();
    await user.click(restingText('Title of scene 1'));
    const field = screen.getByRole('textbox', { name: 'Title of scene 1' });
    await user.clear(field);
    await user.type(field, '  The storm  {Enter}');
    expect(screen.queryByRole('textbox', { name: 'Title of scene 1' })).toBeNull();
    await waitFor(() => expect(server.scene(1).title).toBe('The storm'));
    expect(server.sent('PATCH', `/api/scenes/${sceneId(1)}`).map(({ body }) => body)).toEqual([{ title: 'The storm' }]);
  });

  it.each([
    ['Escape', '{Escape}'],
    ['blur', '{Tab}'],
  ])('saves a title on %s [EDITOR-20]', async (_name, key) => {
    const { user, server } = await openTable();
    await user.click(restingText('Title of scene 1'));
    await user.keyboard(`!${key}`);
    await waitFor(() => expect(server.scene(1).title).toBe('Beat 1!'));
  });

  it.each([
    ['the page goes away', () => window.dispatchEvent(new Event('pagehide'))],
    ['its tab is left', () => screen.getByRole('tab', { name: /^Story/ }).focus()],
  ])('saves the edited text when %s', async (_name, leave) => {
    const { user, server } = await openTable();
    await user.click(restingText('Title of scene 1'));
    await user.keyboard('!');
    await act(async () => void leave());
    await waitFor(() => expect(server.scene(1).title).toBe('Beat 1!'));
  });

  it('leaves Enter to an input method that is composing a word', async () => {
    const { user } = await openTable();
    await user.click(restingText('Title of scene 1'));
    const field = screen.getByRole('textbox', { name: 'Title of scene 1' });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(field.isConnected).toBe(true);
  });

  it('sends nothing when the trimmed text is unchanged [EDITOR-19]', async () => {
    const { user, server } = await openTable();
    await user.click(restingText('Title of scene 1'));
    await user.keyboard('   {Enter}');
    await user.click(restingText('Description of scene 1'));
    await user.keyboard('  {Enter} ');
    await user.tab();
    // Waits for a changed text to be sent, which proves that the unchanged ones were not.
    await user.click(restingText('Title of scene 2'));
    await user.keyboard('!{Enter}');
    await waitFor(() => expect(server.scene(2).title).toBe('Beat 2!'));
    expect(server.sent('PATCH', /scenes/).map(({ path }) => path)).toEqual([`/api/scenes/${sceneId(2)}`]);
  });

  it('adds a line to a description with Enter and saves it trimmed on blur [SCENE-03, EDITOR-19, EDITOR-21, EDITOR-22]', async () => {
    const { user, server } = await openTable();
    await user.click(restingText('Description of scene 2'));
    await user.keyboard('{Enter}More.  {Enter}');
    expect(server.sent('PATCH', /scenes/)).toEqual([]);
    await user.tab();
    await waitFor(() => expect(server.scene(2).description).toBe('What happens in beat 2.\nMore.'));
  });

  it('has a row menu with Edit, Duplicate and Delete [SCENE-04]', async () => {
    const { user } = await openTable();
    await user.click(screen.getByRole('button', { name: 'Actions for scene 1' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Edit', 'Duplicate', 'Versions', 'Delete']);
  });

  it('puts a copy right after its original [SCENE-21]', async () => {
    const app = await openTable();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    app.server.on('POST', '/api/scenes/:id/duplicate', async () => {
      await answered;
      return { status: 201, json: sceneNumbered(77, { title: 'Copy of 1', order: 999, displayOrder: 4 }) };
    });
    app.server.on('GET', '/api/scenes', () => new Promise(() => undefined));
    await chooseInMenu(app, 1, 'Duplicate');
    await act(async () => answer());
    await waitFor(() => expect(firstCells()).toEqual(['Beat 1', 'Copy of 1', 'Beat 2', 'Beat 3']));
  });

  it('shows and logs why a scene could not be added or duplicated [SHELL-29]', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const app = await openTable();
      app.server.fail('POST', '/api/scenes', 409, 'A project has at most 1,000 scenes.');
      app.server.fail('POST', '/api/scenes/:id/duplicate', 409, 'The project would be too large.');
      await app.user.click(screen.getByRole('button', { name: 'Add Scene' }));
      await screen.findByText("Couldn't add the scene");
      screen.getByText('A project has at most 1,000 scenes.');
      await chooseInMenu(app, 1, 'Duplicate');
      await screen.findByText("Couldn't duplicate the scene");
      screen.getByText('The project would be too large.');
      expect(logged.mock.calls.map(([line]: unknown[]) => line)).toEqual([
        "Couldn't add the scene",
        "Couldn't duplicate the scene",
      ]);
    } finally {
      logged.mockRestore();
    }
  });

  it('adds and opens a scene with Add Scene, as New Scene does, and Escape removes it [SCENE-05]', async () => {
    const { user, server } = await openTable();
    await user.click(screen.getByRole('button', { name: 'Add Scene' }));
    await screen.findByRole('dialog', { name: 'New Scene' });
    expect(server.titles()).toContain('New Scene');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(server.titles()).not.toContain('New Scene'));
    expect(server.sent('POST', '/api/scenes')[0]?.body).toEqual({
      projectId: server.project.id,
      title: 'New Scene',
      description: 'A new scene for your story',
      duration: 5,
      imageStatus: 'pending',
    });
  });
});

describe('deleting a scene', () => {
  it('asks in the one dialog with the name of the scene, and closes it afterwards [PROJ-43, SHELL-23]', async () => {
    const app = await openTable();
    await chooseInMenu(app, 2, 'Delete');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(
      /Are you sure you want to delete the scene "?Beat 2"?\? You can restore it from Recently Deleted\./,
    );
    expect(dialog.textContent).not.toContain('This will also delete all scenes');
    await app.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.server.titles()).toEqual(['Beat 1', 'Beat 3']);
  });

  it("says 'Scene deleted' and restores the whole scene with Undo [SCENE-29, SCENE-30, SCENE-31]", async () => {
    const app = await openTable();
    const deleted = app.server.scene(2);
    await deleteScene(app, 2);
    await screen.findByText('Scene deleted');
    await app.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Scene restored');
    expect(app.server.sent('POST', '/api/scenes/restore')[0]?.body).toEqual(deleted);
    await waitFor(() => expect(firstCells()).toEqual(['Beat 1', 'Beat 2', 'Beat 3']));
  });

  it('shows an error when it failed [SCENE-32]', async () => {
    const app = await openTable();
    app.server.fail('DELETE', '/api/scenes/:id', 503);
    await deleteScene(app, 2);
    await screen.findByText('Deletion failed');
    expect(screen.getByText('Failed to delete scene. Please try again.')).toBeTruthy();
    expect(app.server.titles()).toHaveLength(3);
  });

  it('shows an error when the undo failed [SCENE-33]', async () => {
    const app = await openTable();
    app.server.fail('POST', '/api/scenes/restore', 503);
    await deleteScene(app, 2);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Restore failed');
    expect(screen.getByText('Failed to restore scene. Please try again.')).toBeTruthy();
  });

  it('saves the text typed last before the deletion, so that Undo restores it too', async () => {
    const app = await openTable();
    await app.user.click(restingText('Title of scene 2'));
    await app.user.keyboard(' last words{Enter}');
    await deleteScene(app, 2);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(firstCells()).toContain('Beat 2 last words'));
  });
});

describe('deleting all scenes', () => {
  async function openDialog() {
    const app = await openTable(new WorkspaceServer(scenesNumbered(4)));
    await app.user.click(screen.getByRole('button', { name: 'Delete Scenes' }));
    return { ...app, dialog: within(await screen.findByRole('alertdialog', { name: 'Delete All Scenes' })) };
  }

  it('asks with the real number; Cancel changes nothing [SCENE-05, SCENE-07, SCENE-08]', async () => {
    const { user, dialog, server } = await openDialog();
    dialog.getByText(
      'Are you sure you want to delete all 4 scenes in this project? You can restore it from Recently Deleted.',
    );
    dialog.getByRole('button', { name: 'Delete All' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('DELETE', /.*/)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Scenes' }));
  });

  it('deletes the scenes by one call and offers Undo [SCENE-09]', async () => {
    const { user, dialog, server } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete All' }));
    await screen.findByText('No scenes yet');
    expect(server.sent('DELETE', `/api/scenes/all/${server.project.id}`)).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(firstCells()).toHaveLength(4));
    expect(server.sent('POST', '/api/scenes/restore-all')[0]?.body).toEqual({ projectId: server.project.id });
  });
});

describe('the Scenes tab of a project without scenes', () => {
  it("says 'No scenes yet' and adds one with 'Add First Scene' [SCENE-06]", async () => {
    const server = new WorkspaceServer([]);
    const { user } = renderWorkspace('scenes');
    await screen.findByText('No scenes yet');
    await user.click(screen.getByRole('button', { name: 'Add First Scene' }));
    await screen.findByRole('dialog', { name: 'New Scene' });
    expect(server.titles()).toEqual(['New Scene']);
  });
});

describe('a scene list that cannot be read', () => {
  it("shows 'Failed to fetch scenes.' and reads again on request [SCENE-34]", async () => {
    const server = new WorkspaceServer();
    server.fail('GET', '/api/scenes', 503);
    const { user } = renderWorkspace('scenes');
    await screen.findByText('Failed to fetch scenes.');
    server.on('GET', '/api/scenes', () => ({ json: server.scenes }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(firstCells()).toHaveLength(3));
  });
});
