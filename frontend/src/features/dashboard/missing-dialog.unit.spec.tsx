import { screen, waitFor } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

let isNetworkGone = true;
jest.mock('../projects/RecentlyDeletedDialog', () => {
  if (isNetworkGone) throw new TypeError('Failed to fetch dynamically imported module');
  return jest.requireActual<object>('../projects/RecentlyDeletedDialog');
});

afterEach(leaveApp);

it('allows deleting again after its dialog could not be loaded', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeWindow();
  new AppServer();
  const { user } = renderAddress();
  await user.click(await screen.findByRole('button', { name: 'Recently Deleted' }));
  await screen.findByRole('alertdialog', { name: "Couldn't open this" });
  await user.keyboard('{Escape}');
  const opener = await screen.findByRole('button', { name: 'Recently Deleted' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
  isNetworkGone = false;
  await user.click(opener);
  await screen.findByRole('dialog', { name: 'Recently Deleted' });
  logged.mockRestore();
});
