import type { Project } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { projectWith, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';
import PublishTab from './PublishTab';

afterEach(leaveApp);

const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Twitter', 'LinkedIn'];
function open(part: Partial<Project> = {}) {
  const server = new MediaServer(sceneWith());
  return { server, ...renderApp(<PublishTab project={projectWith(part)} />) };
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
  const done = { completedVideoUrl: '/api/media/final.mp4' };

  it('shows it [PUBLISH-01]', () => {
    open(done);
    expect(screen.getByLabelText('Completed video').getAttribute('src')).toBe('/api/media/final.mp4');
  });

  it('lets every platform be pressed, which makes no call and says that it comes [PUBLISH-03, PUBLISH-04]', async () => {
    const { server, user } = open(done);
    for (const [index, button] of publishButtons().entries()) {
      await user.click(button);
      const line = `${PLATFORMS[index]} integration will be available in a future update.`;
      expect(await screen.findByText(line)).toBeTruthy();
      expect(screen.getByText('Feature Coming Soon').closest('[data-variant="destructive"]')).toBeTruthy();
    }
    expect(server.calls).toHaveLength(0);
  });

  it('has the note about uploading by hand [PUBLISH-05]', () => {
    open(done);
    expect(screen.getByText(/integrations are coming soon.*download the video.*manually/)).toBeTruthy();
  });
});
