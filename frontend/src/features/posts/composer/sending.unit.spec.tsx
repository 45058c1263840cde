import { type SocialPlatform } from '@storyreel/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import type { AppServer } from '../../../testing/app-server';
import {
  button,
  card,
  connect,
  field,
  openComposer,
  selected,
  sentPosts,
  serveComposer,
  switchSchedule,
  valueOf,
  writePost,
} from '../../../testing/composer-page';
import { holdToast } from '../../../testing/hold-toast';
import type { RenderedAddress } from '../../../testing/render-address';
import { selectNamed } from '../../../testing/select';
import { postWith, socialAccountId } from '../../../testing/social-fixtures';

const POSTS = '/api/social/posts';
let server: AppServer;
serveComposer((made) => (server = made));
const sent = () => sentPosts(server);

const POST = postWith({ isPublishing: true });
const STORM = {
  id: '50c1a100-0003-4f7e-9a3c-000000000001',
  name: 'Storm',
  contentTemplate: 'A storm.',
  hashtagTemplate: 'storm',
  isSeeded: true,
};

describe('sending', () => {
  it('makes one post for each platform, each with its own account [COMPOSER-30, COMPOSER-31]', async () => {
    connect(server, 'tiktok', 'youtube', 'instagram');
    const { user } = await openComposer();
    await writePost(user);
    await user.click(card('youtube'));
    await user.click(card('tiktok'));
    await user.type(field('Hashtags'), 'sea');
    await user.selectOptions(selectNamed('Visibility'), 'Unlisted');
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    expect(screen.getByText('Your post has been created successfully')).toBeTruthy();
    expect(sent()).toEqual(
      (['instagram', 'youtube', 'tiktok'] as const).map((platform) => ({
        title: 'The keeper',
        content: 'A lamp in the fog.',
        platform,
        socialAccountId: socialAccountId(platform),
        visibility: 'unlisted',
        projectId: null,
        sceneId: null,
        hashtags: ['sea'],
        mentions: [],
        selectedProjectVideo: null,
        mediaUrls: [],
        publishNow: true,
      })),
    );
    await waitFor(() => expect(valueOf('Content')).toBe(''));
  });

  it('sends the time of a scheduled post, and does not publish it [COMPOSER-31]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.click(switchSchedule());
    await user.click(button('Schedule Post'));
    await screen.findByText('Post Created');
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(9, 0, 0, 0);
    expect(sent()[0]).toMatchObject({ scheduledAt: tomorrow.toISOString() });
    expect(sent()[0]).not.toHaveProperty('publishNow');
  });

  it('shows where and when the post is published, with a link to the calendar, and Undo', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.click(switchSchedule());
    await user.click(button('Schedule Post'));
    expect((await screen.findByText(/^It goes out on Instagram: /)).textContent).toContain('9:00');
    await user.click(button('Undo'));
    await screen.findByText('Post deleted');
    expect(server.data.social.posts.live).toEqual([]);

    await writePost(user);
    await user.click(button('Publish Now'));
    const toast = (await screen.findByText('It is being published on Instagram now.')).closest('li');
    expect(toast?.textContent).not.toContain('Undo');
    await user.click(button('See It in the Calendar'));
    await screen.findByRole('heading', { name: 'Social Media Dashboard' });
  });

  it('names missing fields, and sends nothing [COMPOSER-27]', async () => {
    const { user } = await openComposer();
    await user.click(button('Publish Now'));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Title is required',
      'Content is required',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field('Post Title')));
    expect(sent()).toEqual([]);
    await writePost(user);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('skips a platform without an account, with a message [COMPOSER-29]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.click(card('tiktok'));
    await user.click(button('Publish Now'));
    await screen.findByText('Account Required');
    expect(screen.getByText('Please connect a TikTok account first.')).toBeTruthy();
    expect(sent().map(({ platform }) => platform)).toEqual(['instagram']);
    const note = screen.getByRole('status', { name: 'Outcome of the post' });
    expect(note.textContent).toContain('Created for Instagram.');
    expect(note.textContent).toContain('TikTok was skipped');
    // Posts that were already created are not sent again.
    await user.click(button('Publish Now'));
    expect(sent()).toHaveLength(1);
    expect(screen.getByText('Account is required')).toBeTruthy();
  });

  it('shows a failure with the server’s message, or with its own [COMPOSER-32, COMPOSER-33]', async () => {
    const { user } = await openComposer();
    await writePost(user);
    server.fail('POST', POSTS, 409, 'There is no room for another post.');
    await user.click(button('Publish Now'));
    await screen.findByText('Error');
    expect(screen.getAllByText('There is no room for another post.', { exact: false }).length).toBeGreaterThan(0);
    server.breaks('POST', POSTS, () => ({ status: 502, text: '<html>Bad gateway</html>' }));
    await user.click(button('Publish Now'));
    await screen.findByText('Failed to create post');
    expect(valueOf('Content')).toBe('A lamp in the fog.');
  });

  it('keeps the failed platforms, and repeats only them, with the same key', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.click(card('youtube'));
    const keys: (string | null)[] = [];
    let line = false;
    server.on('POST', POSTS, ({ body, headers }) => {
      const { platform } = body as { platform: SocialPlatform };
      if (platform === 'youtube') keys.push(headers.get('idempotency-key'));
      if (platform === 'youtube' && !line) return Promise.reject(new TypeError('Failed to fetch'));
      const kept = server.data.social.posts.add({ ...POST, platform, socialAccountId: socialAccountId(platform) });
      return { status: 201, json: kept };
    });
    await user.click(button('Publish Now'));
    const note = await screen.findByRole('status', { name: 'Outcome of the post' });
    expect(note.textContent).toContain('Created for Instagram.');
    expect(note.textContent).toContain('YouTube: Failed to create post');
    expect(selected('instagram', 'youtube')).toEqual([false, true]);
    expect(valueOf('Post Title')).toBe('The keeper');
    line = true;
    await user.click(button('Publish Now'));
    await screen.findByText('Post Created');
    expect(sent().map(({ platform }) => platform)).toEqual(['instagram', 'youtube', 'youtube']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(screen.queryByRole('status', { name: 'Outcome of the post' })).toBeNull();
  });

  it('sends once for repeated clicks, and does not send on Enter in a field', async () => {
    const { user } = await openComposer();
    await writePost(user);
    await user.type(field('Post Title'), '{Enter}');
    expect(sent()).toEqual([]);
    await user.dblClick(button('Publish Now'));
    await screen.findByText('Post Created');
    expect(sent()).toHaveLength(1);
  });
});

describe('an unsent draft', () => {
  const bringBack = () => screen.queryAllByRole('button', { name: 'Restore Unsaved Text' })[0] ?? null;
  async function leaveAndReturn({ go }: RenderedAddress): Promise<void> {
    act(() => go('/settings'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Create New Post' })).toBeNull());
    act(() => go('/create-post'));
    await screen.findAllByText('Connected');
  }

  it('is offered to the next visit, also when the answer was lost', async () => {
    const app = await openComposer();
    await writePost(app.user);
    server.disconnect('POST', POSTS);
    await app.user.click(button('Publish Now'));
    await screen.findByText('Error');
    await leaveAndReturn(app);
    expect(valueOf('Content')).toBe('');
    await app.user.click(bringBack() ?? document.body);
    expect([valueOf('Post Title'), valueOf('Content')]).toEqual(['The keeper', 'A lamp in the fog.']);
  });

  it('is no longer offered once it is sent, also when the answer arrives after the composer was left', async () => {
    const app = await openComposer();
    await writePost(app.user);
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    server.on('POST', POSTS, async () => {
      await wait;
      return { status: 201, json: POST };
    });
    await app.user.click(button('Publish Now'));
    await leaveAndReturn(app);
    expect(bringBack()).not.toBeNull();
    answer();
    await waitFor(() => expect(bringBack()).toBeNull());
  });

  it.each([
    ['Clear', () => button('Clear')],
    ['a template', () => screen.findByRole('button', { name: /^Storm/ })],
  ])('is offered to the next visit when %s is undone after the composer was left', async (_, taken) => {
    server.data.social.templates.hold([STORM]);
    const app = await openComposer();
    await writePost(app.user);
    await app.user.click(await taken());
    await screen.findByRole('button', { name: 'Undo' });
    holdToast();
    await leaveAndReturn(app);
    await app.user.click(button('Undo'));
    await app.user.click(bringBack() ?? document.body);
    expect([valueOf('Post Title'), valueOf('Content')]).toEqual(['The keeper', 'A lamp in the fog.']);
  });

  it('is offered only for the platforms that did not get it', async () => {
    const app = await openComposer();
    await writePost(app.user);
    await app.user.click(card('tiktok'));
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    server.on('POST', POSTS, async () => {
      await wait;
      return { status: 201, json: POST };
    });
    await app.user.click(button('Publish Now'));
    await leaveAndReturn(app);
    answer();
    await screen.findByText('Account Required');
    await app.user.click(bringBack() ?? document.body);
    expect(selected('instagram', 'tiktok')).toEqual([false, true]);
    expect(bringBack()).toBeNull();
  });
});
