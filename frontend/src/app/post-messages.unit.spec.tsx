import type { CreatePostRequest } from '@storyreel/contracts';
import { act } from '@testing-library/react';
import { useConnectAccount } from '../features/posts/social/connections';
import { createPosts, describePost, reschedulePost, tellCreated } from '../features/posts/post-commands';
import type { CreatedPosts } from '../features/posts/post-commands';
import { reportOf, notifyOfReport } from '../features/posts/composer/submission';
import type { ComposerLayout } from '../features/posts/composer/composer-draft';
import { expectToast, type Message, setStage, type Stage } from '../testing/message-stage';
import { postWith, socialAccountId } from '../testing/social-fixtures';

setStage();

const POST: CreatePostRequest = {
  title: 'The keeper is here',
  content: 'A lamp, a storm, a keeper.',
  platform: 'instagram',
  socialAccountId: socialAccountId('instagram'),
};
const WANTED = { title: 'The keeper is here', platforms: ['instagram' as const], project: null };

/** Shows the composer's message after it has posted to one platform and skipped another that has no account. */
const compose = async ({ queryClient }: Stage, skips: 'tiktok' | null = null, posts = [POST]) =>
  notify(queryClient, await createPosts(queryClient, posts), skips ? [skips] : []);
const notify = (
  queryClient: Stage['queryClient'],
  outcome: CreatedPosts,
  skipped: 'tiktok'[],
  layout: ComposerLayout = 'full',
): void => notifyOfReport(reportOf(outcome, skipped, layout), layout, () => tellCreated(queryClient, outcome.created));

const POSTS: Message[] = [
  [
    'Reschedule Failed',
    'Failed to reschedule post. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('PATCH');
      await reschedulePost(queryClient, postWith(), new Date('2026-12-24T09:00:00.000Z'), null);
    },
  ],
  [
    'Connection Failed',
    'Failed to connect social media account',
    async ({ refuse, run }) => {
      refuse('POST');
      const connection = await run(() => useConnectAccount());
      act(() => connection.current.mutate({ platform: 'youtube', authorizeUrl: null }));
    },
  ],
  [
    'Creation Failed',
    'Failed to create post. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('POST');
      notify(queryClient, await createPosts(queryClient, [POST]), [], 'compact');
    },
  ],
  [
    'Generation Failed',
    'Failed to generate description. Please try again.',
    async ({ refuse, queryClient }) => {
      refuse('POST');
      await describePost(queryClient, WANTED, () => undefined);
    },
  ],
  ...[{ title: ' ' }, { platforms: [] }].map((missing): Message => [
    'Missing Information',
    'Please enter a title and select platforms before generating description',
    ({ queryClient }) => describePost(queryClient, { ...WANTED, ...missing }, () => undefined),
  ]),
  [
    'Error',
    'The account is gone.',
    async (stage) => {
      stage.server.fail('POST', '/api/social/posts', 409, 'The account is gone.');
      await compose(stage);
    },
  ],
  [
    'Error',
    'Failed to create post',
    async (stage) => {
      stage.server.disconnect('POST', '/api/social/posts');
      await compose(stage);
    },
  ],
  ['Account Required', 'Please connect a TikTok account first.', (stage) => compose(stage, 'tiktok', [])],
];

describe('the error catalogue of posts', () => {
  it.each(POSTS)('shows "%s" / "%s" as a destructive toast [SHELL-27]', (...message) =>
    expectToast('destructive', message),
  );
});
