import type { DataArchive } from '@storyreel/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

const REQUESTED: DataArchive = {
  id: '6f1d9c1e-0b7f-4c80-9d6b-3a1f5ad0a001',
  state: 'preparing',
  requestedAt: '2026-11-20T09:00:00.000Z',
  percent: 40,
  file: null,
};
const READY: DataArchive = {
  ...REQUESTED,
  state: 'ready',
  percent: 100,
  file: {
    url: `/api/account/archives/${REQUESTED.id}/file`,
    bytes: 3_670_016,
    files: 1_234,
    leftOut: 2,
    until: '2026-11-27T09:00:00.000Z',
  },
};

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);

const open = (address = '/settings') => renderAddress(address);
const ask = () => screen.findByRole('button', { name: 'Download My Data' });

describe('the card for the account’s data', () => {
  it('prepares it, shows the progress, and then offers it for a week', async () => {
    const { user } = open();
    await user.click(await ask());
    await screen.findByText('Your data is being prepared. You can keep working, or leave.');
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    const percent = () =>
      screen.getByRole('progressbar', { name: 'Preparing your data' }).getAttribute('aria-valuenow');
    server.data.archive = REQUESTED;
    act(() => fakeSocket.push({ type: 'archiveChanged', state: 'preparing', position: '1' }));
    await waitFor(() => expect(percent()).toBe('40'));
    server.data.archive = READY;
    act(() => fakeSocket.push({ type: 'archiveChanged', state: 'ready', position: '2' }));
    await screen.findByText('Your data is ready');
    const link = await screen.findByRole('link', { name: 'Download' });
    expect(link).toHaveProperty('pathname', READY.file?.url);
    await screen.findByText(/1,234 files, 3\.5 MB/);
    await screen.findByText(/2 files couldn't be read/);
    await screen.findByRole('button', { name: 'Prepare Again' });
  });

  it('says on any screen that it is ready', async () => {
    open('/styles');
    await screen.findByRole('main');
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    act(() => fakeSocket.push({ type: 'archiveChanged', state: 'ready', position: '2' }));
    await screen.findByText('You can download it in Settings for a week.');
  });

  it('says why it was refused, and offers another attempt after a failure', async () => {
    server.data.archive = { ...REQUESTED, state: 'failed' };
    const json = { message: 'Your data can be prepared 3 times a day.', code: 'limit_reached' };
    server.on('POST', '/api/account/archive', () => ({ status: 400, json }));
    const { user } = open();
    await screen.findByText("Your data couldn't be prepared. Please try again.");
    await user.click(await ask());
    await screen.findByText('Your data can be prepared 3 times a day.');
  });
});
