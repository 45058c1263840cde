import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
let submitted: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' })]);
  submitted = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
});
afterEach(() => {
  submitted.mockRestore();
  leaveApp();
});

async function rename() {
  const { user } = renderAddress();
  await user.click(await within(await screen.findByRole('main')).findByText('Beta'));
  await user.keyboard(' two');
  return user;
}
const logout = () => screen.getByRole('button', { name: 'Logout' });

describe('logging out', () => {
  it('saves the text being typed first, and forgets the user', async () => {
    const user = await rename();
    expect(localStorage.getItem('storyreel-user')).toBe(server.user?.id);
    await user.click(logout());
    await waitFor(() => expect(submitted).toHaveBeenCalledTimes(1));
    expect(server.titles()).toEqual(['Beta two']);
    expect(localStorage.getItem('storyreel-user')).toBeNull();
    expect(screen.queryByText('Beta two')).toBeNull();
  });

  it('sends a form that stays in the page, as Firefox sends no other', async () => {
    const { user } = renderAddress();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(submitted).toHaveBeenCalledTimes(1));
    const [form] = submitted.mock.instances as HTMLFormElement[];
    expect(form).toMatchObject({ isConnected: true, method: 'post' });
    expect(form?.getAttribute('action')).toBe('/api/logout');
  });

  it('asks while something cannot be saved', async () => {
    server.fail('PATCH', '/api/projects/:id', 503);
    const user = await rename();
    await user.click(logout());
    await screen.findByText('Some changes are not saved');
    expect(submitted).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(submitted).toHaveBeenCalledTimes(1);
  });
});
