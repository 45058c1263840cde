import type { PushMessage } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow, type FakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
let browser: FakeWindow;
beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
  browser = fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const header = () => screen.findByRole('banner');
const pushed = async (message: PushMessage) => {
  await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
  fakeSocket.push(message);
};

describe('the header', () => {
  it('shows the balance, and the new one once it has changed [SHELL-14]', async () => {
    server.balance = 87.5;
    renderAddress();
    await within(await header()).findByText('87.5 zaps');
    server.balance = 82.5;
    await pushed({ type: 'balanceChanged', position: '9' });
    await within(await header()).findByText('82.5 zaps');
  });

  it.each([
    [{ firstName: 'Ada', email: 'ada@example.com' }, 'Welcome, Ada'],
    [{ firstName: ' ', email: 'ada@example.com' }, 'Welcome, ada@example.com'],
    [{ firstName: '', email: '' }, 'Welcome, User'],
  ])('welcomes %j [SHELL-15]', async (who, words) => {
    server.user = { ...ADA, id: projectId(9), ...who };
    renderAddress();
    await waitFor(async () => expect((await header()).textContent).toContain(words));
  });

  it('sends the browser to the logout of the server [SHELL-16]', async () => {
    renderAddress();
    const logout = within(await header()).getByRole<HTMLButtonElement>('button', { name: 'Logout' });
    expect(logout.type).toBe('submit');
    expect(logout.form?.getAttribute('action')).toBe('/api/logout');
    expect(logout.form?.method).toBe('post');
  });

  it('offers to skip to the content', async () => {
    renderAddress();
    await header();
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
    expect(screen.getByRole('main').id).toBe('main');
  });
});

describe('the sandbox label', () => {
  const from = (...kinds: string[]) => {
    const maker = (kind: string) => ({ name: 'one', label: 'One', sandbox: kinds.includes(kind) });
    const providers = { text: maker('text'), image: maker('image'), video: maker('video'), speech: maker('speech') };
    server.on('GET', '/api/config', () => ({
      json: { providers, purchases: 'sandbox', signIn: 'password' },
    }));
  };
  const ALL = 'Images, clips, texts and narration come from the built-in sandbox.';

  it('is in the header while only the sandbox makes things, and explains itself on focus', async () => {
    from('text', 'image', 'video', 'speech');
    const { user } = renderAddress();
    const label = await within(await header()).findByRole('button', { name: `Sandbox. ${ALL}` });
    expect(label.textContent).toBe('Sandbox');
    for (let tabs = 0; tabs < 40 && document.activeElement !== label; tabs += 1) await user.tab();
    expect(document.activeElement).toBe(label);
    expect((await screen.findByRole('tooltip')).textContent).toBe(ALL);
  });

  it('opens a sheet with the results of a real provider, and the settings for it', async () => {
    from('image', 'speech');
    const { user } = renderAddress();
    await user.click(await within(await header()).findByRole('button', { name: /^Sandbox/u }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Sandbox' }));
    sheet.getByText(/^Demo images, drawn on this computer\./u);
    expect(sheet.getAllByText('With a real provider')).toHaveLength(2);
    for (const setting of ['REPLICATE_API_TOKEN=your-token', 'SPEECH_PROVIDER=elevenlabs']) sheet.getByText(setting);
    expect(sheet.queryByText('OPENAI_API_KEY=your-key')).toBeNull();
  });

  it('names the provider of each kind, when they differ', async () => {
    from('image', 'video', 'speech');
    renderAddress();
    const words = 'Sandbox. Images, clips and narration: built-in sandbox. Texts: One.';
    await within(await header()).findByRole('button', { name: words });
  });

  it('is missing when all providers are real', async () => {
    from();
    const { queryClient } = renderAddress();
    await header();
    await waitFor(() => expect(queryClient.getQueryData(['/api/config'])).toBeDefined());
    expect(within(await header()).queryByRole('button', { name: /^Sandbox/u })).toBeNull();
  });
});

describe('the theme button', () => {
  const theme = () => document.documentElement.dataset.theme;

  it('switches between light and dark, and the choice is kept and applied again [SETTINGS-04]', async () => {
    const { user } = renderAddress();
    await user.click(within(await header()).getByRole('button', { name: 'Switch to dark theme' }));
    expect(theme()).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    leaveApp();

    delete document.documentElement.dataset.theme;
    const again = renderAddress();
    const toggle = within(await header()).getByRole('button', { name: 'Switch to light theme' });
    expect(theme()).toBe('dark');
    await again.user.click(toggle);
    expect(theme()).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
  });

  it.each([true, false])('starts from the system preference, dark: %s [SETTINGS-05]', async (dark) => {
    browser.preferDark(dark);
    renderAddress();
    await within(await header()).findByRole('button', { name: `Switch to ${dark ? 'light' : 'dark'} theme` });
    expect(theme()).toBe(dark ? 'dark' : 'light');
  });

  it('follows the system while nothing is chosen', async () => {
    renderAddress();
    await header();
    act(() => browser.preferDark(true));
    expect(theme()).toBe('dark');
  });
});

describe('a push message of the server', () => {
  it('reaches the screen without a reload', async () => {
    server.projects = [projectNumbered(1)];
    renderAddress();
    await header();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Project 1' });
    server.change(projectId(1), { title: 'Renamed elsewhere' });
    await pushed({ type: 'projectsChanged', projectIds: [projectId(1)], position: '9' });
    await within(screen.getByRole('main')).findByRole('button', { name: 'Renamed elsewhere' });
  });

  it('is followed by new reads after the connection was lost', async () => {
    server.projects = [projectNumbered(1)];
    renderAddress();
    await header();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Project 1' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    fakeSocket.connect();
    fakeSocket.disconnect();
    server.change(projectId(1), { title: 'Renamed meanwhile' });
    fakeSocket.connect();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Renamed meanwhile' });
  });

  it('is followed by new reads when the first attempt to connect has failed', async () => {
    server.projects = [projectNumbered(1)];
    renderAddress();
    await header();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Project 1' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    fakeSocket.fail();
    server.change(projectId(1), { title: 'Renamed meanwhile' });
    fakeSocket.connect();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Renamed meanwhile' });
  });

  it('is followed by new reads when it was sent before the connection', async () => {
    server.projects = [projectNumbered(1)];
    renderAddress();
    await header();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Project 1' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    server.change(projectId(1), { title: 'Renamed meanwhile' });
    fakeSocket.connect();
    fakeSocket.miss();
    await within(screen.getByRole('main')).findByRole('button', { name: 'Renamed meanwhile' });
  });
});
