import { createPostRequestSchema } from '@storyreel/contracts';
import { screen, waitFor } from '@testing-library/react';
import {
  button,
  CARD,
  field,
  leaveAndReturn,
  pick,
  toggle,
  withAll,
  write,
  ALPHA,
  submit,
  posted,
} from '../../../testing/post-card-stage';
import { holdToast } from '../../../testing/hold-toast';
import { leaveApp } from '../../../testing/render-app';
import { selectNamed, shownBy } from '../../../testing/select';
import { postWith, socialAccountId, socialAccountOf } from '../../../testing/social-fixtures';
import { findToast, inCard, openSocial, type SocialStage } from '../../../testing/social-stage';

afterEach(leaveApp);

describe('creating posts', () => {
  it('is disabled without any account, and while it is running [SOCIAL-27]', async () => {
    openSocial();
    expect(await button('Create Post')).toHaveProperty('disabled', true);
    leaveApp();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    stage.server.on('POST', '/api/social/posts', () =>
      asked.then(() => ({ status: 500, json: { message: 'No', code: 'internal' } })),
    );
    await submit(stage);
    await waitFor(async () => expect(await button('Create Post')).toHaveProperty('disabled', true));
    answer();
    await waitFor(async () => expect(await button('Create Post')).toHaveProperty('disabled', false));
  });

  it('sends one for each chosen platform, at the same time [SOCIAL-28]', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/, /TikTok/);
    await submit(stage);
    await findToast('Post Created', 'Your post has been created successfully');
    expect(posted(stage).map(({ platform, socialAccountId: id }) => [platform, id])).toEqual([
      ['youtube', socialAccountId('youtube')],
      ['tiktok', socialAccountId('tiktok')],
    ]);
  });

  it('leaves out a platform whose account was removed, and names it [SOCIAL-28]', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/, /TikTok/);
    stage.server.data.social.accounts.hold([
      socialAccountOf('youtube'),
      socialAccountOf('tiktok', { isActive: false }),
    ]);
    await stage.queryClient.invalidateQueries();
    await waitFor(async () => expect((await toggle(/TikTok/)).textContent).toContain('Not Connected'));
    await submit(stage);
    expect(await findToast('Account Required', 'Please connect a TikTok account first.')).toBe('destructive');
    expect(posted(stage).map(({ platform }) => platform)).toEqual(['youtube']);
    expect(await (await inCard(CARD)).findByText(/TikTok was skipped/)).toBeTruthy();
  });

  it('is confirmed, and empties the form [SOCIAL-29]', async () => {
    const stage = withAll({ projects: [ALPHA], current: ALPHA.id });
    await write(stage);
    await pick(stage, /YouTube/);
    await waitFor(() => expect(shownBy(selectNamed('Project Video'))).toBe('Final Video: Alpha'));
    await stage.user.selectOptions(selectNamed('Project Video'), 'No video');
    await submit(stage);
    expect(await findToast('Post Created', 'Your post has been created successfully')).toBe('default');
    await waitFor(async () => expect(await field('Post Title')).toHaveProperty('value', ''));
    expect(await field('Content')).toHaveProperty('value', '');
    expect((await toggle(/YouTube/)).getAttribute('aria-pressed')).toBe('false');
    expect(shownBy(selectNamed('Project Video'))).toBe('Final Video: Alpha');
  });

  it('shows an error when it failed, and keeps all text [SOCIAL-30]', async () => {
    const stage = withAll({ prepare: (server) => server.fail('POST', '/api/social/posts', 500) });
    await write(stage);
    await pick(stage, /YouTube/);
    await submit(stage);
    expect(await findToast('Creation Failed', 'Failed to create post. Please try again.')).toBe('destructive');
    expect(await field('Post Title')).toHaveProperty('value', 'The keeper');
    expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog.');
  });

  it('creates no second post where the first attempt has created one', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/, /TikTok/);
    stage.server.data.social.accounts.hold([socialAccountOf('youtube')]);
    await submit(stage);
    expect(await findToast('Creation Failed', 'Not found.')).toBe('destructive');
    expect(await (await inCard(CARD)).findByText(/Created for YouTube/)).toBeTruthy();
    expect((await toggle(/YouTube/)).getAttribute('aria-pressed')).toBe('false');
    stage.server.data.social.accounts.hold([socialAccountOf('youtube'), socialAccountOf('tiktok')]);
    await submit(stage);
    await findToast('Post Created', 'Your post has been created successfully');
    expect(stage.server.data.social.posts.live.map(({ platform }) => platform)).toEqual(['youtube', 'tiktok']);
  });

  it('creates one post when it is repeated after a lost answer', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    stage.server.disconnect('POST', '/api/social/posts');
    await submit(stage);
    expect(await findToast('Creation Failed', 'Failed to create post. Please try again.')).toBe('destructive');
    await submit(stage);
    await waitFor(() => expect(posted(stage)).toHaveLength(2));
    const keys = stage.server.sent('POST', '/api/social/posts').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[0]).toBeTruthy();
  });

  it('is discarded by Reset [SOCIAL-27]', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    await stage.user.type(await field('Hashtags'), 'sea');
    await stage.user.click(await button('Reset'));
    expect(
      [await field('Post Title'), await field('Content'), await field('Hashtags')].map(
        (each) => 'value' in each && each.value,
      ),
    ).toEqual(['', '', '']);
    expect((await toggle(/YouTube/)).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the draft of a post', () => {
  it('is offered when the screen is opened again', async () => {
    const stage = withAll();
    await write(stage);
    await leaveAndReturn(stage);
    await stage.user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
    expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog.');
  });

  it('is restored by Undo after Reset', async () => {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/);
    await stage.user.click(await button('Reset'));
    await stage.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect([await field('Post Title'), await field('Content')].map((each) => 'value' in each && each.value)).toEqual([
      'The keeper',
      'A lamp in the fog.',
    ]);
    expect((await toggle(/YouTube/)).getAttribute('aria-pressed')).toBe('true');
  });

  it('is offered to the next visit when Reset is undone after the screen was left', async () => {
    const stage = withAll();
    await write(stage);
    await stage.user.click(await button('Reset'));
    await screen.findByRole('button', { name: 'Undo' });
    holdToast();
    await leaveAndReturn(stage);
    await stage.user.click(screen.getByRole('button', { name: 'Undo' }));
    await stage.user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
    expect(await field('Content')).toHaveProperty('value', 'A lamp in the fog.');
  });

  it('needs no Undo when it is empty', async () => {
    const stage = withAll();
    await stage.user.click(await button('Reset'));
    expect(screen.queryByText('Form cleared')).toBeNull();
  });
});

describe('while posts are being created', () => {
  async function beginToPost(): Promise<SocialStage & { answer: () => void }> {
    const stage = withAll();
    await write(stage);
    await pick(stage, /YouTube/, /TikTok/);
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (answer = resolve));
    stage.server.on('POST', '/api/social/posts', ({ body }) => {
      const post = createPostRequestSchema.parse(body);
      return wait.then(() =>
        post.platform === 'tiktok'
          ? { status: 500, json: { message: 'No', code: 'internal' } }
          : { status: 201, json: postWith({ platform: post.platform }) },
      );
    });
    await submit(stage);
    return { ...stage, answer };
  }

  it('the fields accept no text that success would clear', async () => {
    const stage = await beginToPost();
    await stage.user.type(await field('Post Title'), ' of another post');
    expect(await field('Post Title')).toHaveProperty('value', 'The keeper');
    stage.answer();
    await findToast('Creation Failed', 'Failed to create post. Please try again.');
    await stage.user.type(await field('Post Title'), ' again');
    expect(await field('Post Title')).toHaveProperty('value', 'The keeper again');
  });

  it('leaving the screen keeps a draft only for the posts that failed', async () => {
    const stage = await beginToPost();
    await leaveAndReturn(stage);
    stage.answer();
    await findToast('Creation Failed', 'Failed to create post. Please try again.');
    await stage.user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
    const pressed = [await toggle(/YouTube/), await toggle(/TikTok/)].map((each) => each.getAttribute('aria-pressed'));
    expect(pressed).toEqual(['false', 'true']);
    expect(screen.queryByRole('button', { name: 'Restore Unsaved Text' })).toBeNull();
  });
});
