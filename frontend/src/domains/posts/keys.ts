import type { QueryClient } from '@tanstack/react-query';

/** From `from` up to and without `to`; ISO instants. */
export interface PostSpan {
  from: string;
  to: string;
}

export const socialAccountKeys = { all: ['/api/social/accounts'] as const };
export const connectionKeys = { all: ['/api/social/connections'] as const };
export const postKeys = {
  all: ['/api/social/posts'] as const,
  within: (span: PostSpan) => ['/api/social/posts', span] as const,
};
export const sandboxPostKeys = { all: ['/api/social/sandbox-posts'] as const };
export const templateKeys = { all: ['/api/content-templates'] as const };

/** What the sandbox has published follows the posts. */
export async function refreshPosts(queryClient: QueryClient): Promise<void> {
  await Promise.all([postKeys.all, sandboxPostKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
export const refreshSocialAccounts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: socialAccountKeys.all });
export const refreshTemplates = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: templateKeys.all });
