import { screen, waitFor, within } from '@testing-library/react';
import { projectNumbered } from '../../../testing/app-server';
import { leaveApp } from '../../../testing/render-app';
import { renderAddress } from '../../../testing/render-address';
import { openSocial } from '../../../testing/social-stage';

afterEach(leaveApp);

const COUNTS = {
  described: 0,
  prompted: 0,
  withImage: 0,
  withMainVideo: 0,
  withImageAndMainVideo: 0,
  withAnyMedia: 0,
  narrated: 0,
};
const ALPHA = projectNumbered(1, {
  title: 'Alpha',
  story: 'Once.',
  sceneCount: 2,
  sceneCounts: { ...COUNTS, total: 2, described: 2 },
});

it('has a heading, and names the current project with its progress [SOCIAL-01]', async () => {
  const { server, queryClient } = openSocial({ projects: [ALPHA], current: ALPHA.id });
  await screen.findByRole('heading', { level: 1, name: 'Social Media Dashboard' });
  expect((await screen.findByText(/Current project:/)).textContent).toBe('Current project: Alpha');
  const progress = await screen.findByRole('progressbar', { name: 'Progress of the project' });
  // The project has only a story and scenes.
  expect(screen.getByText('2 of 7 parts complete')).toBeTruthy();
  expect(progress.getAttribute('aria-valuenow')).toBe('29');
  server.change(ALPHA.id, { completedVideoUrl: '/api/media/final.mp4' });
  await queryClient.invalidateQueries();
  expect(await screen.findByText('3 of 7 parts complete')).toBeTruthy();
});

it('has no progress and no name without a project [SOCIAL-01]', async () => {
  openSocial({ projects: [ALPHA] });
  await screen.findByRole('heading', { level: 1, name: 'Social Media Dashboard' });
  await screen.findByText(/No project is open/);
  expect(screen.queryByRole('progressbar', { name: 'Progress of the project' })).toBeNull();
});

it('leads to the full composer with the current project in its post, and from the sandbox back to it', async () => {
  const { user, address } = openSocial({ projects: [ALPHA], current: ALPHA.id });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Full Composer' });
  const { searchParams } = new URL(link.href);
  expect([searchParams.get('project'), searchParams.get('projectId')]).toEqual([ALPHA.id, ALPHA.id]);
  await user.click(screen.getByRole('link', { name: 'Published in the Sandbox' }));
  await user.click(await screen.findByRole('link', { name: 'Back to Social' }));
  await screen.findByRole('heading', { level: 1, name: 'Social Media Dashboard' });
  expect(address()).toContain(`project=${ALPHA.id}`);
});

describe('the posts published in the sandbox', () => {
  const published = (n: number) => ({
    id: `50c1a100-0009-4f7e-9a3c-${String(n).padStart(12, '0')}`,
    postId: `50c1a100-0001-4f7e-9a3c-${String(n).padStart(12, '0')}`,
    platform: 'tiktok' as const,
    accountName: 'My TikTok Account',
    title: `Post ${n}`,
    text: 'A storm is coming. #sea',
    mediaUrls: [],
    publishedAt: '2026-11-22T10:00:00.000Z',
  });

  it('have a page of their own, which loads older ones on demand', async () => {
    const { server, user } = openSocial();
    server.data.social.sandboxPosts.push(...Array.from({ length: 51 }, (_, n) => published(n + 1)));
    await user.click(await screen.findByRole('link', { name: 'Published in the Sandbox' }));
    const first = await screen.findByRole('article', { name: 'Post 1' });
    expect(within(first).getByText('A storm is coming. #sea')).toBeTruthy();
    expect(screen.queryByRole('article', { name: 'Post 51' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show Older Posts' }));
    await screen.findByRole('article', { name: 'Post 51' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show Older Posts' })).toBeNull());
  });

  it('show a message while there are none', async () => {
    openSocial();
    leaveApp();
    renderAddress('/social/published');
    await screen.findByRole('heading', { name: 'Nothing published yet' });
  });
});
