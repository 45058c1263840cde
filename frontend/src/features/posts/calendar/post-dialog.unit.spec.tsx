import type { SocialPost } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveApp } from '../../../testing/render-app';
import { fakeSocket } from '../../../testing/fake-socket';
import { postId, postWith, socialAccountOf } from '../../../testing/social-fixtures';
import { inCard, openSocial, type SocialStage } from '../../../testing/social-stage';

afterEach(leaveApp);

/** Opens a post in the calendar of this month. */
async function open(part: Partial<SocialPost> = {}): Promise<SocialStage & { dialog: ReturnType<typeof within> }> {
  const now = new Date().toISOString();
  const post = postWith({ title: 'Storm', content: 'One line\nand another', createdAt: now, updatedAt: now, ...part });
  const stage = openSocial({ accounts: [socialAccountOf('instagram')], posts: [post] });
  await stage.user.click(await (await inCard('Content Calendar')).findByRole('button', { name: /^Storm,/ }));
  return { ...stage, dialog: within(await screen.findByRole('dialog', { name: 'Storm' })) };
}
const kept = ({ server }: SocialStage): SocialPost[] => server.data.social.posts.live;

it('shows all fields of a post', async () => {
  const { dialog } = await open({ hashtags: ['sea'], mentions: ['ada'] });
  expect(dialog.getByText(/One line\s+and another/)).toBeTruthy();
  expect(dialog.getByText('@ada #sea')).toBeTruthy();
  expect(dialog.getByText('My Instagram Account')).toBeTruthy();
  expect(dialog.getByText('Sandbox')).toBeTruthy();
});

it('changes only the edited fields', async () => {
  const stage = await open();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Edit' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
  const title = editor.getByLabelText<HTMLInputElement>('Title');
  const { value } = title;
  await stage.user.clear(title);
  await stage.user.click(editor.getByRole('button', { name: 'Save Post' }));
  expect(document.activeElement).toBe(title);
  await stage.user.keyboard(value);
  await stage.user.type(editor.getByLabelText('Hashtags'), 'sea #storm');
  await stage.user.click(editor.getByRole('button', { name: 'Save Post' }));
  await screen.findByText('Post updated');
  const [patch] = stage.server.sent('PATCH', `/api/social/posts/${postId(1)}`);
  expect(patch?.body).toEqual({ hashtags: ['sea', 'storm'] });
});

it.each([
  ['saved', 'Save Post', 'PATCH', '/api/social/posts/:id'],
  ['published', 'Publish Now', 'POST', '/api/social/posts/:id/publish'],
] as const)('stays closed when it is closed while it is being %s', async (_, label, method, path) => {
  const stage = await open();
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  const [post] = kept(stage);
  stage.server.on(method, path, () => wait.then(() => ({ json: post })));
  if (label === 'Save Post') {
    await stage.user.click(stage.dialog.getByRole('button', { name: 'Edit' }));
    await stage.user.type(await within(await screen.findByRole('dialog')).findByLabelText('Hashtags'), 'sea');
  }
  await stage.user.click(screen.getByRole('button', { name: label }));
  await stage.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const reads = stage.server.sent('GET', '/api/social/posts').length;
  await act(async () => answer());
  await waitFor(() => expect(stage.server.sent('GET', '/api/social/posts').length).toBeGreaterThan(reads));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps the text of a closed editor, and offers it again', async () => {
  const stage = await open();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Edit' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
  await stage.user.type(editor.getByLabelText('Title'), ' at sea');
  await stage.user.click(editor.getByRole('button', { name: 'Cancel' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
  const title = within(await screen.findByRole('dialog', { name: 'Edit Post' })).getByLabelText('Title');
  expect(title).toHaveProperty('value', 'Storm at sea');
});

it('deletes a post at once, and restores it', async () => {
  const stage = await open();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Post deleted');
  expect(kept(stage)).toEqual([]);
  await stage.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Post restored');
  expect(kept(stage).map(({ id }) => id)).toEqual([postId(1)]);
});

it('copies a post as a draft', async () => {
  const stage = await open();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Duplicate' }));
  await screen.findByText('Post duplicated');
  expect(kept(stage).map(({ title, status }) => [title, status])).toEqual([
    ['Storm', 'draft'],
    ['Storm', 'draft'],
  ]);
});

it('publishes a post now, and shows its outcome', async () => {
  const stage = await open();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Publish Now' }));
  await stage.dialog.findByText(/Editing is locked/);
  expect(stage.dialog.queryByRole('button', { name: 'Edit' })).toBeNull();
  stage.server.doWork();
  await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
  fakeSocket.push({ type: 'postsChanged', postIds: [postId(1)], position: '1' });
  await stage.dialog.findByText(/^Published on /);
  expect(stage.dialog.getByRole('link', { name: 'See what the sandbox published' })).toBeTruthy();
});

it('shows differences from the author’s choices, in the dialog and in the calendar', async () => {
  const out = { status: 'published', publishedAt: new Date().toISOString(), platform: 'youtube' } as const;
  const note = "YouTube didn't take the film's poster as the thumbnail.";
  const stage = await open({ ...out, madePrivate: true, notes: [note] });
  expect(stage.dialog.getByText(/^YouTube made this post private/)).toBeTruthy();
  expect(stage.dialog.getByText(note)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /, published.*, private/, hidden: true }).length).toBeGreaterThan(0);
});

it('unschedules a post', async () => {
  const stage = await open({ scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Cancel Schedule' }));
  await screen.findByText('Schedule cancelled');
  expect(kept(stage)[0]).toMatchObject({ status: 'draft', scheduledAt: null });
});

it('shows why a post failed, and retries it', async () => {
  const stage = await open({ status: 'failed', failure: 'The video is too long.' });
  expect(stage.dialog.getByText('The video is too long.')).toBeTruthy();
  await stage.user.click(stage.dialog.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(kept(stage)[0]?.isPublishing).toBe(true));
});

it('asks about a post with a lost answer, and accepts both answers', async () => {
  const stage = await open({ question: 'unknown' });
  expect(stage.dialog.getByText(/its answer was lost/)).toBeTruthy();
  expect(stage.dialog.getByRole('button', { name: 'Publish Again' })).toBeTruthy();
  await stage.user.click(stage.dialog.getByRole('button', { name: "It's Published" }));
  await waitFor(() => expect(kept(stage)[0]).toMatchObject({ status: 'published', question: null }));
});

it('asks about a missed post, which can be published or scheduled again', async () => {
  const stage = await open({ question: 'missed', scheduledAt: new Date(Date.now() - 1_000).toISOString() });
  expect(stage.dialog.getByText(/was down when this post was due/)).toBeTruthy();
  for (const name of ['Publish Now', 'Edit', 'Cancel Schedule']) {
    expect(stage.dialog.getByRole('button', { name })).toHaveProperty('disabled', false);
  }
});
