import { screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

jest.mock('socket.io-client', () => jest.requireActual('../../testing/fake-socket'));

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const page = () => within(screen.getByRole('main'));
async function open() {
  const app = renderAddress('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return app;
}

describe('the settings screen', () => {
  it('has a theme selector with three values, system by default [SETTINGS-01]', async () => {
    await open();
    expect(shownBy(selectNamed('Theme'))).toBe('System');
    expect(offeredBy(selectNamed('Theme'))).toEqual(['Light', 'Dark', 'System']);
  });

  it('changes neither look nor storage by that selector [SETTINGS-02]', async () => {
    const { user } = await open();
    const before = document.documentElement.dataset.theme;
    for (const choice of ['Dark', 'Light']) {
      await user.selectOptions(selectNamed('Theme'), choice);
      expect(shownBy(selectNamed('Theme'))).toBe(choice);
      expect(document.documentElement.dataset.theme).toBe(before);
      expect(localStorage.getItem('theme')).toBeNull();
    }
  });

  it('shows the account type, and an Upgrade that makes no call [SETTINGS-03]', async () => {
    const { user } = await open();
    expect(page().getByText('Account Type').nextSibling?.textContent).toBe('Free Plan');
    await waitFor(() => expect(server.sent('GET', '/api/projects')).toHaveLength(1));
    const calls = server.calls.length;
    await user.click(page().getByRole('button', { name: 'Upgrade' }));
    expect(server.calls).toHaveLength(calls);
  });
});
