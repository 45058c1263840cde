import { act, screen, waitFor } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';
import { renderWorkspace } from '../testing/render-workspace';
import { WorkspaceServer } from '../testing/workspace-server';

beforeEach(() => fakeWindow());
afterEach(leaveApp);
const tab = (name: RegExp | string) => screen.findByRole('tab', { name });

describe('addresses', () => {
  it('Back returns from a tab to the tab before', async () => {
    new WorkspaceServer();
    const { user, search, back } = renderWorkspace('story');
    await user.click(await tab(/^Scenes/));
    await user.click(await tab(/^Audio/));
    await waitFor(() => expect(search()).toContain('tab=audio'));
    act(() => back());
    await waitFor(() => expect(search()).toContain('tab=scenes'));
    await waitFor(async () => expect((await tab(/^Scenes/)).getAttribute('aria-selected')).toBe('true'));
    act(() => back());
    await waitFor(() => expect(search()).toContain('tab=story'));
  });

  it('/projects is the list of projects', async () => {
    new AppServer([projectNumbered(1)]);
    const { address } = renderAddress('/projects');
    await screen.findByRole('heading', { name: 'Your Projects' }, { timeout: 10_000 });
    expect(address()).toBe('/');
  });

  it('the tabs of Zaps have addresses of their own, and an unknown one shows the first tab', async () => {
    new AppServer();
    const { user, address, go } = renderAddress('/credits?view=usage');
    expect((await tab('Usage')).getAttribute('aria-selected')).toBe('true');
    await user.click(await tab('Transactions'));
    await waitFor(() => expect(address()).toBe('/credits?view=transactions'));
    act(() => go('/credits?view=nonsense'));
    await waitFor(async () => expect((await tab('Purchase')).getAttribute('aria-selected')).toBe('true'));
  });

  it('a visitor’s address is remembered by the links that sign in', async () => {
    const server = new AppServer();
    server.user = null;
    const asked = `/?project=${projectId(1)}&tab=board`;
    renderAddress(asked);
    const hrefOf = async (name: string) =>
      new URL((await screen.findByRole<HTMLAnchorElement>('link', { name })).href).searchParams;
    expect((await hrefOf('Get Started')).get('next')).toBe(asked);
    const signIn = await hrefOf('Sign In');
    expect([signIn.get('next'), signIn.get('form')]).toEqual([asked, 'sign-in']);
  });
});
