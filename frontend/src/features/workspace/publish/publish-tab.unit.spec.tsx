import type { Project } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { images, PROJECT_ID, projectWith, sceneWith } from '../../../testing/media-fixtures';
import { filmKeys } from '../../film/api';
import { refreshProjects } from '../../projects/api';
import { AppServer, projectId, projectNumbered } from '../../../testing/app-server';
import { fakeWindow } from '../../../testing/fake-window';
import { leaveApp } from '../../../testing/render-app';
import { renderAddress } from '../../../testing/render-address';
import { socialAccountOf } from '../../../testing/social-fixtures';
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

describe('a project without a completed video', () => {
  it('leads to where the film is made [PUBLISH-02]', async () => {
    const { user, search } = await open();
    expect(await screen.findByRole('heading', { name: 'Make your film' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make Your Film' }));
    await waitFor(() => expect(search()).toContain('tab=create'));
  });

  it('shows any film made here, also one that is not the final video [PUBLISH-02]', async () => {
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
    for (const button of publishButtons()) expect(button).toHaveProperty('disabled', false);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Connect a Platform' });
    expect(link).toBeTruthy();
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

  it('leads to a new post with the film for connected platforms, beside the button that stays as it is', async () => {
    fakeWindow();
    const server = new AppServer([projectNumbered(1, done)]);
    const accounts = [socialAccountOf('youtube'), socialAccountOf('tiktok', { isActive: false })];
    server.data.social.accounts.hold(accounts);
    const { user, address } = renderAddress(`/?project=${projectId(1)}&tab=publish`);
    const link = await screen.findByRole('link', { name: 'Schedule on YouTube' });
    expect(screen.getAllByRole('link', { name: /^Schedule on/ })).toEqual([link]);
    expect(publishButtons()).toHaveLength(5);
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Create New Post' });
    const query = new URL(address(), 'http://localhost').searchParams;
    expect([query.get('projectId'), query.get('video')]).toEqual([projectId(1), 'final']);
    expect(screen.getByRole('textbox', { name: 'Post Title' })).toHaveProperty('value', 'Project 1');
    expect(screen.getByRole('switch', { name: 'Schedule for later' }).getAttribute('aria-checked')).toBe('true');
  });

  it('shows it [PUBLISH-01]', async () => {
    await open(done);
    expect(screen.getByLabelText('Completed video').getAttribute('src')).toBe('/api/media/final.mp4');
  });

  it('lets every platform be pressed, which makes no call and says that it comes [PUBLISH-03, PUBLISH-04]', async () => {
    const { server, user } = await open(done);
    await waitFor(() => expect(server.sent('GET', '/api/social/accounts')).toHaveLength(1));
    const before = server.calls.length;
    for (const [index, button] of publishButtons().entries()) {
      await user.click(button);
      const line = `${PLATFORMS[index]} integration will be available in a future update.`;
      expect(await screen.findByText(line)).toBeTruthy();
      expect(screen.getByText('Feature Coming Soon').closest('[data-variant="destructive"]')).toBeTruthy();
    }
    expect(server.calls).toHaveLength(before);
  });

  it('has the note about uploading by hand [PUBLISH-05]', async () => {
    await open(done);
    expect(screen.getByText(/integrations are coming soon.*download the video.*manually/)).toBeTruthy();
  });
});
