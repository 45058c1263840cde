import { act, screen, within } from '@testing-library/react';
import { session } from '../platform/session/session';
import { AppServer, projectNumbered } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';

let isNetworkGone = false;
function fetched(file: string): unknown {
  if (isNetworkGone) throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
  return jest.requireActual(file);
}
jest.mock('./shell/InterruptedSession', () => fetched('./shell/InterruptedSession'));
jest.mock('./shell/UnsavedChangesDialog', () => fetched('./shell/UnsavedChangesDialog'));

let logged: jest.SpyInstance;
let server: AppServer;
beforeEach(() => {
  jest.useFakeTimers();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta' })]);
});
afterEach(() => {
  isNetworkGone = false;
  leaveApp();
  logged.mockRestore();
  jest.useRealTimers();
});

/** Cuts the network off after the user has been in the app for a while. */
async function loseNetwork() {
  const { user } = renderAddress('/', { fakeTimers: true });
  await screen.findByRole('heading', { name: 'Your Projects' });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  isNetworkGone = true;
  return user;
}

describe('a dialog that is needed when nothing can be loaded any more', () => {
  it('is there to sign in again', async () => {
    await loseNetwork();
    act(() => void session.renewed().catch(() => undefined));
    await screen.findByRole('dialog', { name: 'Sign in to continue' });
  });

  it('is there for unsaved changes', async () => {
    const user = await loseNetwork();
    server.disconnect('PATCH', '/api/projects/:id');
    await user.click(await within(screen.getByRole('main')).findByText('Beta'));
    await user.keyboard(' two');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByText('Some changes are not saved');
  });
});
