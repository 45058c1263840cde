import { act, screen, waitFor } from '@testing-library/react';
import { leaveApp, renderApp } from '../testing/render-app';
import { fakeWindow } from '../testing/fake-window';
import { DeleteDialogProvider, useDeleteDialog, type DeleteQuestion } from './DeleteDialog';

beforeEach(() => void fakeWindow());
afterEach(leaveApp);

function Asker(question: DeleteQuestion) {
  const { ask } = useDeleteDialog();
  return (
    <button type="button" onClick={() => ask(question)}>
      Delete {question.kind}
    </button>
  );
}
const show = (...questions: DeleteQuestion[]) =>
  renderApp(
    <DeleteDialogProvider>
      <main id="main" tabIndex={-1}>
        {questions.map((question) => (
          <Asker key={question.kind} {...question} />
        ))}
      </main>
    </DeleteDialogProvider>,
  );
const words = () => screen.getByRole('alertdialog').textContent ?? '';

describe('the delete dialog', () => {
  it('serves scenes and projects [SHELL-22, SHELL-23]', async () => {
    const { user } = show(
      { kind: 'scene', name: 'The storm', onConfirm: () => {} },
      { kind: 'project', name: 'The keeper', onConfirm: () => {} },
    );
    await user.click(screen.getByRole('button', { name: 'Delete scene' }));
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    expect(words()).toContain(
      'Are you sure you want to delete the scene "The storm"? You can restore it from Recently Deleted.',
    );
    expect(words()).not.toContain('all scenes');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await user.click(screen.getByRole('button', { name: 'Delete project' }));
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    expect(words()).toContain('delete the project "The keeper"?');
  });

  it('names an item without a title', async () => {
    const { user } = show({ kind: 'scene', name: '  ', onConfirm: () => {} });
    await user.click(screen.getByRole('button', { name: 'Delete scene' }));
    expect(words()).toContain('"Untitled scene"');
  });

  it('waits for the deletion, ignores a second click and closes after it [PROJ-43]', async () => {
    let finish = () => {};
    const onConfirm = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = show({ kind: 'scene', name: 'A', onConfirm });
    await user.click(screen.getByRole('button', { name: 'Delete scene' }));
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await user.click(confirm);
    expect(confirm.disabled).toBe(true);
    await act(async () => finish());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete scene' }));
  });

  it('can be closed while the deletion runs, whose end does not close the next question', async () => {
    let finish = () => {};
    const onConfirm = () => new Promise<void>((resolve) => (finish = resolve));
    const { user } = show(
      { kind: 'scene', name: 'The storm', onConfirm },
      { kind: 'project', name: 'The keeper', onConfirm: () => {} },
    );
    await user.click(screen.getByRole('button', { name: 'Delete scene' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete scene' }));

    await user.click(screen.getByRole('button', { name: 'Delete project' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
    await act(async () => finish());
    expect(words()).toContain('delete the project "The keeper"?');
  });

  it('stays open when the deletion fails', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = show({ kind: 'scene', name: 'A', onConfirm: () => Promise.reject(new Error('no')) });
    await user.click(screen.getByRole('button', { name: 'Delete scene' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false));
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});
