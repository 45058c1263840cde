import { act, screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow, type FakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

jest.mock('socket.io-client', () => jest.requireActual('../../testing/fake-socket'));

let server: AppServer;
let browser: FakeWindow;
beforeEach(() => {
  localStorage.clear();
  browser = fakeWindow();
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

  it('has a selector that chooses the look, keeps it, and follows the system again [SETTINGS-02]', async () => {
    const { user } = await open();
    const look = () => document.documentElement.dataset.theme;
    for (const [label, theme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
    ]) {
      await user.selectOptions(selectNamed('Theme'), label ?? '');
      expect([shownBy(selectNamed('Theme')), look(), localStorage.getItem('theme')]).toEqual([label, theme, theme]);
    }
    await user.selectOptions(selectNamed('Theme'), 'System');
    expect(localStorage.getItem('theme')).toBeNull();
    for (const dark of [true, false]) {
      act(() => browser.preferDark(dark));
      expect([shownBy(selectNamed('Theme')), look()]).toEqual(['System', dark ? 'dark' : 'light']);
    }
  });

  it('agrees with the button of the header [SETTINGS-02]', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(shownBy(selectNamed('Theme'))).toBe('Dark');
    await user.selectOptions(selectNamed('Theme'), 'Light');
    screen.getByRole('button', { name: 'Switch to dark theme' });
  });

  it('shows the account type, and an Upgrade that leads to the zaps and orders nothing [SETTINGS-03]', async () => {
    const { user, path } = await open();
    expect(page().getByText('Account Type').nextSibling?.textContent).toBe('Free Plan');
    await user.click(page().getByRole('button', { name: 'Upgrade' }));
    await screen.findByRole('heading', { level: 1, name: 'Zaps and Cost Tracking' });
    expect(path()).toBe('/credits');
    await waitFor(() => expect(server.sent('GET', '/api/credits/transactions')).toHaveLength(1));
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
