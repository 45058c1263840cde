import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow, type FakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { readSidebarCookie, Sidebar, SIDEBAR_COOKIE_MAX_AGE, sidebarCookie, SidebarProvider } from './Sidebar';
import { declared } from '../../testing/unread-styles';

let server: AppServer;
let browser: FakeWindow;
beforeEach(() => {
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  browser = fakeWindow();
  server = new AppServer([1, 2, 3, 4].map((n) => projectNumbered(n)));
});
afterEach(leaveApp);

const main = () => screen.findByRole('navigation', { name: 'Main' });
const recent = () => screen.findByRole('region', { name: 'Recent Projects' });
const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar' });
const pressB = (modifier: 'ctrlKey' | 'metaKey') => fireEvent.keyDown(window, { key: 'b', [modifier]: true });

describe('the sidebar', () => {
  it('has six entries with their addresses [SHELL-01]', async () => {
    renderAddress();
    const links = within(await main()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Projects', '/'],
      ['Research', '/research'],
      ['Social', '/social'],
      ['Styles', '/styles'],
      ['Zaps', '/credits'],
      ['Settings', '/settings'],
    ]);
  });

  it.each([
    ['/', 'Projects'],
    ['/styles', 'Styles'],
    ['/social', 'Social'],
    ['/create-post', 'Social'],
    ['/calendar', 'Social'],
  ])('at %s shows only %s as active [SHELL-03]', async (address, label) => {
    renderAddress(address);
    const links = within(await main()).getAllByRole('link');
    const active = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(active.map(({ textContent }) => textContent)).toEqual([label]);
  });

  it('leads from an open project back to the list [SHELL-02]', async () => {
    const { user, address } = renderAddress(`/?project=${projectId(2)}`);
    await screen.findByRole('button', { name: 'New Scene' });
    await user.click(within(await main()).getByRole('link', { name: 'Projects' }));
    await screen.findByRole('heading', { name: 'Your Projects' });
    expect(address()).toBe('/');
  });

  it('creates a project by its quick action [SHELL-04]', async () => {
    const { user, address } = renderAddress();
    await user.click(within(await screen.findByRole('complementary')).getByRole('button', { name: 'New Project' }));
    await waitFor(() => expect(server.titles()).toContain('Untitled Project'));
    await waitFor(() => expect(address()).toContain(server.projects[0]?.id ?? 'none'));
  });
});

describe('recent projects', () => {
  const shown = async () =>
    (await within(await recent()).findAllByRole('button')).map(({ textContent }) => textContent);

  it('are the first three of the list, by title [SHELL-05]', async () => {
    server.projects = ['Delta', 'Alpha', 'Charlie', 'Bravo'].map((title, at) => projectNumbered(at + 1, { title }));
    renderAddress();
    expect(await shown()).toEqual(['Delta', 'Alpha', 'Charlie']);
  });

  it('begin with a new one, and stay three [SHELL-05]', async () => {
    const { user } = renderAddress();
    expect(await shown()).toEqual(['Project 1', 'Project 2', 'Project 3']);
    await user.click(within(await screen.findByRole('complementary')).getByRole('button', { name: 'New Project' }));
    await waitFor(async () => expect(await shown()).toEqual(['Untitled Project', 'Project 1', 'Project 2']));
  });

  it('are fewer when the list is shorter [SHELL-05]', async () => {
    server.projects = [projectNumbered(7)];
    renderAddress();
    expect(await shown()).toEqual(['Project 7']);
  });

  it('show a message when there are none [SHELL-05]', async () => {
    server.projects = [];
    renderAddress();
    await within(await recent()).findByText('No recent projects');
  });

  it('open on a click [SHELL-06]', async () => {
    const { user, address } = renderAddress('/styles');
    await user.click(await within(await recent()).findByRole('button', { name: 'Project 2' }));
    await screen.findByRole('button', { name: 'New Scene' });
    expect(address()).toContain(`project=${projectId(2)}`);
  });
});

describe('on a wide window', () => {
  it.each(['ctrlKey', 'metaKey'] as const)('toggles by B with %s [SHELL-09]', async (modifier) => {
    renderAddress();
    await main();
    expect(sidebar().dataset.state).toBe('open');
    pressB(modifier);
    expect(sidebar().dataset.state).toBe('collapsed');
    pressB(modifier);
    expect(sidebar().dataset.state).toBe('open');
  });

  const width = () => sidebar().style.getPropertyValue('--sidebar-width');

  it('is 16rem wide unless told otherwise [SHELL-10]', () => {
    renderApp(
      <SidebarProvider>
        <Sidebar>Entries</Sidebar>
      </SidebarProvider>,
    );
    expect(width()).toBe('16rem');
    expect(declared(sidebar(), 'width')).toBe('var(--sidebar-width)');
  });

  it('is 20rem wide in the main shell, 3rem when collapsed [SHELL-11]', async () => {
    renderAddress();
    await main();
    expect(width()).toBe('20rem');
    pressB('ctrlKey');
    expect(width()).toBe('3rem');
  });

  it('keeps the names of its entries when collapsed to icons', async () => {
    renderAddress();
    await main();
    pressB('ctrlKey');
    within(await main()).getByRole('link', { name: 'Research' });
  });

  it('stores its state in a cookie for seven days, and restores it from there [SHELL-13]', async () => {
    const { user } = renderAddress();
    await main();
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(document.cookie).toContain('sidebar_state=false');
    expect(sidebarCookie(false)).toBe(`sidebar_state=false; path=/; max-age=604800; samesite=lax`);
    expect(SIDEBAR_COOKIE_MAX_AGE).toBe(7 * 24 * 60 * 60);
    leaveApp();

    renderAddress();
    await main();
    expect(sidebar().dataset.state).toBe('collapsed');
  });

  it.each([
    ['', true],
    ['a=1; sidebar_state=true', true],
    ['a=1; sidebar_state=false; b=2', false],
    ['my_sidebar_state=false', true],
  ])('reads the cookies %j as open: %s', (cookies, open) => {
    expect(readSidebarCookie(cookies)).toBe(open);
  });
});

describe('on a phone', () => {
  beforeEach(() => browser.resize(390));
  const openPanel = async (user: ReturnType<typeof renderAddress>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    return within(await screen.findByRole('dialog', { name: 'Sidebar' }));
  };

  it('is a panel over the page that closes after any choice [SHELL-07]', async () => {
    const { user, path } = renderAddress();
    await screen.findByRole('heading', { name: 'Your Projects' });
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();

    await user.click((await openPanel(user)).getByRole('link', { name: 'Styles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe('/styles');

    await user.click(await (await openPanel(user)).findByRole('button', { name: 'Project 1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click((await openPanel(user)).getByRole('button', { name: 'New Project' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is used below 768 px, but not at 768 px [SHELL-08]', async () => {
    renderAddress();
    await screen.findByRole('heading', { name: 'Your Projects' });
    act(() => browser.resize(767));
    expect(screen.queryByRole('complementary')).toBeNull();
    act(() => browser.resize(768));
    expect(screen.queryByRole('complementary')).not.toBeNull();
  });
});
