import { act, fireEvent, screen, within } from '@testing-library/react';
import { projectWith } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneNumbered, WorkspaceServer } from '../../../testing/workspace-server';

afterEach(leaveApp);

const WORDS = 'Mara lit the lamp. Then the storm came.';

async function openTold() {
  const scenes = [
    { ...sceneNumbered(1), sourceText: WORDS },
    { ...sceneNumbered(2), sourceText: 'It passed.' },
  ];
  const server = new WorkspaceServer(scenes, projectWith({ characters: 'Mara: red coat\nTom: old' }));
  const app = renderWorkspace('scenes');
  await screen.findByRole('columnheader', { name: 'Scene #' });
  const choose = async (entry: string): Promise<void> => {
    await app.user.click(screen.getByRole('button', { name: 'Actions for scene 1' }));
    await app.user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...app, server, choose };
}

describe('a scene with a part of the story', () => {
  it('shows its text, the number of words, the duration, and the people in it', async () => {
    await openTold();
    const [, row] = screen.getAllByRole('row');
    expect(row?.textContent).toContain(WORDS);
    expect(row?.textContent).toContain('8 words, 0:03');
    expect(row?.textContent).toContain('Mara');
    expect(within(row as HTMLElement).queryByText('Tom')).toBeNull();
  });

  it('is split at the cursor, and Undo reverts it', async () => {
    const { server, user, choose } = await openTold();
    await choose('Split');
    const dialog = within(await screen.findByRole('dialog', { name: 'Split Scene' }));
    const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words of the scene' });
    dialog.getByText(/^First: 4 words, 0:02/);
    act(() => field.focus());
    field.setSelectionRange(9, 9);
    fireEvent.keyUp(field, { key: 'ArrowLeft' });
    dialog.getByText(/^First: 2 words, 0:01/);
    await user.click(dialog.getByRole('button', { name: 'Split Here' }));
    await screen.findByText('Scene split');
    expect(server.scenes.map(({ sourceText }) => sourceText)).toEqual([
      'Mara lit',
      'the lamp. Then the storm came.',
      'It passed.',
    ]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Scenes restored');
    expect(server.scenes.map(({ sourceText }) => sourceText)).toEqual([WORDS, 'It passed.']);
  });

  it('is merged with the next, except the last one', async () => {
    const { server, user, choose } = await openTold();
    await user.click(screen.getByRole('button', { name: 'Actions for scene 2' }));
    await screen.findByRole('menuitem', { name: 'Split' });
    expect(screen.queryByRole('menuitem', { name: 'Merge with Next' })).toBeNull();
    await user.keyboard('{Escape}');
    await choose('Merge with Next');
    await screen.findByText('Scenes merged');
    expect(server.scenes.map(({ sourceText }) => sourceText)).toEqual([`${WORDS}\n\nIt passed.`]);
  });
});
