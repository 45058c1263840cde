import { screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { EraseCard } from './EraseCard';

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);

describe('the card that erases the account', () => {
  it('lists deleted and kept data, and requires the address and the password', async () => {
    const { user } = renderAddress('/settings');
    await user.click(await screen.findByRole('button', { name: 'Erase My Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase My Account?' }));
    dialog.getByText(/amounts of zaps and payments, under a number/);
    dialog.getByText(/download My Data first/);
    const erase = dialog.getByRole('button', { name: 'Erase for Good' });
    await user.type(dialog.getByLabelText('Your e-mail address'), ADA.email);
    expect(erase).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('Password'), 'wrong horse battery');
    await user.click(erase);
    await dialog.findByText('The password is wrong.');
    expect(server.data.user).not.toBeNull();
    expect(server.sent('POST', '/api/account/erase')).toHaveLength(1);
    await user.clear(dialog.getByLabelText('Your e-mail address'));
    await user.type(dialog.getByLabelText('Your e-mail address'), 'somebody@example.com');
    await waitFor(() => expect(erase).toHaveProperty('disabled', true));
  });

  it('leaves the app for the landing page with a goodbye once the account is erased', async () => {
    const leave = jest.fn<undefined, [string]>();
    const { user } = renderApp(<EraseCard leave={leave} />);
    await user.click(await screen.findByRole('button', { name: 'Erase My Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase My Account?' }));
    await user.type(dialog.getByLabelText('Your e-mail address'), ADA.email.toUpperCase());
    await user.type(dialog.getByLabelText('Password'), server.data.password);
    expect(leave).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Erase for Good' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([['/?erased']]));
    expect(server.data.user).toBeNull();
  });
});
