import type { Project } from '@storyreel/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { projectWith, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { AppServer, projectId, projectNumbered } from '../../../testing/app-server';
import { fakeWindow } from '../../../testing/fake-window';
import { leaveApp, renderApp } from '../../../testing/render-app';
import { renderAddress } from '../../../testing/render-address';
import { socialAccountOf } from '../../../testing/social-fixtures';
import PublishTab from './PublishTab';

afterEach(leaveApp);

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'];
function open(part: Partial<Project> = {}) {
  const server = new MediaServer(sceneWith());
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return {
    server,
    ...renderApp(
      <RouterContextProvider router={router}>
        <PublishTab project={projectWith(part)} />
      </RouterContextProvider>,
    ),
  };
}
const rows = (): HTMLElement[] => PLATFORMS.map((name) => screen.getByText(name).closest('li') as HTMLElement);
const publishButtons = (): HTMLElement[] => rows().map((row) => within(row).getByRole('button', { name: 'Publish' }));

describe('a project without a completed video', () => {
  it('says where to upload one [PUBLISH-02]', () => {
    open();
    expect(screen.getByText('No completed video available')).toBeTruthy();
    expect(screen.getByText('Upload a video in the Create tab first')).toBeTruthy();
  });

  it('lists five platforms whose buttons are disabled [PUBLISH-03]', () => {
    open();
    expect(screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('button'))).toHaveLength(5);
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

  it('shows it [PUBLISH-01]', () => {
    open(done);
    expect(screen.getByLabelText('Completed video').getAttribute('src')).toBe('/api/media/final.mp4');
  });

  it('lets every platform be pressed, which makes no call and says that it comes [PUBLISH-03, PUBLISH-04]', async () => {
    const { server, user } = open(done);
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

  it('has the note about uploading by hand [PUBLISH-05]', () => {
    open(done);
    expect(screen.getByText(/integrations are coming soon.*download the video.*manually/)).toBeTruthy();
  });
});
