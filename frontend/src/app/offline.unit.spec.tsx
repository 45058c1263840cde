import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectNumbered, styleNumbered } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';

let logged: jest.SpyInstance;
let server: AppServer;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' })]);
  server.styles = [styleNumbered(1, { name: 'Ink' })];
});
afterEach(() => {
  onlineManager.setOnline(true);
  leaveApp();
  logged.mockRestore();
});

const main = () => within(screen.getByRole('main'));
const loseNetwork = () => act(() => void window.dispatchEvent(new Event('offline')));
const findNetwork = () => act(() => void window.dispatchEvent(new Event('online')));

describe('without a network', () => {
  it('one bar says that it is missing, until it returns', async () => {
    renderAddress('/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    loseNetwork();
    await screen.findByText("You're offline. Edits are kept here.");
    findNetwork();
    await waitFor(() => expect(screen.queryByText(/You're offline/)).toBeNull());
  });

  it('a screen names what it could not load, and loads it when the network returns', async () => {
    const { go } = renderAddress('/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    server.disconnect('GET', '/api/styles');
    loseNetwork();
    act(() => go('/styles'));
    await screen.findByRole('heading', { name: "Couldn't load your styles" });
    server.on('GET', '/api/styles', () => ({ json: server.styles }));
    findNetwork();
    await main().findByText('Ink');
  });

  it('a deletion fails at once, and is not repeated when the network returns', async () => {
    const { user, queryClient } = renderAddress('/');
    await user.click(await screen.findByRole('button', { name: 'Actions for Beta' }));
    server.disconnect('DELETE', '/api/projects/:id');
    loseNetwork();
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Deletion failed');
    findNetwork();
    await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));
    expect(server.sent('DELETE', /./)).toHaveLength(1);
  });
});
