import { act, screen, waitFor } from '@testing-library/react';
import { announceUser } from '../../platform/session/session-channel';
import { ADA, AppServer } from '../../testing/app-server';
import { FakeBroadcastChannel } from '../../testing/fake-broadcast-channel';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
let logged: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  FakeBroadcastChannel.install();
  server = new AppServer();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  leaveApp();
  FakeBroadcastChannel.uninstall();
  logged.mockRestore();
});

/** jsdom does not load pages but logs an error for each attempt. */
const reloads = () =>
  logged.mock.calls.filter(([error]) => /Not implemented: navigation/.test(String((error as Error).message)));
const otherWindow = (userId: string | null): void => act(() => announceUser(userId));
const askedWho = () => server.sent('GET', '/api/auth/user').length;

describe('a window whose user logs out in another one', () => {
  it('shows the landing page, and reloads when somebody signs in there; typed text is restored by the reloaded page only', async () => {
    renderAddress('/create-post');
    await screen.findByRole('banner');
    otherWindow(null);
    await screen.findByRole('link', { name: 'Get Started' });
    expect(reloads()).toEqual([]);
    const asked = askedWho();
    otherWindow(ADA.id);
    expect(reloads()).toHaveLength(1);
    await screen.findByRole('link', { name: 'Get Started' });
    expect(askedWho()).toBe(asked);
  });
});

describe('a window that is still checking the user', () => {
  it('is not reloaded at a sign-in elsewhere', async () => {
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (answer = resolve));
    server.on('GET', '/api/auth/user', () => wait.then(() => ({ json: ADA })));
    renderAddress();
    await waitFor(() => expect(askedWho()).toBe(1));
    otherWindow(ADA.id);
    await act(async () => answer());
    await screen.findByRole('banner');
    expect(reloads()).toEqual([]);
  });
});
