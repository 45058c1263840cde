import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';

beforeEach(() => {
  fakeWindow();
  new AppServer([projectNumbered(1, { title: 'Beta' }), projectNumbered(2, { title: 'Alpha' })]);
});
afterEach(leaveApp);
const entry = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name });

describe('the start address', () => {
  it('shows the list, or the workspace of the open project [SHELL-17]', async () => {
    const { user } = renderAddress('/');
    await screen.findByRole('heading', { name: 'Your Projects' });
    expect(document.title).toBe('Your Projects · Storyreel');
    await user.click(await screen.findByRole('link', { name: 'Open Alpha' }));
    await screen.findByRole('button', { name: 'New Scene' });
    expect(screen.queryByRole('heading', { name: 'Your Projects' })).toBeNull();
    await waitFor(() => expect(document.title).toMatch(/^Alpha/));
  });

  it('ignores an invalid project or tab', async () => {
    renderAddress('/?project=../../etc&tab=nope');
    await screen.findByRole('heading', { name: 'Your Projects' });
  });
});

describe('the screens beside the workspace', () => {
  it.each([
    ['Research', 'Research'],
    ['Social', 'Social Media Dashboard'],
  ])('%s gets the current project [SHELL-18]', async (name, title) => {
    const { user, address } = renderAddress(`/?project=${projectId(2)}`);
    await screen.findByRole('button', { name: 'New Scene' });
    await user.click(await entry(name));
    await screen.findByRole('heading', { level: 1, name: title });
    expect((await screen.findByText(/Current project:/)).textContent).toBe('Current project: Alpha');
    expect(address()).toBe(`/${name.toLowerCase()}?project=${projectId(2)}`);
    await user.click(screen.getByRole('button', { name: 'Open Project' }));
    await screen.findByRole('button', { name: 'New Scene' });
  });

  it('say when no project is open', async () => {
    renderAddress('/research');
    await screen.findByText(/No project is open/);
  });
});
