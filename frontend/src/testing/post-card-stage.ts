import { screen, waitFor } from '@testing-library/react';
import { createPostRequestSchema, type SocialPlatform } from '@storyreel/contracts';
import { projectNumbered } from './app-server';
import { socialAccountOf } from './social-fixtures';
import { inCard, openSocial, type SocialStage } from './social-stage';

export const CARD = 'Create New Post';
const ALL: SocialPlatform[] = ['youtube', 'instagram', 'tiktok'];
/** Opens the dashboard of a user who has an active account on every platform. */
export const withAll = (part: Parameters<typeof openSocial>[0] = {}): SocialStage =>
  openSocial({ accounts: ALL.map((platform) => socialAccountOf(platform)), ...part });
export const toggle = async (name: RegExp): Promise<HTMLElement> => (await inCard(CARD)).findByRole('button', { name });
export const field = async (name: string | RegExp): Promise<HTMLElement> => (await inCard(CARD)).findByLabelText(name);
export const button = async (name: string | RegExp): Promise<HTMLElement> =>
  (await inCard(CARD)).findByRole('button', { name });

/** Types into the new-post card. */
export async function write(
  { user }: SocialStage,
  { title = 'The keeper', content = 'A lamp in the fog.' } = {},
): Promise<void> {
  if (title) await user.type(await field('Post Title'), title);
  if (content) await user.type(await field('Content'), content);
}
export async function pick({ user }: SocialStage, ...names: RegExp[]): Promise<void> {
  for (const name of names) {
    const found = await toggle(name);
    await waitFor(() => expect(found).toHaveProperty('disabled', false));
    await user.click(found);
  }
}

/** ALPHA has a final video; BETA has no scenes. */
export const ALPHA = projectNumbered(1, {
  title: 'Alpha',
  completedVideoUrl: '/api/media/final.mp4',
  completedVideoFilename: 'film.mp4',
  completedVideoStatus: 'complete',
});
export const BETA = projectNumbered(2, { title: 'Beta', sceneCount: 0 });

/** Opens another screen and returns. */
export async function leaveAndReturn({ user }: SocialStage): Promise<void> {
  await user.click(await screen.findByRole('link', { name: 'Styles' }));
  await screen.findByRole('heading', { name: 'Visual Styles' });
  await user.click(await screen.findByRole('link', { name: 'Social' }));
  await inCard(CARD);
}

export const submit = async ({ user }: SocialStage): Promise<void> => user.click(await button('Create Post'));
/** Returns the posts that were sent to the server. */
export const posted = ({ server }: SocialStage) =>
  server.sent('POST', '/api/social/posts').map(({ body }) => createPostRequestSchema.parse(body));
