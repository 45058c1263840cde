import { screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';

let server: AppServer;
let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' }), projectNumbered(2, { title: 'Alpha' })]);
});
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});

const page = () => within(screen.getByRole('main'));
async function ask(): Promise<RenderedAddress> {
  const app = renderAddress();
  await screen.findAllByRole('article');
  await app.user.click(page().getByRole('button', { name: 'Actions for Beta' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return app;
}
const dialog = () => screen.findByRole('alertdialog', { name: 'Delete Project' });
const confirm = async ({ user }: RenderedAddress) =>
  user.click(within(await dialog()).getByRole('button', { name: 'Delete' }));

describe('the deletion of a project', () => {
  it('asks first, naming the scenes [SHELL-24]', async () => {
    await ask();
    const words = (await dialog()).textContent;
    expect(words).toContain(
      'Are you sure you want to delete the project "Beta"? You can restore it from Recently Deleted.',
    );
    expect(words).toContain('This will also delete all scenes in this project.');
  });

  it('does nothing when it is canceled', async () => {
    const { user } = await ask();
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('DELETE', /./)).toEqual([]);
  });

  it('closes the dialog and offers to undo it [PROJ-40, PROJ-43]', async () => {
    const app = await ask();
    await confirm(app);
    await screen.findByText('Project deleted');
    screen.getByRole('button', { name: 'Undo' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('DELETE', /./).map(({ path }) => path)).toEqual([`/api/projects/${projectId(1)}`]);
    await waitFor(() => expect(page().queryByRole('button', { name: 'Beta' })).toBeNull());
  });

  it('is undone by posting the whole project [PROJ-41, PROJ-42]', async () => {
    const whole = server.find(projectId(1));
    const app = await ask();
    await confirm(app);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Project restored');
    expect(server.sent('POST', '/api/projects/restore')[0]?.body).toEqual(whole);
    await page().findByRole('button', { name: 'Beta' });
  });

  it('that fails keeps the dialog and shows an error [PROJ-45]', async () => {
    server.fail('DELETE', '/api/projects/:id', 503);
    const app = await ask();
    await confirm(app);
    await screen.findByText('Deletion failed');
    screen.getByText('Failed to delete project. Please try again.');
    await dialog();
  });

  it('of a project deleted by another window is complete, and can be undone', async () => {
    const app = await ask();
    await apiRequest('DELETE', `/api/projects/${projectId(1)}`);
    await confirm(app);
    await screen.findByText('Project deleted');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page().queryByRole('button', { name: 'Beta' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Project restored');
    await page().findByRole('button', { name: 'Beta' });
  });

  it('whose undo fails shows an error [PROJ-46]', async () => {
    server.fail('POST', '/api/projects/restore', 503);
    const app = await ask();
    await confirm(app);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Restore failed');
    screen.getByText('Failed to restore project. Please try again.');
  });
});

describe('an open project', () => {
  async function openMenuOfWorkspace(entry: string): Promise<RenderedAddress> {
    const app = renderAddress(`/?project=${projectId(1)}&tab=scenes`);
    await screen.findByRole('button', { name: 'New Scene' });
    await app.user.click(screen.getByRole('button', { name: 'Actions for Beta' }));
    await app.user.click(await screen.findByRole('menuitem', { name: entry }));
    return app;
  }

  it('is left for the list when it is deleted [PROJ-44]', async () => {
    const app = await openMenuOfWorkspace('Delete');
    await confirm(app);
    await screen.findByRole('heading', { name: 'Your Projects' });
    expect(app.address()).toBe('/');
  });

  it('is replaced by its copy [PROJ-38]', async () => {
    const app = await openMenuOfWorkspace('Duplicate');
    await waitFor(() => expect(app.address()).toContain(`project=${server.projects[0]?.id}`));
    expect(server.titles()).toEqual(['Beta (Copy)', 'Beta', 'Alpha']);
  });

  it('is exported as one file', async () => {
    server.on('HEAD', '/api/projects/:id/export', () => ({
      blob: new Blob([]),
      headers: { 'content-disposition': 'attachment; filename="Beta.storyreel"', 'x-left-out': '1' },
    }));
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    try {
      await openMenuOfWorkspace('Export Project');
      await screen.findByText(/^1 file is missing or damaged/u);
      expect(saved).toHaveBeenCalledTimes(1);
    } finally {
      saved.mockRestore();
    }
  });

  it('that is missing shows a message and leads back', async () => {
    const app = renderAddress(`/?project=${projectId(77)}`);
    const back = await screen.findByRole('button', { name: 'Back to Your Projects' });
    expect(screen.queryByText(/Recently Deleted/)).toBeNull();
    await app.user.click(back);
    await screen.findByRole('heading', { name: 'Your Projects' });
  });

  it('that its owner deleted leads to Recently Deleted, and opens once it is restored', async () => {
    await apiRequest('DELETE', `/api/projects/${projectId(1)}`);
    const app = renderAddress(`/?project=${projectId(1)}`);
    await screen.findByRole('heading', { level: 1, name: 'This project was deleted' });
    await screen.findByText(/^“.+” can still be restored with its scenes\.$/);
    expect(screen.queryByText('Project not found')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Open Recently Deleted' }));
    const list = within(await screen.findByRole('dialog', { name: 'Recently Deleted' }));
    await app.user.click(await list.findByRole('button', { name: /^Restore / }));
    await screen.findByRole('tab', { name: /^Story/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that cannot be read shows only that, while the deleted ones cannot be read', async () => {
    server.fail('GET', '/api/projects/deleted', 500);
    renderAddress(`/?project=${projectId(77)}`);
    await screen.findByRole('heading', { level: 1, name: 'Project not found' });
  });
});
