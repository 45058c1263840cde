import type { Project, SocialAccount } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { images, PROJECT_ID, projectWith, sceneWith } from '../../../testing/media-fixtures';
import { filmKeys } from '../../film/api';
import { refreshProjects } from '../../projects/api';
import { AppServer, projectId, projectNumbered } from '../../../testing/app-server';
import { fakeSocket } from '../../../testing/fake-socket';
import { fakeWindow } from '../../../testing/fake-window';
import { leaveApp } from '../../../testing/render-app';
import { renderAddress } from '../../../testing/render-address';
import { postId, postWith, socialAccountOf } from '../../../testing/social-fixtures';
import { renderWorkspace } from '../../../testing/render-workspace';
import { WorkspaceServer } from '../../../testing/workspace-server';

afterEach(leaveApp);

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'];
async function open(part: Partial<Project> = {}, tab: 'create' | 'publish' = 'publish') {
  const server = new WorkspaceServer([sceneWith(images(1))], projectWith(part));
  const app = renderWorkspace(tab);
  await screen.findByRole('tab', { name: /^Publish/ });
  if (tab === 'publish') await screen.findByRole('heading', { name: 'Platforms' });
  return { server, ...app };
}
const rows = (): HTMLElement[] => PLATFORMS.map((name) => screen.getByText(name).closest('li') as HTMLElement);
const publishButtons = (): HTMLElement[] => rows().map((row) => within(row).getByRole('button', { name: 'Publish' }));
/** Returns the names of the actions in each row. */
const actions = () =>
  rows().map((row) => [...row.querySelectorAll('a, button')].map((action) => action.textContent?.trim()).join(', '));

describe('a project without a completed video', () => {
  it('leads to the Create tab [PUBLISH-02]', async () => {
    const { user, search } = await open();
    expect(await screen.findByRole('heading', { name: 'Make your film' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make Your Film' }));
    await waitFor(() => expect(search()).toContain('tab=create'));
  });

  it('shows any film made here, also drafts [PUBLISH-02]', async () => {
    const { server, user, queryClient } = await open({}, 'create');
    await user.click(await screen.findByRole('radio', { name: 'Draft 360p' }));
    await user.click(screen.getByRole('button', { name: /^Make the Film/ }));
    await screen.findByRole('group', { name: 'Film being made, Draft 360p' });
    await user.click(screen.getByRole('tab', { name: /^Publish/ }));
    expect(await screen.findByRole('heading', { name: 'Your film is being made' })).toBeTruthy();
    server.doWork();
    server.data.setProject(server.data.keptProject(PROJECT_ID), { ...server.project, completedVideoUrl: null });
    await refreshProjects(queryClient);
    await queryClient.invalidateQueries({ queryKey: filmKeys.of(PROJECT_ID) });
    const film = server.data.films[0]?.row;
    const player = await screen.findByLabelText('Completed video');
    expect(player.getAttribute('src')).toBe(film?.files?.url);
    expect(await screen.findByRole('link', { name: 'Connect YouTube' })).toBeTruthy();
  });

  it('lists five platforms whose buttons are disabled [PUBLISH-03]', async () => {
    await open();
    const list = rows()[0]?.closest('ul') as HTMLElement;
    expect(within(list).getAllByRole('listitem')).toEqual(rows());
    for (const button of publishButtons()) expect(button).toHaveProperty('disabled', true);
  });
});

describe('a project with a completed video', () => {
  const done = { completedVideoUrl: '/api/media/final.mp4', completedVideoStatus: 'complete' as const };

  const openWith = (...accounts: SocialAccount[]) => {
    fakeWindow();
    const server = new AppServer([projectNumbered(1, { ...done, description: 'A keeper and a storm.' })]);
    server.data.social.accounts.hold(accounts);
    return { server, ...renderAddress(`/?project=${projectId(1)}&tab=publish`) };
  };

  it('offers the action of each platform: post, connect, or come later [PUBLISH-03]', async () => {
    openWith(socialAccountOf('youtube'), socialAccountOf('tiktok', { isActive: false }));
    await screen.findByRole('link', { name: 'Publish on YouTube' });
    expect(actions()).toEqual(['Schedule, Publish', 'Connect', 'Connect', 'Publish', 'Publish']);
    const connect = screen.getByRole<HTMLAnchorElement>('link', { name: 'Connect TikTok' });
    expect(new URL(connect.href).pathname).toBe('/social');
  });

  it.each([
    ['Publish on YouTube', 'false'],
    ['Schedule on YouTube', 'true'],
  ])('opens the composer by %s with film, title, description and hashtags', async (name, isLater) => {
    const { user, address } = openWith(socialAccountOf('youtube'));
    await user.click(await screen.findByRole('link', { name }));
    await screen.findByRole('heading', { level: 1, name: 'Create New Post' });
    const query = new URL(address(), 'http://localhost').searchParams;
    expect([query.get('projectId'), query.get('video')]).toEqual([projectId(1), 'final']);
    expect(screen.getByRole('textbox', { name: 'Post Title' })).toHaveProperty('value', 'Project 1');
    expect(screen.getByRole('textbox', { name: 'Content' })).toHaveProperty('value', 'A keeper and a storm.');
    expect(screen.getByRole('button', { name: 'Remove hashtag #shortfilm' })).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Schedule for later' }).getAttribute('aria-checked')).toBe(isLater);
  });

  it('has a yellow dot for a scheduled post, and a green one as soon as it is published [DOTS-08]', async () => {
    fakeWindow();
    const server = new AppServer([projectNumbered(1, done)]);
    server.data.social.posts.hold([postWith({ projectId: projectId(1), scheduledAt: '2031-01-01T09:00:00.000Z' })]);
    renderAddress(`/?project=${projectId(1)}&tab=publish`);
    const dot = async () => within(await screen.findByRole('tab', { name: /^Publish/ })).getByRole('img').title;
    await waitFor(async () => expect(await dot()).toBe('In Progress'));
    server.data.social.posts.change(postId(1), { status: 'published' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    fakeSocket.push({ type: 'postsChanged', postIds: [postId(1)], position: '9' });
    await waitFor(async () => expect(await dot()).toBe('Complete'));
  });

  it('shows the video [PUBLISH-01]', async () => {
    await open(done);
    expect(screen.getByLabelText('Completed video').getAttribute('src')).toBe('/api/media/final.mp4');
  });

  it('has a button for an unavailable platform, which makes no call and says that it comes [PUBLISH-03, PUBLISH-04]', async () => {
    const { server, user } = await open(done);
    await screen.findByRole('link', { name: 'Connect YouTube' });
    const before = server.calls.length;
    const buttons = screen.getAllByRole('button', { name: 'Publish' });
    expect(buttons).toHaveLength(2);
    for (const [index, name] of ['Twitter', 'LinkedIn'].entries()) {
      await user.click(buttons[index] as HTMLElement);
      const line = `${name} integration will be available in a future update.`;
      expect(await screen.findByText(line)).toBeTruthy();
      expect(screen.getByText('Feature Coming Soon').closest('[data-variant="destructive"]')).toBeTruthy();
    }
    expect(server.calls).toHaveLength(before);
  });

  it('has the note about uploading by hand [PUBLISH-05]', async () => {
    await open(done);
    expect(
      screen.getByText(/^Integrations with Twitter and LinkedIn are coming soon.*download the video.*manually/),
    ).toBeTruthy();
  });
});
